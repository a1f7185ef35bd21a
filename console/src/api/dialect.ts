/** The resources of the LangGraph API, as far as screens read them. */

export type ThreadStatus = 'idle' | 'busy' | 'interrupted' | 'error'

export interface LangGraphThread {
  thread_id: string
  created_at: string
  updated_at: string
  metadata: Record<string, unknown>
  status: ThreadStatus
  values?: Record<string, unknown> | null
}

export interface Interrupt {
  id?: string
  value: unknown
}

export interface Task {
  id: string
  name: string
  error: unknown
  interrupts: Interrupt[]
  result?: unknown
}

export interface CheckpointRef {
  checkpoint_id: string
  checkpoint_ns?: string
}

/** The state of a thread at one checkpoint. `checkpoint` is null before the first run. */
export interface ThreadState {
  values: unknown
  next: string[]
  tasks: Task[]
  metadata: Record<string, unknown> | null
  created_at: string | null
  checkpoint: CheckpointRef | null
  parent_checkpoint: CheckpointRef | null
}

export type LangGraphRunStatus = 'pending' | 'running' | 'error' | 'success' | 'timeout' | 'interrupted'

export interface LangGraphRun {
  run_id: string
  thread_id: string
  assistant_id: string
  created_at: string
  updated_at: string
  status: LangGraphRunStatus
  metadata: Record<string, unknown>
  kwargs: Record<string, unknown>
}

export type JsonSchema = Record<string, unknown>

export interface GraphSchemas {
  graph_id: string
  input_schema?: JsonSchema | null
  output_schema?: JsonSchema | null
  state_schema?: JsonSchema | null
  config_schema?: JsonSchema | null
  context_schema?: JsonSchema | null
}

export interface GraphStructure {
  nodes: { id: string; type?: string; data?: unknown; metadata?: Record<string, unknown> }[]
  edges: { source: string; target: string; conditional?: boolean; data?: unknown }[]
}

/** What `POST /threads/{thread_id}/runs/stream` accepts, as far as the playground uses it. */
export interface RunRequest {
  assistant_id: string
  input?: unknown
  command?: { resume?: unknown }
  checkpoint_id?: string
  config?: Record<string, unknown>
  context?: Record<string, unknown>
  multitask_strategy?: 'enqueue' | 'interrupt' | 'rollback' | 'reject'
}
