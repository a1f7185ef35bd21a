import type { Transform } from 'node:stream'
import type { ByteSource } from './byte-source.js'

/** The connection is paused while more than this waits to be read. */
const MAX_BUFFERED_BYTES = 256 * 1024

interface Connection {
  pause(): void
  resume(): void
  abort(reason: Error): void
}

interface Waiter {
  resolve: (bytes: Uint8Array | undefined) => void
  reject: (error: unknown) => void
}

/** Buffers what a connection receives until it is read. Everything that has arrived is read at once. */
export class ResponseBody implements ByteSource {
  #chunks: Uint8Array[] = []
  #bufferedBytes = 0
  #waiter: Waiter | undefined
  #end: { error?: Error } | undefined
  #isPaused = false

  constructor(
    private readonly connection: Connection,
    private readonly decoder?: Transform,
  ) {
    decoder
      ?.on('data', (bytes: Uint8Array) => {
        this.#add(bytes)
      })
      .on('end', () => {
        this.#finish({})
      })
      .on('error', (cause) => {
        this.fail(new TypeError('terminated', { cause }))
      })
  }

  push(bytes: Uint8Array): void {
    if (this.decoder === undefined) this.#add(bytes)
    else this.decoder.write(bytes)
  }

  end(): void {
    if (this.decoder === undefined) this.#finish({})
    else this.decoder.end()
  }

  fail(error: Error): void {
    this.#finish({ error })
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#chunks.length > 0) return Promise.resolve(this.#take())
    if (this.#end === undefined) return new Promise((resolve, reject) => (this.#waiter = { resolve, reject }))
    const { error } = this.#end
    return error === undefined ? Promise.resolve(undefined) : Promise.reject(error)
  }

  cancel(reason?: unknown): void {
    if (this.#end === undefined)
      this.connection.abort(reason instanceof Error ? reason : new Error('cancelled'))
  }

  #add(bytes: Uint8Array): void {
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter !== undefined) {
      waiter.resolve(bytes)
      return
    }
    this.#chunks.push(bytes)
    this.#bufferedBytes += bytes.byteLength
    if (this.#bufferedBytes <= MAX_BUFFERED_BYTES || this.#isPaused) return
    this.#isPaused = true
    this.connection.pause()
  }

  #take(): Uint8Array {
    const [first] = this.#chunks
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#bufferedBytes = 0
    if (this.#isPaused) {
      this.#isPaused = false
      this.connection.resume()
    }
    return bytes
  }

  #finish(end: { error?: Error }): void {
    this.#end ??= end
    const waiter = this.#waiter
    this.#waiter = undefined
    if (waiter === undefined) return
    if (end.error === undefined) waiter.resolve(undefined)
    else waiter.reject(end.error)
  }
}
