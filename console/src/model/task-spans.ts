/** The spans of what the graph of a run executes: nodes, models, tools and guardrails. */
import type { RunEvent } from '../api/types.ts'
import { messageOf, numberOf, text, timeOf, tokensNote } from './event-fields.ts'
import type { SpanRecorder } from './span-recorder.ts'
import type { Span, SpanStatus } from './spans.ts'
import { isRecord } from './is-record.ts'

const startOf = (event: RunEvent): number => timeOf(event) - (numberOf(event['duration_ms']) ?? 0)

const describeFailure = (event: RunEvent): string => {
  const message = messageOf(event['error']) ?? 'failed'
  return event['will_retry'] === true ? `${message}; tries again` : message
}

export class TaskSpans {
  /** The IDs of open spans by task, model call and tool call. */
  readonly #tasks = new Map<string, string>()
  readonly #calls = new Map<string, string>()
  readonly #tools = new Map<string, string>()
  /** The latest span of a task; it stays the parent of what its end still reports. */
  readonly #latestTasks = new Map<string, string>()
  readonly #completed = new Set<string>()
  /** Spans of tasks that have not started yet: nodes of nested graphs are reported after what they call. */
  readonly #early = new Map<string, string[]>()

  constructor(private readonly recorder: SpanRecorder) {}

  /** The span of the task that was started last and still runs. */
  get lastOpenTask(): string | undefined {
    return [...this.#tasks.values()].at(-1)
  }

  /** Forgets what is open; an attempt that ends closes all of it. */
  clear(): void {
    this.#tasks.clear()
    this.#calls.clear()
    this.#tools.clear()
    this.#early.clear()
  }

  /**
   * Ends the open tasks inside of `parent`, or all of them, that an earlier attempt has completed: their results are stored, so they
   * are started again but not executed.
   */
  endRestored(event: RunEvent, parent?: string): void {
    for (const [task, id] of this.#tasks) {
      const span = this.recorder.get(id)
      if (
        span === undefined ||
        !this.#completed.has(task) ||
        (parent !== undefined && span.parent !== parent)
      )
        continue
      this.recorder.close(id, event, 'ok', { end: span.start, note: 'done in an earlier attempt' })
      this.#tasks.delete(task)
    }
  }

  /** Returns false if the event is about something else. */
  add(event: RunEvent): boolean {
    switch (event.type) {
      case 'node.started':
        this.#startNode(event)
        return true
      case 'node.completed':
        this.#endNode(event, 'ok', undefined)
        return true
      case 'node.failed':
        this.#endNode(event, 'failed', describeFailure(event))
        return true
      case 'llm.started':
        this.#startCall(event)
        return true
      case 'llm.completion':
        this.#endCall(event)
        return true
      case 'tool.call':
        this.#startTool(event)
        return true
      case 'tool.result':
        this.#endTool(event)
        return true
      case 'guardrail.triggered':
      case 'guardrail.checked':
        this.#addGuardrail(event)
        return true
      default:
        return false
    }
  }

  /** Returns the span if it belongs to the current attempt, otherwise the attempt itself. */
  #inAttempt(id: string | undefined): string | undefined {
    const span = this.recorder.get(id)
    return span?.attempt === this.recorder.attempt ? span.id : this.recorder.attemptId
  }

