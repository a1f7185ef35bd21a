/** Receives a stream of tokens on a raw socket, and keeps nothing but their delays. */
import { connect } from 'node:net'

/** A token is its send time; see token-server.ts. */
const TOKEN = /"(\d{10,}) "/g
/** Longer than a token, so that one that is cut by the end of a chunk is found with the next chunk. */
const OVERLAP = 40
const STATUS = /^HTTP\/1\.1 (\d{3})/

/** Sends the request, adds the delays in milliseconds to the list, and resolves when the response has ended. */
export const receiveTokens = (delays: number[], port: number, path: string, body?: object): Promise<void> =>
  new Promise((resolve, reject) => {
    let rest = ''
    let status: string | undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('connect', () => socket.write(toRequest(path, body)))
    socket.on('data', (chunk) => {
      const now = process.hrtime.bigint()
      const text = rest + chunk.toString('latin1')
      status ??= STATUS.exec(text)?.[1]
      let end = 0
      for (const match of text.matchAll(TOKEN)) {
        delays.push(Number(now - BigInt(match[1]!)) / 1e6)
        end = match.index + match[0].length
      }
      rest = text.slice(Math.max(end, text.length - OVERLAP))
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (status?.startsWith('2') === true) resolve()
      else reject(new Error(`${path} responded ${String(status)}: ${rest}`))
    })
  })

const toRequest = (path: string, body?: object): string => {
  const head = `${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n`
  if (body === undefined) return `GET ${head}\r\n`
  const json = JSON.stringify(body)
  return `POST ${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
}
