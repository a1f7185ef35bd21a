/** The events of a run, as `client.runs.stream` yields them. docs/run-lifecycle.md describes them. */
import type { Schemas } from './api-types.js'

interface TaskFields {
  node_id: string
  /** One execution of a node. */
  task_id: string
  step: number
  /** The task whose nested graph contains this one. */
  parent?: string | null
}

/** Fields of the events that happen in a node, or before and after all nodes. */
type OptionalTaskFields = Partial<TaskFields> & { tool_call_id?: string }

interface EventFields {
  'run.queued': object
  'run.claimed': { attempt: number; worker: string; checkpoint_id: string | null; queue_ms?: number }
  'run.started': { assistant_id: string }
  'run.released': { reason: 'drained' | 'executor_crashed' | 'worker_lost' }
  'node.started': TaskFields & { node_type: string }
  'node.completed': TaskFields & { output: unknown; duration_ms: number }
  'node.failed': TaskFields & {
    error: Schemas['RunError']
    attempt: number
    will_retry: boolean
    duration_ms: number
  }
  'llm.started': TaskFields & { call_id: string; model: string; settings: object; tools: string[] }
  'llm.token': { node_id: string; call_id: string; token: string }
  'llm.completion': TaskFields & {
    call_id: string
    content: unknown
    tool_calls?: { id?: string; name: string; args: Record<string, unknown> }[]
    model: string
    usage: object | null
    duration_ms: number
    first_token_ms?: number
  }
  'tool.call': TaskFields & { tool_call_id: string; tool_name: string; arguments: unknown }
  'tool.result': TaskFields & {
    tool_call_id: string
    tool_name: string
    output?: unknown
    error?: unknown
    duration_ms: number
  }
  'guardrail.triggered': OptionalTaskFields & {
    guardrail: string
    guardrail_type: string
    stage: string
    action: string
    category?: string | null
    score?: number | null
    detector?: string | null
    reason?: string | null
    spans?: { start: number; end: number; label: string }[]
    latency_us: number
  }
  'guardrail.checked': OptionalTaskFields & {
    stage: string
    passed: { guardrail: string; latency_us: number }[]
  }
  'checkpoint.saved': { checkpoint_id: string; step: number }
  'run.requires_action': { required_action: NonNullable<Schemas['Run']['required_action']> }
  'run.completed': { output: NonNullable<Schemas['Run']['output']> }
  'run.failed': { error: Schemas['RunError'] }
  'run.cancelled': object
}

export type RunEventType = keyof EventFields

/** The last event of a run has one of these types. */
export const FINAL_EVENTS: readonly string[] = ['run.completed', 'run.failed', 'run.cancelled']

/** An event of a run. `type` decides which fields it has. */
export type RunStreamEvent = {
  [T in RunEventType]: {
    type: T
    /** The number of the event in its run, starting at 1. */
    seq: number
    run_id: string
    thread_id: string
    /** ISO 8601 in UTC. */
    timestamp: string
    /** Milliseconds since the Unix epoch, with tenths. */
    at: number
  } & EventFields[T]
}[RunEventType]
