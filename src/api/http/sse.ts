/**
 * Open SSE streams. A comment line every 15 s keeps proxies from closing them. A client that does not read costs at most
 * one buffer: after 30 s without progress its connection is closed, and it can reconnect with Last-Event-ID.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Metrics } from '../../platform/metrics.js'
import { stopCountingRequest } from './pending-requests.js'

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

  /** Returns false if the send buffer is full; the `onDrain` listener is called when it is empty again. */
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

  /** Takes over the response from Fastify. `onClose` is called once, however the stream ends. */
  open(reply: FastifyReply, onClose: () => void): EventStream {
    reply.hijack()
    stopCountingRequest(reply.request)
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

  /** Ends all streams; clients reconnect with Last-Event-ID. */
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
