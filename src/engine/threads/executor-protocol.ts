/**
 * The messages between the main thread and an executor thread. Each side collects the messages of one turn of
 * its event loop and posts them together.
 */
import { FIRST_FREE_SLOT } from './heartbeat.js'
import type { GuardrailSet } from '../../guardrails/policy/guardrail-resolver.js'
import type { Observation } from '../../guardrails/detectors/anomaly/observation.js'
import type { DecisionRecord } from '../../guardrails/rules/decision.js'
import type { TokenUsage } from '../../guardrails/detectors/spend/spending.js'
import type { OutputText, Text } from '../../platform/shared-text.js'
import type { EventFields, TaskFields } from '../../events/run-event.js'
import type { JsonObject } from '../../schema/common.js'
import type { GuardrailType } from '../../schema/guardrail.js'
import type { Inspection } from '../../schema/inspection.js'
import type { StoreItemResult, StoreItemOperation } from '../../schema/store-item.js'
import type { MessageRole } from '../../schema/message.js'
import type { RunFailureCode } from '../../schema/run.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { ChannelValueRow } from '../../store/threads/channel-values.js'
import type { VersionRow } from '../../store/threads/read-version.js'
import type { CheckpointRows, StoredCheckpoint } from '../../store/threads/checkpoints.js'
import type { CheckpointQuery } from '../../store/threads/find-checkpoints.js'
import type { StateMembers } from '../../store/threads/state-members.js'
import type { ModelUsage } from '../../domain/costs/usage.js'
import type { SecretValues } from '../../domain/secrets/references.js'
import type { LogLine } from '../sdk-logger.js'
import type { AssistantDefinition, ModelSettings } from '../graphs/graph-deps.js'
import type { LoadProblem } from '../loading/load-problem.js'
import type { WatchTarget } from '../loading/watch-target.js'

/** A message as it is stored in the messages of a thread. */
export interface ThreadMessage {
  id: string
  role: MessageRole
  content: string | JsonObject[]
  name?: string
  tool_calls?: { id: string; name: string; arguments: JsonObject }[]
  tool_call_id?: string
}

/** The guardrails that apply to a run. */
export interface RunGuardrails {
  set: GuardrailSet
  /** Earlier token usage that counts against each budget, by guardrail name. */
  spending: Record<string, TokenUsage[]>
}

/**
 * The same for an executor. The definitions are JSON text: the executor parses them once per hash, and a
 * string is cheap to send with every run.
 */
export interface ExecutorGuardrails extends Omit<RunGuardrails, 'set'> {
  set: Omit<GuardrailSet, 'definitions'>
  definitions: string
}

/** The span of a traced run, and what the span IDs of its calls are derived from; see span-ids.ts. */
export interface RunTraceStart {
  traceparent: string
  run_id: string
  scope: string
}

export interface StartRun {
  /** Identifies this execution: the same executor thread may execute the same run again. */
  executionId: number
  tenant_id: string
  run_id: string
  thread_id: string
  assistant: AssistantDefinition & { context: JsonObject }
  /** The assistants that its graph references. */
  assistants: AssistantDefinition[]
  /** The named secrets that the assistants refer to, by name. */
  secrets: SecretValues
  /** Texts that must not leave the executor thread: the named secrets and the credentials of requests. */
  redactedTexts: string[]
  input: JsonObject | null
  /** True if the input is large; then the executor reads it. */
  hasLargeInput?: boolean
  /** Messages that were posted to the thread and belong to no run yet. */
  messages: ThreadMessage[]
  /** The resume values, by interrupt id. */
  resume: JsonObject | null
  /** The latest checkpoint of the thread. Its large values are not sent along: the executor may have them from an earlier run. */
  checkpoint: StoredCheckpoint | null
  /** The newest version of the thread's values; see store/threads/thread-values.ts. */
  latestValues?: string
  /** A run of the native API starts from this checkpoint, until it has one of its own. */
  fromCheckpointId?: string
  /** Ids of the messages that earlier executions of this run added. */
  addedMessages: string[]
  /** Null if no guardrail applies. */
  guardrails: ExecutorGuardrails | null
  /** Set if the run was created through the LangGraph API; null for the native API. */
  kwargs: RunKwargs | null
  /** True if the start of the first node must be stored before the node is executed, because a worker died with this run. */
  confirmsNodeStart?: boolean
  /** How far the clock of the service is ahead of the clock of the machine. They differ if it uses the time of the database. */
  clockOffsetMs?: number
  /** Undefined: the run is not traced. */
  trace?: RunTraceStart
  /** If set, no run is executed: the executor reads or updates the graph or the state of the thread. */
  inspection?: Inspection
}

