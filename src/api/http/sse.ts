/**
 * Open event streams. A comment line every 15 s keeps proxies from closing them. A client that does not read costs no
 * more than one buffer: after 30 s without progress it is cut off, and may come back with Last-Event-ID.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Metrics } from '../../platform/metrics.js'

const HEARTBEAT_MS = 15_000
const STALLED_MS = 30_000
const TICK_MS = 5_000

export class EventStream {
  #fullSince: number | undefined
  #drained: (() => void) | undefined
  lastWrite = performance.now()

  constructor(private readonly response: ServerResponse) {
    response.on('drain', () => {
      this.#fullSince = undefined
      this.#drained?.()
    })
  }

  /** False: the client has enough to read; `onDrain` tells when it can take more. */
  write(text: string): boolean {
    this.lastWrite = performance.now()
    if (this.response.write(text)) return true
    this.#fullSince ??= performance.now()
    return false
  }

  onDrain(listener: () => void): void {
    this.#drained = listener
  }

  end(): void {
    this.response.end()
  }

  isStalled(now: number): boolean {
    return this.#fullSince !== undefined && now - this.#fullSince > STALLED_MS
  }

  destroy(): void {
    this.response.destroy()
  }
}

export class EventStreams {
  readonly #open = new Set<EventStream>()
  readonly #timer: NodeJS.Timeout

  constructor(private readonly metrics: Metrics) {
    this.#timer = setInterval(() => {
      this.#tick()
    }, TICK_MS).unref()
  }

  /** Takes the answer over. `closed` is called once, however the stream ends. */
  open(reply: FastifyReply, onClose: () => void): EventStream {
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    } as Record<string, string>)
    response.flushHeaders()
    const stream = new EventStream(response)
    this.#open.add(stream)
    this.metrics.openStreams.inc()
    response.once('close', () => {
      this.#open.delete(stream)
      this.metrics.openStreams.dec()
      onClose()
    })
    return stream
  }

  /** Ends them all; clients come back with Last-Event-ID. */
  close(): void {
    clearInterval(this.#timer)
    for (const stream of this.#open) stream.end()
  }

  #tick(): void {
    const now = performance.now()
    for (const stream of this.#open) {
      if (stream.isStalled(now)) {
        this.metrics.streamsDropped.inc()
        stream.destroy()
      } else if (now - stream.lastWrite >= HEARTBEAT_MS - TICK_MS / 2) {
        stream.write(': heartbeat\n\n')
      }
    }
  }
}
