/** A server that plays back recorded responses of a provider, byte for byte. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Recording {
  status?: number
  headers?: Record<string, string>
  /** Each part is written on its own. `cut` closes the connection, `stall` keeps it open without sending more. */
  parts: (string | Uint8Array | typeof CUT | typeof STALL)[]
}

export const CUT = Symbol('cut')
export const STALL = Symbol('stall')

export interface PlayedRequest {
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Plays the recordings in order and repeats the last one. */
export const playRecordings = async (recordings: readonly Recording[]) => {
  const requests: PlayedRequest[] = []
  const server = createServer((request, response) => {
    const received: Buffer[] = []
    request.on('data', (chunk: Buffer) => received.push(chunk))
    request.on('end', () => {
      const recording = recordings[Math.min(requests.length, recordings.length - 1)]!
      const body = JSON.parse(Buffer.concat(received).toString()) as unknown
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      void play(recording)
    })
    const play = async ({ status = 200, headers, parts }: Recording): Promise<void> => {
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
      response.flushHeaders()
      for (const part of parts) {
        await nextTurn()
        if (part === STALL) return
        if (part === CUT) {
          response.destroy()
          return
        }
        response.write(part)
      }
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    requests,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Splits a recorded body into parts of `size` bytes, without regard to characters, lines and events. */
export const splitBytes = (text: string, size: number): Uint8Array[] => {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}