  /** Opens a span inside of the task of its event. */
  #openInTask(event: RunEvent, fields: Pick<Span, 'kind' | 'name'> & Partial<Span>): Span {
    const task = text(event['task_id']) ?? ''
    const parent = this.#inAttempt(this.#tasks.get(task) ?? this.#latestTasks.get(task))
    const span = this.recorder.open(event, { ...fields, parent })
    if (task !== '' && this.recorder.get(parent)?.taskId !== task)
      this.#early.set(task, [...(this.#early.get(task) ?? []), span.id])
    return span
  }

  #startNode(event: RunEvent): void {
    const taskId = text(event['task_id']) ?? `${String(event['node_id'])}-${String(event.seq)}`
    // The node that asked for input runs again after the resume; its span covers both.
    if (this.#tasks.has(taskId)) return
    const parent = this.#inAttempt(this.#latestTasks.get(text(event['parent']) ?? ''))
    const name = text(event['node_id']) ?? 'node'
    const span = this.recorder.open(event, { kind: 'node', name, parent, taskId })
    this.#tasks.set(taskId, span.id)
    this.#latestTasks.set(taskId, span.id)
    for (const early of this.#early.get(taskId) ?? []) this.recorder.move(early, span)
    this.#early.delete(taskId)
  }

  #endNode(event: RunEvent, status: SpanStatus, note: string | undefined): void {
    const task = text(event['task_id'])
    const id = task === undefined ? this.#findNode(event) : this.#tasks.get(task)
    if (id === undefined) return
    this.endRestored(event, id)
    const taskId = this.recorder.close(id, event, status, { note })?.taskId ?? ''
    this.#tasks.delete(taskId)
    if (status === 'ok') this.#completed.add(taskId)
  }

  /** Events of older versions have no task. */
  #findNode(event: RunEvent): string | undefined {
    return [...this.#tasks.values()].find((id) => this.recorder.get(id)?.name === event['node_id'])
  }

  #openCall(event: RunEvent, start: number): Span {
    const name = text(event['model']) ?? 'model'
    return this.#openInTask(event, { kind: 'llm', name, start })
  }

  #startCall(event: RunEvent): void {
    const { id, callId } = this.#openCall(event, timeOf(event))
    if (callId !== undefined) this.#calls.set(callId, id)
  }

  #endCall(event: RunEvent): void {
    const callId = text(event['call_id']) ?? ''
    const id = this.#calls.get(callId) ?? this.#openCall(event, startOf(event)).id
    const firstTokenMs = numberOf(event['first_token_ms'])
    this.recorder.close(id, event, 'ok', { firstTokenMs, note: tokensNote(event['usage']) })
    this.#calls.delete(callId)
  }

  #openTool(event: RunEvent, start: number): Span {
    const name = text(event['tool_name']) ?? 'tool'
    return this.#openInTask(event, { kind: 'tool', name, start })
  }

  #startTool(event: RunEvent): void {
    const toolCall = text(event['tool_call_id']) ?? String(event.seq)
    if (!this.#tools.has(toolCall)) this.#tools.set(toolCall, this.#openTool(event, timeOf(event)).id)
  }

  #endTool(event: RunEvent): void {
    const toolCall = text(event['tool_call_id']) ?? ''
    const id = this.#tools.get(toolCall) ?? this.#openTool(event, startOf(event)).id
    const error = messageOf(event['error'])
    this.recorder.close(id, event, error === undefined ? 'ok' : 'failed', { note: error })
    this.#tools.delete(toolCall)
  }

  #addGuardrail(event: RunEvent): void {
    const { name, note, durationMs } = describeGuardrail(event)
    const start = timeOf(event) - durationMs
    const { id } = this.#openInTask(event, { kind: 'guardrail', name, note, start })
    this.recorder.close(id, event, event['action'] === 'block' ? 'failed' : 'ok')
  }
}

const describeGuardrail = (event: RunEvent): { name: string; note: string; durationMs: number } => {
  const toMs = (latency: unknown): number => (numberOf(latency) ?? 0) / 1_000
  if (event.type === 'guardrail.triggered')
    return {
      name: text(event['guardrail']) ?? 'guardrail',
      note: [text(event['action']), text(event['category'])].filter(Boolean).join(' '),
      durationMs: toMs(event['latency_us']),
    }
  const passed = Array.isArray(event['passed']) ? event['passed'].filter(isRecord) : []
  const [first] = passed
  return {
    name:
      passed.length === 1 && first !== undefined
        ? String(first['guardrail'])
        : `${String(passed.length)} guardrails`,
    note: 'passed',
    durationMs: Math.max(0, ...passed.map(({ latency_us }) => toMs(latency_us))),
  }
}
