/** Converts the stream modes `debug`, `checkpoints` and `tasks` to the form that LangGraph's servers send. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { JsonObject } from '../../../schema/common.js'
import { toCheckpointPlace } from './state-to-wire.js'

interface StoredCheckpoint extends JsonObject {
  config?: RunnableConfig
  parentConfig?: RunnableConfig
  tasks: Task[]
}

interface Task extends JsonObject {
  state?: unknown
}

/** Removes LangGraph's internal objects from the configs in these modes. */
export const debugToWire = (mode: string, content: unknown): unknown => {
  if (mode === 'tasks') return taskToWire(content as Task)
  if (mode === 'checkpoints') {
    const { values, metadata, next } = content as StoredCheckpoint
    return { values, metadata, next }
  }
  if (mode !== 'debug') return content
  const { type, payload, ...rest } = content as { type: string; payload: unknown }
  if (type === 'checkpoint') return { ...rest, type, payload: checkpointToWire(payload as StoredCheckpoint) }
  return { ...rest, type, payload: taskToWire(payload as Task) }
}

const checkpointToWire = ({ config, parentConfig, tasks, ...rest }: StoredCheckpoint): JsonObject => ({
  ...rest,
  config: configToWire(config),
  ...(parentConfig !== undefined && { parent_config: configToWire(parentConfig) }),
  tasks: tasks.map(taskToWire),
  checkpoint: toCheckpointPlace(config),
  parent_checkpoint: toCheckpointPlace(parentConfig),
})

const configToWire = (config: RunnableConfig | undefined): JsonObject => {
  const { configurable = {}, metadata, tags, recursion_limit } = (config ?? {}) as RunnableConfig & JsonObject
  const publicEntries = Object.entries(configurable).filter(([key]) => !key.startsWith('__'))
  return { configurable: Object.fromEntries(publicEntries), metadata, recursion_limit, tags }
}

/** The task of a subgraph references the checkpoints of the subgraph. */
const taskToWire = ({ state, ...task }: Task): JsonObject => {
  const { thread_id, ...checkpoint } = ((state as RunnableConfig | undefined)?.configurable ??
    {}) as JsonObject
  if (thread_id === undefined) return state === undefined ? task : { ...task, state }
  const { checkpoint_id = null, checkpoint_ns = '', checkpoint_map = null } = checkpoint
  return { ...task, checkpoint: { thread_id, checkpoint_id, checkpoint_ns, checkpoint_map } }
}
