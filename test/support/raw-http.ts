/** Sends raw bytes over a socket and parses the response, for requests that no HTTP client would send. */
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  status: number | undefined
  headers: Record<string, string>
  body: string
  /**
   * The time from the first byte sent to the end of the response, or to the end of the connection without a response.
   */
  ms: number
  /** True if the server closed the connection. */
  closed: boolean
}

interface Options {
  host?: string
  /** Closes the client side after the last byte. */
  halfClose?: boolean
  /** The time to wait for a response. */
  timeoutMs?: number
}

/** Sends the chunks one after another, without waiting for a response, until a response arrives. */
export const sendRawRequest = (
  port: number,
  chunks: string | Buffer | Iterable<string | Buffer>,
  { host = 'localhost', halfClose = false, timeoutMs = 5_000 }: Options = {},
): Promise<RawResponse> =>
  new Promise((resolve) => {
    const started = performance.now()
    const socket = connect({ port, host, allowHalfOpen: true })
    let received = Buffer.alloc(0)
    const finish = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      const { status, headers, body } = parseResponse(received)
      resolve({ status, headers, body, ms: performance.now() - started, closed })
    }
    const timer = setTimeout(finish, timeoutMs, false)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      if (parseResponse(received).isComplete) finish(false)
    })
    // The server may close the connection after its response, while the rest of the request is still being sent.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      finish(true)
    })
    socket.once('end', () => {
      finish(true)
    })
    socket.once('connect', () => {
      void sendAll(socket, typeof chunks === 'string' || Buffer.isBuffer(chunks) ? [chunks] : chunks).then(
        () => {
          if (halfClose) socket.end()
        },
      )
    })
  })

const sendAll = async (socket: Socket, chunks: Iterable<string | Buffer>): Promise<void> => {
  for (const chunk of chunks) {
    if (!socket.writable) return
    if (!socket.write(chunk)) {
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', resolve)
      })
    }
  }
}

interface ParsedResponse {
  status: number | undefined
  headers: Record<string, string>
  body: string
  isComplete: boolean
}

const EMPTY_RESPONSE: ParsedResponse = { status: undefined, headers: {}, body: '', isComplete: false }

const parseResponse = (received: Buffer): ParsedResponse => {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return EMPTY_RESPONSE
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const remaining = received.subarray(end + 4)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
  // Skips interim responses such as 100 Continue.
  if (status < 200) return parseResponse(remaining)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const length = headers['content-length']
  const isComplete =
    length === undefined
      ? remaining.subarray(-5).toString() === '0\r\n\r\n'
      : remaining.length >= Number(length)
  return { status, headers, body: remaining.toString(), isComplete }
}
