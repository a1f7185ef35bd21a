/** Converts a state snapshot to its representation in the LangGraph API. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StateSnapshot } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import { toWire } from './to-wire.js'

export const toCheckpointPlace = (config: RunnableConfig | undefined): JsonObject | null => {
  const {
    thread_id,
    checkpoint_id,
    checkpoint_ns = '',
    checkpoint_map,
  } = (config?.configurable ?? {}) as JsonObject
  if (checkpoint_id === undefined) return null
  return { thread_id, checkpoint_id, checkpoint_ns, checkpoint_map: checkpoint_map ?? null }
}

/** Clients expect a string. Errors from a checkpoint are plain objects with the fields of the error. */
const toErrorText = (error: unknown): string =>
  typeof error === 'string'
    ? error
    : JSON.stringify(toWire(error instanceof Error ? toPlainError(error) : error))

const toPlainError = ({ name, message }: Error): JsonObject => ({ message, name })

export const stateToWire = (snapshot: StateSnapshot): JsonObject => {
  const tasks = snapshot.tasks.map((task) => {
    const { id, name, error, interrupts, path, state, result } = task as typeof task & { result?: unknown }
    const isNested = state !== undefined && 'values' in state
    return {
      id,
      name,
      error: error == null ? null : toErrorText(error),
      interrupts,
      path: path ?? [],
      checkpoint: state !== undefined && !isNested ? ((state as RunnableConfig).configurable ?? null) : null,
      state: isNested ? stateToWire(state) : null,
      result: result ?? null,
    }
  })
  return toWire({
    values: snapshot.values as unknown,
    next: snapshot.next,
    tasks,
    metadata: snapshot.metadata ?? {},
    created_at: snapshot.createdAt ?? null,
    checkpoint: toCheckpointPlace(snapshot.config),
    parent_checkpoint: toCheckpointPlace(snapshot.parentConfig),
    interrupts: tasks.flatMap((task) => task.interrupts),
  }) as JsonObject
}
