/** What travels between the main thread and an executor thread. Each side gathers the messages of one turn of its loop. */
import { FIRST_FREE_SLOT } from './heartbeat.js'
import type { GuardrailSet } from '../../guardrails/policy/guardrail-resolver.js'
import type { Observation } from '../../guardrails/detectors/anomaly/observation.js'
import type { DecisionRecord } from '../../guardrails/rules/decision.js'
import type { TokenUsage } from '../../guardrails/detectors/spend/spending.js'
import type { JsonObject } from '../../schema/common.js'
import type { GuardrailType } from '../../schema/guardrail.js'
import type { Inspection } from '../../schema/inspection.js'
import type { StoreItemResult, StoreItemOperation } from '../../schema/store-item.js'
import type { MessageRole } from '../../schema/message.js'
import type { RunFailureCode } from '../../schema/run.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { CheckpointQuery, CheckpointRows, StoredCheckpoint } from '../../store/threads/checkpoints.js'
import type { AssistantDefinition, ModelSettings } from '../graphs/graph-deps.js'

/** A message as it lies in the messages of a thread. */
export interface ThreadMessage {
  id: string
  role: MessageRole
  content: string | JsonObject[]
  name?: string
  tool_calls?: { id: string; name: string; arguments: JsonObject }[]
  tool_call_id?: string
}

/** What acts on a run. */
export interface RunGuardrails {
  set: GuardrailSet
  /** What was spent before, by the name of the budget. */
  spending: Record<string, TokenUsage[]>
}

/** The same for an executor. The definitions are text: it reads them once, and a text is cheap to send with every run. */
export interface ExecutorGuardrails extends Omit<RunGuardrails, 'set'> {
  set: Omit<GuardrailSet, 'definitions'>
  definitions: string
}

export interface StartRun {
  /** Names this execution: the same run may be executed again by the same thread. */
  execution: number
  run_id: string
  thread_id: string
  assistant: AssistantDefinition & { context: JsonObject }
  /** The assistants that its graph names. */
  assistants: AssistantDefinition[]
  input: JsonObject | null
  /** Messages of the thread that no run has taken in yet. */
  messages: ThreadMessage[]
  /** What the run goes on with, by interrupt. */
  resume: JsonObject | null
  /** The newest state of the thread. */
  checkpoint: StoredCheckpoint | null
  /** Of an earlier attempt or part of this run: the messages that it added. */
  addedMessages: string[]
  /** Null: nothing acts on it. */
  guardrails: ExecutorGuardrails | null
  /** Of the LangGraph dialect; null: it is a run of ours. */
  kwargs: RunKwargs | null
  /** Nothing is run: this is asked of the graph, or of the state of the thread. */
  inspection?: Inspection
}

/** Where a run of the LangGraph dialect leaves its thread. */
export interface ThreadState {
  values: JsonObject
  /** What its tasks asked, by task. */
  interrupts: JsonObject
  /** Whether there is a next step that waits for somebody. */
  isPaused: boolean
}

/** Checks of a guardrail that found nothing, where no more is kept of them. */
export interface PassedChecks {
  name: string
  type: GuardrailType
  checks: number
  latency_us: number
}

export type EventFields = { type: string } & JsonObject

/** What an execution wants stored, in order and as a whole. */
export interface JournalEntries extends CheckpointRows {
  events: EventFields[]
  messages: ThreadMessage[]
  /** Whether the input, or what the run was resumed with, is now part of the stored state. */
  isInputStored: boolean
  /** What guardrails decided. */
  decisions: DecisionRecord[]
  passed: PassedChecks[]
  /** What the record of the run is to hold of its input, where that may not stay as it was given. */
  input?: JsonObject
  kwargs?: RunKwargs
  /** The same of messages that were posted to the thread. */
  messageEdits: Pick<ThreadMessage, 'id' | 'content'>[]
}

export const emptyJournalEntries = (): JournalEntries => ({
  events: [],
  messages: [],
  checkpoints: [],
  values: [],
  writes: [],
  isInputStored: false,
  decisions: [],
  passed: [],
  messageEdits: [],
})

export interface RequiredInterrupt {
  id: string
  value: unknown
}

export interface Usage extends JsonObject {
  input_tokens: number
  output_tokens: number
  total_tokens: number
  model: string
  calls: number
  /** Of a model that does not count: an estimate. */
  estimated?: boolean
}

export interface RunFailure {
  code: RunFailureCode
  message: string
}

export type GraphOutcome = {
  usage: Usage | null
  /** Of the answer, where later ones are compared with it. */
  observation?: Observation
} & (
  | { status: 'completed'; output: JsonObject; state?: ThreadState }
  | { status: 'requires_action'; interrupts: RequiredInterrupt[] }
  | { status: 'failed'; error: RunFailure; state?: ThreadState }
  | { status: 'aborted' }
  | { status: 'inspected'; result: unknown }
)

/** A question to a model that is no part of a run. */
export interface CompletionRequest {
  settings: ModelSettings
  system: string
  user: string
  /** What the answer is to look like; null: any text. */
  schema: JsonObject | null
  timeoutMs: number
}

export interface Completion {
  text: string
  usage: Usage | null
  model: string
}

export type ToExecutor =
  | { type: 'complete'; id: number; request: CompletionRequest }
  | { type: 'start'; start: StartRun }
  | { type: 'abort'; execution: number }
  | { type: 'answer'; id: number; reply: StoredCheckpoint[] | StoreItemResult[] }
  | { type: 'refusal'; id: number; message: string }

export type FromExecutor =
  | { type: 'completion'; id: number; completion: Completion }
  | { type: 'incompletion'; id: number; error: RunFailure }
  | { type: 'ready' }
  | { type: 'records'; execution: number; entries: JournalEntries }
  | { type: 'end'; execution: number; entries: JournalEntries; outcome: GraphOutcome }
  | { type: 'ask'; id: number; execution: number; query: CheckpointQuery }
  | { type: 'items'; id: number; execution: number; operations: StoreItemOperation[] }

/** Slots of the memory that both sides see, after those of the beat: the execution whose code the executor entered last. */
export const LAST_ENTERED_SLOT = FIRST_FREE_SLOT
/** Megabytes that the executor holds outside of its heap, where no limit counts them. */
export const EXTERNAL_MB_SLOT = FIRST_FREE_SLOT + 1
export const SLOT_COUNT = FIRST_FREE_SLOT + 2

export interface ExecutorOptions {
  shared: SharedArrayBuffer
  models: JsonObject
  allowPrivateTargets: boolean
  /** Where langgraph.json lies, the graphs that it lists, and what it sets in their environment. */
  project: { folder: string; graphs: Record<string, string>; env: Record<string, string> } | null
}
