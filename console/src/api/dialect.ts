/** The resources of the LangGraph API by the names that screens use. */
import type { components } from './schema.d.ts'

type Schemas = components['schemas']

export type LangGraphThread = Schemas['LangGraphThread']
export type ThreadStatus = LangGraphThread['status']
/** A thread that waits for a person because a run of the LangGraph API has ended at an interrupt or a breakpoint. */
export type WaitingThread = Pick<
  LangGraphThread,
  'thread_id' | 'updated_at' | 'state_updated_at' | 'interrupts'
> & {
  extracted: { assistant_id: string | null }
}
export type LangGraphRun = Schemas['LangGraphRun']
export type LangGraphRunStatus = LangGraphRun['status']

/** The state of a thread at one checkpoint. `checkpoint` is null before the first run. */
export type ThreadState = Schemas['LangGraphThreadState']
export type Task = ThreadState['tasks'][number]
export type Interrupt = Schemas['LangGraphInterrupt']

export type GraphSchemas = Schemas['LangGraphSchemas']
export type JsonSchema = Record<string, unknown>
type Drawing = Schemas['LangGraphDrawing']

/** The nodes and edges of a graph; ids of nodes are always text here. */
export type GraphStructure = Omit<Drawing, 'nodes'> & {
  nodes: (Omit<Drawing['nodes'][number], 'id'> & { id: string })[]
}

/** What `POST /threads/{thread_id}/runs/stream` accepts, as far as the playground uses it. */
export type RunRequest = Pick<
  Schemas['LangGraphRunCreate'],
  | 'assistant_id'
  | 'input'
  | 'command'
  | 'checkpoint_id'
  | 'config'
  | 'context'
  | 'interrupt_before'
  | 'interrupt_after'
  | 'multitask_strategy'
>
