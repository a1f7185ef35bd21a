/**
 * Records spans for the nodes, model calls, tool calls and guardrails of one execution, from the events that the journal has stored. A node
 * that is executed again after a crash has the same span ID, so what it called before the crash stays below it.
 */
import type { RunTraceContext } from '../domain/runs/run-trace-context.js'
import type { EventFields } from '../events/run-event.js'
import { deriveSpanId, formatTraceparent, type TraceContext } from '../platform/telemetry/trace-context.js'
import type { SpanRecord, Tracing } from '../platform/telemetry/tracing.js'
import type { Row } from '../store/sql/tables.js'
import { describeGuardrail, describeModelCall, describeNode, describeTool } from './describe-spans.js'
import { toCallSpanId, toNodeSpanId, toToolSpanId, toTraceScope } from './span-ids.js'
import type { RunTraceStart } from './threads/executor-protocol.js'

type Described = Pick<SpanRecord, 'name' | 'kind' | 'attributes' | 'error'>

export class RunTrace {
  readonly context: TraceContext
  readonly #scope: string
  /** The events of model calls in progress, which have the settings of the calls. */
  readonly #modelCalls = new Map<string, EventFields>()
  readonly #toolCalls = new Map<string, EventFields>()
  #guardrailChecks = 0

  constructor(
    private readonly tracing: Tracing,
    private readonly run: Row<'runs'>,
    { context }: RunTraceContext,
  ) {
    this.context = context
    this.#scope = toTraceScope(run.run_id, run.fence)
  }

  /** What the executor needs to pass the context on to models and tools. */
  get start(): RunTraceStart {
    return { traceparent: formatTraceparent(this.context), run_id: this.run.run_id, scope: this.#scope }
  }

  /** Called with events that are stored. `now` is the time of events that have none of their own. */
  addEvents(events: readonly EventFields[], now: number): void {
    if (!this.context.isSampled) return
    for (const event of events) this.#addEvent(event, event.at ?? now)
  }

  #addEvent(event: EventFields, at: number): void {
    const { task_id, parent } = event
    switch (event.type) {
      case 'llm.started':
        this.#modelCalls.set(String(event['call_id']), event)
        return
      case 'llm.completion': {
        const id = String(event['call_id'])
        const started = this.#modelCalls.get(id)
        this.#modelCalls.delete(id)
        this.#record(
          describeModelCall(this.tracing, event, started),
          toCallSpanId(this.#scope, id),
          task_id,
          event,
          at,
        )
        return
      }
      case 'tool.call':
        this.#toolCalls.set(this.#toToolId(event), event)
        return
      case 'tool.result': {
        const id = this.#toToolId(event)
        const call = this.#toolCalls.get(id)
        this.#toolCalls.delete(id)
        this.#record(describeTool(this.tracing, event, call), id, task_id, event, at)
        return
      }
      case 'node.completed':
        this.#record(describeNode(event), this.#toNodeId(task_id), parent, event, at)
        return
      case 'node.failed': {
        // A failed attempt is a span of its own; the last attempt is the node.
        const id = this.#toNodeId(task_id)
        const isLast = event['will_retry'] !== true
        const spanId = isLast ? id : deriveSpanId(id, String(event['attempt']))
        this.#record(describeNode(event), spanId, parent, event, at)
        return
      }
      case 'guardrail.triggered':
      case 'guardrail.checked': {
        const spanId = deriveSpanId(this.#scope, 'guardrail', String(++this.#guardrailChecks))
        this.#record(describeGuardrail(event), spanId, task_id, event, at)
      }
    }
  }

  #record(span: Described, spanId: string, parentTask: unknown, event: EventFields, at: number): void {
    const parentId = typeof parentTask === 'string' ? this.#toNodeId(parentTask) : this.context.spanId
    this.tracing.record({
      ...span,
      context: { ...this.context, spanId },
      parent: { ...this.context, spanId: parentId },
      startMs: at - getDurationMs(event),
      endMs: at,
    })
  }

  #toNodeId(taskId: unknown): string {
    return toNodeSpanId(this.run.run_id, typeof taskId === 'string' ? taskId : '')
  }

  #toToolId({ task_id, tool_call_id }: EventFields): string {
    return toToolSpanId(this.#scope, typeof task_id === 'string' ? task_id : null, String(tool_call_id))
  }
}

const getDurationMs = ({ duration_ms, latency_us, passed }: EventFields): number => {
  if (typeof duration_ms === 'number') return duration_ms
  if (typeof latency_us === 'number') return latency_us / 1000
  const checks = Array.isArray(passed) ? (passed as { latency_us?: number }[]) : []
  return checks.reduce((sum, check) => sum + (check.latency_us ?? 0), 0) / 1000
}
