/**
 * A keep-alive HTTP connection with one request at a time, on a raw socket for the reason that driver.ts gives. Bodies are
 * read as latin1, because the bodies of the benchmarks are ASCII.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface HttpResponse {
  status: number
  body: string
}

interface Pending {
  onHead?: () => void
  onChunk: (chunk: string) => void
  resolve: (response: HttpResponse) => void
  reject: (error: Error) => void
}

const HEAD_END = '\r\n\r\n'
const STATUS = /^HTTP\/1\.1 (\d{3})/
const noop = (): void => undefined
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i

export class HttpConnection {
  #received = ''
  #head: string | undefined
  #body = ''
  #pending: Pending | undefined

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.#received += chunk.toString('latin1')
      this.#advance()
    })
    const fail = (error?: Error): void => {
      this.#pending?.reject(error ?? new Error('the server closed a connection'))
    }
    socket.on('error', fail)
    socket.on('close', () => fail())
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  /** False after the server has closed the connection, for example because it was idle. */
  get isOpen(): boolean {
    return !this.socket.closed
  }

  /** `onHead` is called when the response headers arrive. */
  get(path: string, onChunk?: (chunk: string) => void, onHead?: () => void): Promise<HttpResponse> {
    return this.#send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1${HEAD_END}`, onChunk, onHead)
  }

  /** Resolves when the response headers arrive; the body is read and discarded. */
  getHead(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#begin(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1${HEAD_END}`, {
        onHead: resolve,
        onChunk: noop,
        resolve: noop,
        reject,
      })
    })
  }

  post(path: string, body: string, onChunk?: (chunk: string) => void): Promise<HttpResponse> {
    return this.#send(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`,
      onChunk,
    )
  }

  close(): void {
    this.#pending = undefined
    this.socket.destroy()
  }

  #send(
    request: string,
    onChunk: (chunk: string) => void = noop,
    onHead: () => void = noop,
  ): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#begin(request, { onHead, onChunk, resolve, reject })
    })
  }

  #begin(request: string, pending: Pending): void {
    this.#pending = pending
    if (this.isOpen) this.socket.write(request)
    else pending.reject(new Error('the connection is closed'))
  }

  #advance(): void {
    if (this.#head === undefined) {
      const end = this.#received.indexOf(HEAD_END)
      if (end < 0) return
      this.#head = this.#received.slice(0, end)
      this.#received = this.#received.slice(end + HEAD_END.length)
      this.#pending?.onHead?.()
    }
    const length = CONTENT_LENGTH.exec(this.#head)?.[1]
    if (length === undefined) this.#takeChunks()
    else if (this.#received.length >= Number(length)) {
      this.#body = this.#received
      this.#received = ''
      this.#end()
    }
  }

  #takeChunks(): void {
    for (;;) {
      const sizeEnd = this.#received.indexOf('\r\n')
      if (sizeEnd < 0) return
      const size = Number.parseInt(this.#received.slice(0, sizeEnd), 16)
      const partEnd = sizeEnd + 2 + size
      if (this.#received.length < partEnd + 2) return
      const chunk = this.#received.slice(sizeEnd + 2, partEnd)
      this.#received = this.#received.slice(partEnd + 2)
      if (size === 0) {
        this.#end()
        return
      }
      this.#body += chunk
      this.#pending?.onChunk(chunk)
    }
  }

  #end(): void {
    const response = { status: Number(STATUS.exec(this.#head ?? '')?.[1]), body: this.#body }
    this.#head = undefined
    this.#body = ''
    const { resolve } = this.#pending ?? {}
    this.#pending = undefined
    resolve?.(response)
  }
}
