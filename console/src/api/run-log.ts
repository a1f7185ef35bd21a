/**
 * The events of one run: first the stored ones in pages, then new ones from its stream. Tokens are not kept as events, because they are
 * most of the stream; the text of an open model call is collected instead. The spans are built as the events arrive, so that a new
 * event does not cost a pass over all events before it.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { TraceBuilder } from '../model/build-trace.ts'
import { parseExact } from '../model/exact-json.ts'
import type { Trace } from '../model/spans.ts'
import { isTemporary } from './errors.ts'
import { fetchRunEvents, type RunEventPage } from './runs.ts'
import { ResumableStream, type StreamState } from './stream.ts'
import type { RunEvent } from './types.ts'

/** Events of `GET /api/v1/stream`; an EventSource receives only events whose name it knows. */
const STREAM_TYPES = [
  'run.queued',
  'run.claimed',
  'run.started',
  'run.released',
  'run.requires_action',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'node.started',
  'node.completed',
  'node.failed',
  'llm.started',
  'llm.token',
  'llm.completion',
  'tool.call',
  'tool.result',
  'guardrail.triggered',
  'guardrail.checked',
  'checkpoint.saved',
]
const LAST_TYPES = new Set(['run.completed', 'run.failed', 'run.cancelled'])

/** New events are shown in batches, so that a fast run does not render a hundred times a second. */
const NOTIFY_MS = 150
const RETRY_MS = 2_000
/** The first page fills the screen; the others are larger, because each costs a request. Parsing one takes less than 50 ms. */
const FIRST_PAGE_EVENTS = 500
const PAGE_EVENTS = 2_500

export interface RunLog {
  events: readonly RunEvent[]
  trace: Trace
  /** How many events have changed the status of the run. */
  statusChanges: number
  /** The text of model calls that are still streaming, by `call_id`. */
  texts: ReadonlyMap<string, string>
  /** `complete`: the last event has been received. */
  state: 'loading' | 'complete' | StreamState
  error: unknown
}

const EMPTY: RunLog = {
  events: [],
  trace: new TraceBuilder().toTrace(),
  statusChanges: 0,
  texts: new Map(),
  state: 'loading',
  error: null,
}

class RunLogReader {
  #log = EMPTY
  readonly #events: RunEvent[] = []
  readonly #builder = new TraceBuilder()
  #statusChanges = 0
  #texts = new Map<string, string>()
  #state: RunLog['state'] = 'loading'
  #error: unknown = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #stream: ResumableStream | undefined
  readonly #abort = new AbortController()
  readonly #listeners = new Set<() => void>()

  constructor(readonly runId: string) {
    void this.#load()
  }

  readonly read = (): RunLog => this.#log

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  close(): void {
    this.#abort.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#retry)
    this.#stream?.close()
  }

  async #load(): Promise<void> {
    try {
      await this.#readPages()
      this.#error = null
      this.#notifyNow()
      this.#follow()
    } catch (error) {
      if (this.#abort.signal.aborted) return
      this.#error = error
      this.#notifyNow()
      if (isTemporary(error)) this.#retry = setTimeout(() => void this.#load(), RETRY_MS)
    }
  }

  /** Requests the next page before the spans of this one are built, so that the service and the page work at the same time. */
  async #readPages(): Promise<void> {
    const fetchPage = (after: number): Promise<RunEventPage> =>
      fetchRunEvents(this.runId, after, this.#abort.signal, after === 0 ? FIRST_PAGE_EVENTS : PAGE_EVENTS)
    let next: Promise<RunEventPage> | undefined = fetchPage(this.#lastSeq())
    while (next !== undefined) {
      const page: RunEventPage = await next
      next = page.next_after === null ? undefined : fetchPage(page.next_after)
      // The loop awaits this promise later and throws its error there. Without a handler until then, the browser would report it as unhandled.
      next?.catch(() => undefined)
      const isFirst = this.#events.length === 0
      for (const event of page.data) this.#add(event)
      // Showing every further page would cost more than loading it.
      if (isFirst && next !== undefined) this.#notifyNow()
    }
  }

  #lastSeq(): number {
    return this.#events.at(-1)?.seq ?? 0
  }

  #follow(): void {
    if (LAST_TYPES.has(this.#events.at(-1)?.type ?? '')) {
      this.#setState('complete')
      return
    }
    this.#stream = new ResumableStream({
      url: (id) => `/api/v1/stream?run_id=${this.runId}&last_event_id=${id ?? String(this.#lastSeq())}`,
      types: STREAM_TYPES,
      onMessage: ({ type, data, id }) => this.#receive(type, data, Number(id)),
      onState: (state) => {
        if (state !== 'closed') this.#setState(state)
      },
    })
  }

  #receive(type: string, data: string, seq: number): void {
    const event = { ...(parseExact(data) as Omit<RunEvent, 'seq'>), seq } as RunEvent
    if (type === 'llm.token') {
      const id = String(event['call_id'])
      this.#texts.set(
        id,
        (this.#texts.get(id) ?? '') + (typeof event['token'] === 'string' ? event['token'] : ''),
      )
    } else {
      this.#add(event)
      if (type === 'llm.completion') this.#texts.delete(String(event['call_id']))
    }
    if (LAST_TYPES.has(type)) {
      this.#stream?.close()
      this.#setState('complete')
    }
    this.#timer ??= setTimeout(() => this.#notifyNow(), NOTIFY_MS)
  }

  /** An event that is already there is not added twice. */
  #add(event: RunEvent): void {
    if (event.seq <= this.#lastSeq()) return
    this.#events.push(event)
    this.#builder.add(event)
    if (event.type.startsWith('run.')) this.#statusChanges += 1
  }

  #setState(state: RunLog['state']): void {
    this.#state = state
    this.#notifyNow()
  }

  #notifyNow(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#log = {
      events: [...this.#events],
      trace: this.#builder.toTrace(),
      statusChanges: this.#statusChanges,
      texts: new Map(this.#texts),
      state: this.#state,
      error: this.#error,
    }
    for (const listener of this.#listeners) listener()
  }
}

const neverChanges = (): (() => void) => () => undefined
const readEmpty = (): RunLog => EMPTY

/** The events of a run, live while it is not over. */
export const useRunLog = (runId: string): RunLog => {
  const [reader, setReader] = useState<RunLogReader>()
  useEffect(() => {
    const next = new RunLogReader(runId)
    setReader(next)
    return () => next.close()
  }, [runId])
  // Until the effect has run, the reader may be that of another run.
  const current = reader?.runId === runId ? reader : undefined
  return useSyncExternalStore(current?.subscribe ?? neverChanges, current?.read ?? readEmpty)
}
