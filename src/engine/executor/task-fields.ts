/** Reads the task that an event belongs to from the metadata that LangGraph passes to models, tools and nodes. */
import type { TaskFields } from '../../events/run-event.js'

export const toTaskFields = (metadata: Record<string, unknown>): TaskFields => {
  const namespace = getNamespace(metadata)
  const step = metadata['langgraph_step']
  return {
    node_id: toNodeId(metadata),
    task_id: getLastTaskId(namespace),
    step: typeof step === 'number' ? step : null,
    parent: getLastTaskId(namespace.slice(0, -1)),
  }
}

/** The id of the LangGraph task: the last segment of its checkpoint namespace. */
export const getTaskId = (metadata: Record<string, unknown>): string =>
  getLastTaskId(getNamespace(metadata)) ?? ''

/** LangGraph identifies a place in nested graphs as `outer:uuid|inner:uuid`; the node id is `outer/inner`. */
export const toNodeId = (metadata: Record<string, unknown>): string => {
  const namespace = getNamespace(metadata)
  if (namespace.length > 0) return toNodePath(namespace)
  return typeof metadata['langgraph_node'] === 'string' ? metadata['langgraph_node'] : ''
}

export const toNodePath = (namespace: readonly string[]): string =>
  namespace.map((segment) => segment.replace(/:[^:]*$/, '')).join('/')

export const getLastTaskId = (namespace: readonly string[]): string | null => {
  const segment = namespace.at(-1)
  return segment?.includes(':') === true ? segment.slice(segment.lastIndexOf(':') + 1) : null
}

const getNamespace = (metadata: Record<string, unknown>): string[] => {
  const namespace = metadata['langgraph_checkpoint_ns'] ?? metadata['checkpoint_ns']
  return typeof namespace === 'string' && namespace !== '' ? namespace.split('|') : []
}

/** Rounds a duration to tenths of a millisecond. */
export const toMilliseconds = (duration: number): number => Math.round(duration * 10) / 10
