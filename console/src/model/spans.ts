/** The spans of a run: what ran when, inside of what. Times are milliseconds since the Unix epoch. */
import type { RunEvent } from '../api/types.ts'

export type SpanKind = 'queue' | 'attempt' | 'node' | 'llm' | 'tool' | 'guardrail' | 'waiting' | 'webhook'

/** `cut`: the span ended with its attempt, not by itself. `open`: it still runs. */
export type SpanStatus = 'ok' | 'failed' | 'cut' | 'open'

/** A span never changes; one that ends is replaced, so that a row whose span is the same need not be rendered again. */
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

/** The spans of one attempt, or all of them with 0. */
export const spansOfAttempt = (trace: Trace, attempt: number): Span[] =>
  attempt === 0
    ? trace.spans
    : trace.spans.filter((span) => span.attempt === attempt && span.kind !== 'queue')

const lengthOf = ({ start, end }: Span): number => (end ?? start) - start

const findLongest = (spans: Span[]): Span | undefined =>
  spans.reduce<Span | undefined>(
    (longest, span) => (longest === undefined || lengthOf(span) > lengthOf(longest) ? span : longest),
    undefined,
  )

const endedRun = ({ kind, closed }: Span): boolean => kind === 'attempt' && closed?.type === 'run.failed'

/** What a person looks for first: a failure, what is running, why the run failed, else the longest model call. */
export const findInteresting = (spans: Span[]): Span | undefined =>
  spans.find(({ kind, status }) => status === 'failed' && kind !== 'attempt') ??
  spans.findLast(({ kind, end }) => end === undefined && kind !== 'attempt' && kind !== 'webhook') ??
  spans.findLast(endedRun) ??
  findLongest(spans.filter(({ kind }) => kind === 'llm')) ??
  spans.find(({ kind }) => kind === 'node') ??
  spans[0]

/** The node that contains the span, or the span itself. Parents stand before their children. */
export const nodeOf = (spans: Span[], span: Span | undefined): Span | undefined => {
  let index = span === undefined ? -1 : spans.indexOf(span)
  for (let current = spans[index]; current !== undefined; current = spans[index]) {
    if (current.kind === 'node') return current
    const { parent } = current
    index = parent === undefined ? -1 : spans.findLastIndex(({ id }, at) => at < index && id === parent)
  }
  return undefined
}

/** True for a node of the graph itself, not of a nested one. */
export const isExecution = ({ kind, opened }: Span): boolean => kind === 'node' && opened['parent'] == null

/** True if a node ran more than once, so that the executions show more than the nodes. */
export const hasRepeats = (spans: Span[]): boolean => {
  const names = new Set<string>()
  return spans.some((span) => isExecution(span) && names.size === names.add(span.name).size)
}
