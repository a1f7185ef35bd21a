/**
 * The events of one run: first the stored ones in pages, then new ones from its stream. Tokens are not kept as events, because they are
 * most of the stream; the text of an open model call is collected instead.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { parseExact } from '../model/exact-json.ts'
import { isTemporary } from './errors.ts'
import { fetchRunEvents } from './runs.ts'
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

export interface RunLog {
  events: readonly RunEvent[]
  /** The text of model calls that are still streaming, by `call_id`. */
  texts: ReadonlyMap<string, string>
  /** `complete`: the last event has been received. */
  state: 'loading' | 'complete' | StreamState
  error: unknown
}

const EMPTY: RunLog = { events: [], texts: new Map(), state: 'loading', error: null }

class RunLogReader {
  #log = EMPTY
  #events: RunEvent[] = []
  #texts = new Map<string, string>()
  #state: RunLog['state'] = 'loading'
  #error: unknown = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #stream: ResumableStream | undefined
  readonly #abort = new AbortController()
  readonly #listeners = new Set<() => void>()

  constructor(private readonly runId: string) {
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
      for (;;) {
        const page = await fetchRunEvents(this.runId, this.#lastSeq(), this.#abort.signal)
        const isFirst = this.#events.length === 0
        for (const event of page.data) this.#add(event)
        if (!page.has_more) break
        // The first page fills the screen; showing every further one would cost more than loading them.
        if (isFirst) this.#notifyNow()
      }
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
    if (event.seq > this.#lastSeq()) this.#events.push(event)
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
  return useSyncExternalStore(reader?.subscribe ?? neverChanges, reader?.read ?? readEmpty)
}
