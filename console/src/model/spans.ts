/**
 * The events of a run as spans: what ran when, inside of what. One pass over the events in their order; nothing is guessed that the
 * events do not say. Times are milliseconds since the Unix epoch.
 */
import type { RunEvent } from '../api/types.ts'
import { isRecord, messageOf, numberOf, RELEASES, text, timeOf, tokensNote, WAITS } from './event-fields.ts'

export type SpanKind = 'queue' | 'attempt' | 'node' | 'llm' | 'tool' | 'guardrail' | 'waiting' | 'webhook'

/** `cut`: the span ended with its attempt, not by itself. `open`: it still runs. */
export type SpanStatus = 'ok' | 'failed' | 'cut' | 'open'

export interface Span {
  /** Unique in the run and the same for the same events, so that a selection survives new events. */
  id: string
  kind: SpanKind
  name: string
  parent: string | undefined
  depth: number
  start: number
  /** Undefined while the span is open. */
  end: number | undefined
  status: SpanStatus
  /** A few words beside the bar. */
  note: string | undefined
  /** The number of the attempt, counted from 1; 0 before the first. */
  attempt: number
  /** Milliseconds from the start to the first token of a model. */
  firstTokenMs: number | undefined
  taskId: string | undefined
  callId: string | undefined
  /** The events that opened and closed the span. */
  opened: RunEvent
  closed: RunEvent | undefined
}

export interface Checkpoint {
  id: string
  step: number
  at: number
  /** The node whose end the checkpoint follows, if it is known. */
  after: string | undefined
}

export interface Trace {
  /** In the order of the rows: parents before children, earlier before later. */
  spans: Span[]
  checkpoints: Checkpoint[]
  start: number
  /** The time of the last event. */
  end: number
  attempts: number
  waitedMs: number
  isOver: boolean
}

class TraceBuilder {
  readonly spans: Span[] = []
  readonly checkpoints: Checkpoint[] = []
  #attempt: Span | undefined
  #attempts = 0
  #queue: Span | undefined
  #wait: Span | undefined
  #waitedMs = 0
  #lastNode: string | undefined
  #isOver = false
  /** Open spans by task, model call and tool call. */
  readonly #tasks = new Map<string, Span>()
  readonly #calls = new Map<string, Span>()
  readonly #tools = new Map<string, Span>()
  /** The latest span of a task; it stays the parent of what its end still reports. */
  readonly #latestTasks = new Map<string, Span>()

  add(event: RunEvent): void {
    const at = timeOf(event)
    switch (event.type) {
      case 'run.queued':
        this.#queue = this.#open(event, { kind: 'queue', name: 'Queued' })
        break
      case 'run.claimed':
        this.#claim(event, at)
        break
      case 'run.released':
        this.#endAttempt(event, at, 'failed', RELEASES[String(event['reason'])] ?? String(event['reason']))
        break
      case 'run.requires_action':
        this.#startWait(event)
        break
      case 'run.completed':
        this.#finish(event, at, 'ok', undefined)
        break
      case 'run.failed':
        this.#finish(event, at, 'failed', messageOf(event['error']))
        break
      case 'run.cancelled':
        this.#finish(event, at, 'cut', 'cancelled')
        break
      case 'node.started':
        this.#startNode(event)
        break
      case 'node.completed':
        this.#endNode(event, at, 'ok', undefined)
        break
      case 'node.failed':
        this.#endNode(event, at, 'failed', this.#failure(event))
        break
      case 'llm.started':
        this.#startCall(event)
        break
      case 'llm.completion':
        this.#endCall(event, at)
        break
      case 'tool.call':
        this.#startTool(event)
        break
      case 'tool.result':
        this.#endTool(event, at)
        break
      case 'guardrail.triggered':
      case 'guardrail.checked':
        this.#addGuardrail(event, at)
        break
      case 'checkpoint.saved':
        this.checkpoints.push({
          id: String(event['checkpoint_id']),
          step: numberOf(event['step']) ?? 0,
          at,
          after: this.#lastNode,
        })
        this.#lastNode = undefined
        break
    }
  }

  toTrace(events: RunEvent[]): Trace {
    const first = events[0]
    const last = events.at(-1)
    return {
      spans: orderSpans(this.spans),
      checkpoints: this.checkpoints,
      start: first === undefined ? 0 : timeOf(first),
      end: last === undefined ? 0 : timeOf(last),
      attempts: this.#attempts,
      waitedMs: this.#waitedMs,
      isOver: this.#isOver,
    }
  }

