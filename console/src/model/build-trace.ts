/**
 * Turns the events of a run into spans. One pass over the events in their order, which can be continued when more arrive; nothing is
 * guessed that the events do not say.
 */
import type { RunEvent } from '../api/types.ts'
import { messageOf, numberOf, RELEASES, text, timeOf, WAITS } from './event-fields.ts'
import { SpanRecorder } from './span-recorder.ts'
import type { Checkpoint, SpanStatus, Trace } from './spans.ts'
import { TaskSpans } from './task-spans.ts'
import { isRecord } from './is-record.ts'

export class TraceBuilder {
  readonly #recorder = new SpanRecorder()
  readonly #tasks = new TaskSpans(this.#recorder)
  readonly #checkpoints: Checkpoint[] = []
  #queueId: string | undefined
  #waitId: string | undefined
  #waitedMs = 0
  #lastNode: string | undefined
  #start: number | undefined
  #end = 0
  #isOver = false

  add(event: RunEvent): void {
    const at = timeOf(event)
    this.#start ??= at
    this.#end = at
    if (event.type === 'node.completed' || event.type === 'node.failed')
      this.#lastNode = text(event['node_id'])
    if (!this.#tasks.add(event)) this.#addStatus(event)
  }

  toTrace(): Trace {
    return {
      spans: this.#recorder.list(),
      checkpoints: [...this.#checkpoints],
      start: this.#start ?? 0,
      end: this.#end,
      attempts: this.#recorder.attempt,
      waitedMs: this.#waitedMs,
      isOver: this.#isOver,
    }
  }

  #addStatus(event: RunEvent): void {
    switch (event.type) {
      case 'run.queued':
        this.#queueId = this.#recorder.open(event, { kind: 'queue', name: 'Queued' }).id
        break
      case 'run.claimed':
        this.#claim(event)
        break
      case 'run.released':
        this.#endAttempt(event, 'failed', RELEASES[String(event['reason'])] ?? String(event['reason']))
        break
      case 'run.requires_action':
        this.#startWait(event)
        break
      case 'run.completed':
        this.#finish(event, 'ok', undefined)
        break
      case 'run.failed':
        this.#finish(event, 'failed', messageOf(event['error']))
        break
      case 'run.cancelled':
        this.#finish(event, 'cut', 'cancelled')
        break
      case 'checkpoint.saved':
        this.#addCheckpoint(event)
        break
    }
  }

  #addCheckpoint(event: RunEvent): void {
    this.#checkpoints.push({
      id: String(event['checkpoint_id']),
      step: numberOf(event['step']) ?? 0,
      at: timeOf(event),
      after: this.#lastNode,
    })
    this.#lastNode = undefined
  }

  #endQueue(event: RunEvent, status: SpanStatus): void {
    if (this.#queueId !== undefined) this.#recorder.close(this.#queueId, event, status)
    this.#queueId = undefined
  }

  #claim(event: RunEvent): void {
    this.#endQueue(event, 'ok')
    // A run that was resumed is claimed again; that is no new attempt.
    if (this.#waitId !== undefined) {
      this.#endWait(event)
      return
    }
    if (this.#recorder.attemptId !== undefined) this.#endAttempt(event, 'cut', undefined)
    this.#recorder.attempt += 1
    this.#recorder.attemptId = this.#recorder.open(event, {
      kind: 'attempt',
      name: `Attempt ${String(this.#recorder.attempt)}`,
      note: this.#describeStart(event),
    }).id
  }

  #describeStart(event: RunEvent): string | undefined {
    if (this.#recorder.attempt === 1) return undefined
    const index = this.#checkpoints.findIndex(({ id }) => id === event['checkpoint_id'])
    const worker = text(event['worker'])
    const from = index === -1 ? 'from the beginning' : `from checkpoint ${String(index + 1)}`
    return worker === undefined ? from : `${from}, worker ${worker.slice(-4)}`
  }

  #startWait(event: RunEvent): void {
    const action = event['required_action']
    const type = isRecord(action) ? String(action['type']) : ''
    const parent = this.#tasks.lastOpenTask ?? this.#recorder.attemptId
    this.#waitId ??= this.#recorder.open(event, {
      kind: 'waiting',
      name: WAITS[type] ?? 'Waits',
      parent,
    }).id
  }

  #endWait(event: RunEvent): void {
    if (this.#waitId === undefined) return
    const wait = this.#recorder.close(this.#waitId, event, 'ok')
    if (wait?.end !== undefined) this.#waitedMs += wait.end - wait.start
    this.#waitId = undefined
  }

  /** Everything that is open inside of the attempt ends with it. */
  #endAttempt(event: RunEvent, status: SpanStatus, note: string | undefined): void {
    this.#endWait(event)
    this.#tasks.endRestored(event)
    const cutNote = event.type === 'run.released' ? 'cut off' : undefined
    for (const span of this.#recorder.listOpen())
      if (span.kind !== 'attempt' && span.kind !== 'queue')
        this.#recorder.close(span.id, event, 'cut', { note: span.note ?? cutNote })
    this.#tasks.clear()
    const attempt = this.#recorder.get(this.#recorder.attemptId)
    if (attempt === undefined) return
    this.#recorder.close(attempt.id, event, status, { note: note ?? attempt.note })
    this.#recorder.attemptId = undefined
  }

  #finish(event: RunEvent, status: SpanStatus, note: string | undefined): void {
    this.#isOver = true
    this.#endQueue(event, status)
    this.#endAttempt(event, status, note)
  }
}

export const buildTrace = (events: readonly RunEvent[]): Trace => {
  const builder = new TraceBuilder()
  for (const event of events) builder.add(event)
  return builder.toTrace()
}
