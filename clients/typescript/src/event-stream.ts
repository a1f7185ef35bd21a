/**
 * Server-Sent Events that survive a lost connection and a restart of the server. After a loss the stream is opened again with
 * the id of the last event, so that no event is lost or repeated.
 */
import { createParser } from 'eventsource-parser'
import { ConnectionError } from './errors.js'
import { toConnectionError } from './http.js'
import { getDelayMs, isTemporary, sleep } from './retries.js'

export interface StreamOptions {
  /** Ends the iteration, which throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /** How often in a row the stream is opened again without receiving an event. Default: 10, which takes about a minute. */
  maxRetries?: number | undefined
}

/** Not the type of the parser, because the parser is bundled and the declarations are not. */
interface StreamMessage {
  id?: string | undefined
  event?: string | undefined
  data: string
}

export interface StreamSource<E> {
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  /** Converts a message; undefined: the message is skipped. */
  parse: (message: StreamMessage) => E | undefined
  /** True for the event after which the server ends the stream. */
  isLast: (event: E) => boolean
  /** Called when the server ended a connection without sending an event: true if there is nothing more to receive. */
  hasEnded?: () => Promise<boolean>
  lastEventId?: string | undefined
}

const DEFAULT_RETRIES = 10

/** The server sends a comment every 15 s, so a connection without any bytes for this time is lost. */
const IDLE_MS = 45_000

export async function* readEvents<E>(
  source: StreamSource<E>,
  { signal, maxRetries = DEFAULT_RETRIES }: StreamOptions,
): AsyncGenerator<E, void> {
  let { lastEventId } = source
  for (let failures = 0; ;) {
    let hasReceived = false
    try {
      for await (const message of readConnection((own) => source.open(lastEventId, own), signal)) {
        lastEventId = message.id ?? lastEventId
        hasReceived = true
        failures = 0
        const event = source.parse(message)
        if (event === undefined) continue
        yield event
        if (source.isLast(event)) return
      }
      if (!hasReceived && (await source.hasEnded?.()) === true) return
      throw new ConnectionError('the server ended the stream before its last event')
    } catch (error) {
      signal?.throwIfAborted()
      failures++
      if (failures > maxRetries || !isTemporary(error)) throw error
      await sleep(getDelayMs(error, failures), signal)
    }
  }
}

/** Yields the messages of one connection. Throws a ConnectionError if it is lost. */
async function* readConnection(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage, void> {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abort)
  try {
    const { body } = await withIdleLimit(controller, () => open(controller.signal))
    if (body === null) return
    const reader = body.getReader()
    const decoder = new TextDecoder()
    const received: StreamMessage[] = []
    const parser = createParser({ onEvent: (message) => received.push(message) })
    for (;;) {
      const { value, done } = await withIdleLimit(controller, () =>
        reader.read().catch((error: unknown) => {
          throw toConnectionError('the stream was interrupted', error)
        }),
      )
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* received.splice(0)
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    // Closes the connection if the caller stops iterating.
    controller.abort()
  }
}

const withIdleLimit = async <T>(controller: AbortController, wait: () => Promise<T>): Promise<T> => {
  const timer = setTimeout(() => controller.abort(), IDLE_MS)
  try {
    return await wait()
  } catch (error) {
    throw controller.signal.aborted ? new ConnectionError('the stream is silent', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