  #open(event: RunEvent, fields: Pick<Span, 'kind' | 'name'> & Partial<Span>): Span {
    const span: Span = {
      id: `${fields.kind}-${String(event.seq)}`,
      parent: undefined,
      depth: 0,
      start: timeOf(event),
      end: undefined,
      status: 'open',
      note: undefined,
      attempt: this.#attempts,
      firstTokenMs: undefined,
      taskId: text(event['task_id']),
      callId: text(event['call_id']),
      opened: event,
      closed: undefined,
      ...fields,
    }
    this.spans.push(span)
    return span
  }

  #close(span: Span, event: RunEvent, at: number, status: SpanStatus): void {
    span.end = Math.max(span.start, at)
    span.status = status
    span.closed = event
  }

  #claim(event: RunEvent, at: number): void {
    if (this.#queue !== undefined) this.#close(this.#queue, event, at, 'ok')
    this.#queue = undefined
    // A run that was resumed is claimed again; that is no new attempt.
    if (this.#wait !== undefined) {
      this.#endWait(event, at)
      return
    }
    if (this.#attempt !== undefined) this.#endAttempt(event, at, 'cut', undefined)
    this.#attempts += 1
    this.#attempt = this.#open(event, {
      kind: 'attempt',
      name: `Attempt ${String(this.#attempts)}`,
      note: this.#describeStart(event),
      attempt: this.#attempts,
    })
  }

  #describeStart(event: RunEvent): string | undefined {
    if (this.#attempts === 1) return undefined
    const index = this.checkpoints.findIndex(({ id }) => id === event['checkpoint_id'])
    const worker = text(event['worker'])
    const from = index === -1 ? 'from the beginning' : `from checkpoint ${String(index + 1)}`
    return worker === undefined ? from : `${from}, worker ${worker.slice(-4)}`
  }

  #endWait(event: RunEvent, at: number): void {
    if (this.#wait === undefined) return
    this.#close(this.#wait, event, at, 'ok')
    this.#waitedMs += (this.#wait.end ?? at) - this.#wait.start
    this.#wait = undefined
  }

  #startWait(event: RunEvent): void {
    const action = event['required_action']
    const type = isRecord(action) ? String(action['type']) : ''
    const holder = [...this.#tasks.values()].at(-1) ?? this.#attempt
    this.#wait ??= this.#open(event, { kind: 'waiting', name: WAITS[type] ?? 'Waits', parent: holder?.id })
  }

  /** Everything that is open inside of the attempt ends with it. */
  #endAttempt(event: RunEvent, at: number, status: SpanStatus, note: string | undefined): void {
    this.#endWait(event, at)
    for (const span of this.spans) {
      if (span.end !== undefined || span.kind === 'attempt' || span.kind === 'queue') continue
      this.#close(span, event, at, 'cut')
      span.note ??= event.type === 'run.released' ? 'cut off' : undefined
    }
    this.#tasks.clear()
    this.#calls.clear()
    this.#tools.clear()
    if (this.#attempt === undefined) return
    this.#close(this.#attempt, event, at, status)
    this.#attempt.note = note ?? this.#attempt.note
    this.#attempt = undefined
  }

  #finish(event: RunEvent, at: number, status: SpanStatus, note: string | undefined): void {
    this.#isOver = true
    if (this.#queue !== undefined) this.#close(this.#queue, event, at, status)
    this.#queue = undefined
    this.#endAttempt(event, at, status, note)
  }

  #parentOf(event: RunEvent): string | undefined {
    const task = text(event['task_id'])
    const span = task === undefined ? undefined : (this.#tasks.get(task) ?? this.#latestTasks.get(task))
    return span !== undefined && span.attempt === this.#attempts ? span.id : this.#attempt?.id
  }

  #startNode(event: RunEvent): void {
    const task = text(event['task_id']) ?? `${String(event['node_id'])}-${String(event.seq)}`
    // The node that asked for input runs again after the resume; its span covers both.
    if (this.#tasks.has(task)) return
    const outer = text(event['parent'])
    const outerSpan = outer === undefined ? undefined : this.#latestTasks.get(outer)
    const parent = outerSpan !== undefined && outerSpan.attempt === this.#attempts ? outerSpan : this.#attempt
    const span = this.#open(event, {
      kind: 'node',
      name: text(event['node_id']) ?? 'node',
      parent: parent?.id,
      taskId: task,
    })
    this.#tasks.set(task, span)
    this.#latestTasks.set(task, span)
  }

  #failure(event: RunEvent): string {
    const message = messageOf(event['error']) ?? 'failed'
    return event['will_retry'] === true ? `${message}; tries again` : message
  }

  #endNode(event: RunEvent, at: number, status: SpanStatus, note: string | undefined): void {
    const task = text(event['task_id'])
    const span = task === undefined ? this.#findNode(event) : this.#tasks.get(task)
    this.#lastNode = text(event['node_id'])
    if (span === undefined) return
    this.#close(span, event, at, status)
    span.note = note
    this.#tasks.delete(span.taskId ?? '')
  }

  /** Events of older versions have no task. */
  #findNode(event: RunEvent): Span | undefined {
    return [...this.#tasks.values()].find(({ name }) => name === event['node_id'])
  }

  #startCall(event: RunEvent): void {
    const span = this.#open(event, {
      kind: 'llm',
      name: text(event['model']) ?? 'model',
      parent: this.#parentOf(event),
    })
    if (span.callId !== undefined) this.#calls.set(span.callId, span)
  }

  #endCall(event: RunEvent, at: number): void {
    const id = text(event['call_id'])
    const known = id === undefined ? undefined : this.#calls.get(id)
    const span =
      known ??
      this.#open(event, {
        kind: 'llm',
        name: text(event['model']) ?? 'model',
        parent: this.#parentOf(event),
        start: at - (numberOf(event['duration_ms']) ?? 0),
      })
    this.#close(span, event, at, 'ok')
    span.firstTokenMs = numberOf(event['first_token_ms'])
    span.note = tokensNote(event['usage'])
    this.#calls.delete(id ?? '')
  }

  #startTool(event: RunEvent): void {
    const id = text(event['tool_call_id']) ?? String(event.seq)
    if (this.#tools.has(id)) return
    this.#tools.set(
      id,
      this.#open(event, {
        kind: 'tool',
        name: text(event['tool_name']) ?? 'tool',
        parent: this.#parentOf(event),
      }),
    )
  }

  #endTool(event: RunEvent, at: number): void {
    const id = text(event['tool_call_id']) ?? ''
    const span =
      this.#tools.get(id) ??
      this.#open(event, {
        kind: 'tool',
        name: text(event['tool_name']) ?? 'tool',
        parent: this.#parentOf(event),
        start: at - (numberOf(event['duration_ms']) ?? 0),
      })
    const error = messageOf(event['error'])
    this.#close(span, event, at, error === undefined ? 'ok' : 'failed')
    span.note = error
    this.#tools.delete(id)
  }

  #addGuardrail(event: RunEvent, at: number): void {
    const passed = Array.isArray(event['passed']) ? event['passed'].filter(isRecord) : []
    const latencies =
      event.type === 'guardrail.checked'
        ? passed.map(({ latency_us }) => numberOf(latency_us) ?? 0)
        : [numberOf(event['latency_us']) ?? 0]
    const names = passed.map(({ guardrail }) => String(guardrail))
    const duration = Math.max(0, ...latencies) / 1_000
    const triggered = event.type === 'guardrail.triggered'
    const span = this.#open(event, {
      kind: 'guardrail',
      name: triggered
        ? (text(event['guardrail']) ?? 'guardrail')
        : names.length === 1
          ? (names[0] ?? 'guardrail')
          : `${String(names.length)} guardrails`,
      parent: this.#parentOf(event),
      start: at - duration,
      note: triggered ? [text(event['action']), text(event['category'])].filter(Boolean).join(' ') : 'passed',
    })
    this.#close(span, event, at, event['action'] === 'block' ? 'failed' : 'ok')
  }
}

/** Depth first: a span is followed by what it contains, in the order of time. */
const orderSpans = (spans: Span[]): Span[] => {
  const children = new Map<string | undefined, Span[]>()
  const known = new Set(spans.map(({ id }) => id))
  for (const span of spans) {
    const parent = span.parent !== undefined && known.has(span.parent) ? span.parent : undefined
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [span])
    else siblings.push(span)
  }
  const ordered: Span[] = []
  const visit = (parent: string | undefined, depth: number): void => {
    const siblings = children.get(parent) ?? []
    siblings.sort((a, b) => a.start - b.start || a.opened.seq - b.opened.seq)
    for (const span of siblings) {
      span.depth = depth
      ordered.push(span)
      visit(span.id, depth + 1)
    }
  }
  visit(undefined, 0)
  return ordered
}

export const buildTrace = (events: RunEvent[]): Trace => {
  const builder = new TraceBuilder()
  for (const event of events) builder.add(event)
  return builder.toTrace(events)
}

/** The spans of one attempt, or all of them with 0. */
export const spansOfAttempt = (trace: Trace, attempt: number): Span[] =>
  attempt === 0
    ? trace.spans
    : trace.spans.filter((span) => span.attempt === attempt && span.kind !== 'queue')
