/** Collects the spans of a run while its events are read. */
import type { RunEvent } from '../api/types.ts'
import { text, timeOf } from './event-fields.ts'
import type { Span, SpanStatus } from './spans.ts'

export class SpanRecorder {
  /** By id, in the order in which they were opened. */
  readonly #spans = new Map<string, Span>()
  readonly #open = new Set<string>()
  /** The number of the current attempt; 0 before the first. */
  attempt = 0
  /** The span of the current attempt, while one runs. */
  attemptId: string | undefined

  open(event: RunEvent, fields: Pick<Span, 'kind' | 'name'> & Partial<Span>): Span {
    const parent = fields.parent === undefined ? undefined : this.#spans.get(fields.parent)
    const span: Span = {
      id: `${fields.kind}-${String(event.seq)}`,
      start: timeOf(event),
      end: undefined,
      status: 'open',
      note: undefined,
      attempt: this.attempt,
      firstTokenMs: undefined,
      taskId: text(event['task_id']),
      callId: text(event['call_id']),
      opened: event,
      closed: undefined,
      ...fields,
      parent: parent?.id,
      depth: parent === undefined ? 0 : parent.depth + 1,
    }
    this.#spans.set(span.id, span)
    this.#open.add(span.id)
    return span
  }

  close(
    id: string,
    event: RunEvent,
    status: SpanStatus,
    changes: Pick<Partial<Span>, 'note' | 'firstTokenMs' | 'end'> = {},
  ): Span | undefined {
    const span = this.#spans.get(id)
    if (span === undefined) return undefined
    const closed = { ...span, end: Math.max(span.start, timeOf(event)), status, closed: event, ...changes }
    this.#spans.set(id, closed)
    this.#open.delete(id)
    return closed
  }

  /** Moves a span without children into another one. */
  move(id: string, parent: Span): void {
    const span = this.#spans.get(id)
    if (span !== undefined) this.#spans.set(id, { ...span, parent: parent.id, depth: parent.depth + 1 })
  }

  get(id: string | undefined): Span | undefined {
    return id === undefined ? undefined : this.#spans.get(id)
  }

  listOpen(): Span[] {
    return [...this.#open].flatMap((id) => this.#spans.get(id) ?? [])
  }

  /** Depth first: a span is followed by what it contains, in the order of time. */
  list(): Span[] {
    const children = new Map<string | undefined, Span[]>()
    for (const span of this.#spans.values()) {
      const siblings = children.get(span.parent)
      if (siblings === undefined) children.set(span.parent, [span])
      else siblings.push(span)
    }
    const ordered: Span[] = []
    const visit = (parent: string | undefined): void => {
      const siblings = children.get(parent)
      if (siblings === undefined) return
      siblings.sort((a, b) => a.start - b.start || a.opened.seq - b.opened.seq)
      for (const span of siblings) {
        ordered.push(span)
        visit(span.id)
      }
    }
    visit(undefined)
    return ordered
  }
}