/** The state in which a run of the LangGraph API leaves its thread. */
export interface ThreadState {
  /** An object, except for a graph of the functional API, whose value is whatever it returns. */
  values: unknown
  /** Pending interrupts, by task id. */
  interrupts: JsonObject
  /** True if a next step waits for input. */
  isPaused: boolean
}

/** Checks of a guardrail that found nothing, counted instead of stored one by one. */
export interface PassedChecks {
  name: string
  type: GuardrailType
  checks: number
  latency_us: number
}

/** What an execution asks the journal to store: in order, and in one batch. */
export interface JournalEntries extends CheckpointRows {
  events: EventFields[]
  messages: ThreadMessage[]
  threadValues: VersionRow[]
  /** True if the stored state now contains the run's input or its resume values. */
  isInputStored: boolean
  /** True if the first node of this execution has started. */
  hasStartedNode: boolean
  /** Decisions of guardrails. */
  decisions: DecisionRecord[]
  passedChecks: PassedChecks[]
  /** Replaces the run's stored input, if guardrails do not allow the original to be kept. */
  input?: JsonObject
  kwargs?: RunKwargs
  /** The same for messages that were posted to the thread. */
  messageEdits: Pick<ThreadMessage, 'id' | 'content'>[]
}

export const emptyJournalEntries = (): JournalEntries => ({
  events: [],
  messages: [],
  checkpoints: [],
  values: [],
  writes: [],
  threadValues: [],
  isInputStored: false,
  hasStartedNode: false,
  decisions: [],
  passedChecks: [],
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
  /** Set if the model reports no usage and the numbers are estimates. */
  estimated?: boolean
  /** The same by model. */
  models?: Record<string, ModelUsage>
}

export interface RunFailure {
  code: RunFailureCode
  message: string
}

export type GraphOutcome = {
  usage: Usage | null
  /** Features of the output, if an anomaly guardrail compares outputs. */
  observation?: Observation
} & (
  | { status: 'completed'; output: unknown; state?: ThreadState }
  /** `tasks` are the tasks that raised the interrupts, by the id of the interrupt. */
  | { status: 'requires_action'; interrupts: RequiredInterrupt[]; tasks: Record<string, TaskFields> }
  /** `node` (the node that threw) and `stack` are for the log and are not stored. */
  | { status: 'failed'; error: RunFailure; node?: string; stack?: string; state?: ThreadState }
  | { status: 'aborted' }
  /** When it is posted, a large `state` or `history` is a shared text, and `thread_state` is a PostedState. */
  | { status: 'inspected'; kind: Inspection['kind']; result: unknown }
)

/** The JSON of an output. With a version, it is stored once, and the run and its last event refer to it. */
export interface PostedOutput {
  text: OutputText | null
  /** The number of its characters. */
  length: number
  version?: string | undefined
}

/** `values` and `interrupts` are JSON. */
export interface PostedState extends Omit<ThreadState, 'values' | 'interrupts'> {
  /** Null if there is a reference. */
  values: Text | null
  /** A large state is stored as a version, like an output. */
  reference?: (StateMembers & { version: string }) | undefined
  interrupts: string
}

/** The outcome as the main thread receives it: large values are serialized once, in the executor. */
export type PostedOutcome =
  | (Omit<Extract<GraphOutcome, { status: 'completed' }>, 'output' | 'state'> & {
      output: PostedOutput
      state?: PostedState | undefined
    })
  | (Omit<Extract<GraphOutcome, { status: 'failed' }>, 'state'> & { state?: PostedState | undefined })
  | Exclude<GraphOutcome, { status: 'completed' | 'failed' }>

/** A model call outside of any run. */
export interface CompletionRequest {
  settings: ModelSettings
  system: string
  user: string
  /** JSON Schema of the output; null allows any text. */
  schema: JsonObject | null
  timeoutMs: number
}

export interface Completion {
  text: string
  usage: Usage | null
  model: string
}

/** Versions of the values of a checkpoint, or of the thread; or the input of the run, as a single row. */
export type ValueQuery =
  | { checkpoint_ns: string; versions: Record<string, number | string> }
  | { version: string }
  | { kind: 'input' }

export type ValueQueryRows = ChannelValueRow[] | VersionRow[]

export type ToExecutor =
  | { type: 'load_graphs'; graphIds: string[] }
  | { type: 'complete'; id: number; request: CompletionRequest }
  | { type: 'start'; start: StartRun }
  /** A run of the thread that these values belong to starts within milliseconds. */
  | { type: 'expect_run'; tenantId: string; keptValues: string[] }
  | { type: 'abort'; executionId: number }
  | { type: 'reply'; id: number; reply: StoredCheckpoint[] | ValueQueryRows | StoreItemResult[] | null }
  | { type: 'request_failed'; id: number; message: string }

/** Chunks of streamed output, four values for each: the ID of the execution, the type, the time and the text of the event. */
export type ChunkList = (number | string)[]

/** How an execution ends, unless its executor thread crashes. */
export interface CompletedExecution {
  entries: JournalEntries
  outcome: PostedOutcome
  /** Identify the lists of messages that the executor keeps in memory for the next run of the thread. */
  keptValues?: string[]
}

export type FromExecutor =
  | { type: 'completion'; id: number; completion: Completion }
  | { type: 'completion_failed'; id: number; error: RunFailure }
  | { type: 'ready' }
  /** One per graph of `load_graphs`, in the same order. */
  | { type: 'graph_loaded'; graphId: string; problem: LoadProblem | null }
  | { type: 'watch'; targets: WatchTarget[] }
  | { type: 'project_warning'; message: string }
  | { type: 'entries'; executionId: number; entries: JournalEntries }
  /** Entries that consist of nothing but chunks of streamed output, of any executions. */
  | { type: 'chunks'; chunks: ChunkList }
  | ({ type: 'end'; executionId: number } & CompletedExecution)
  | { type: 'find_checkpoints'; id: number; executionId: number; query: CheckpointQuery }
  | { type: 'find_values'; id: number; executionId: number; query: ValueQuery }
  /** Asks for a reply once all entries that were posted before are stored. */
  | { type: 'await_entries'; id: number; executionId: number }
  | { type: 'store_operations'; id: number; executionId: number; operations: StoreItemOperation[] }
  | ({ type: 'log' } & LogLine)

/**
 * Slots of the shared memory, after those of the heartbeat. This one holds the id of the execution whose code
 * was entered last.
 */
export const LAST_ENTERED_SLOT = FIRST_FREE_SLOT
/** Megabytes outside of the V8 heap, which the heap limit does not count. */
export const EXTERNAL_MB_SLOT = FIRST_FREE_SLOT + 1
/**
 * 1 while a graph is being loaded. Since Node 22, an import runs without a turn of the event loop, so a thread is silent while it
 * loads the code of a graph.
 */
export const LOADING_SLOT = FIRST_FREE_SLOT + 2
/** Megabytes of the heap that the thread uses. */
export const HEAP_MB_SLOT = FIRST_FREE_SLOT + 3
export const SLOT_COUNT = FIRST_FREE_SLOT + 4

export interface ExecutorProject {
  file: string
  folder: string
  graphs: Record<string, string>
  env: Record<string, string>
}

export interface ExecutorOptions {
  sharedMemory: SharedArrayBuffer
  /** Where the thread reports the delay of its event loop. */
  delayMemory: Int32Array<SharedArrayBuffer>
  models: JsonObject
  allowPrivateTargets: boolean
  /** The state of a thread, as JSON, may not be larger. */
  maxStateBytes: number
  /** The path of langgraph.json, its folder, the graphs that it lists and the environment variables that it sets. */
  project: ExecutorProject | null
  /** True if the thread reports the files of the project that it loads. */
  reportsFiles: boolean
  /** True if requests of the project's code carry the trace context. */
  tracesRequests: boolean
}
