/** The node that a running run executes, as far as the events of its last stored batch say. */
interface StoredEvent {
  type: string
  node_id?: unknown
  task_id?: unknown
}

const ENDED = new Set(['node.completed', 'node.failed'])

/** Returns the node whose task was active last, or null if the events name none that is still executing. */
export const findCurrentNode = (events: string): string | null => {
  const active = new Map<unknown, string>()
  for (const { type, node_id, task_id } of JSON.parse(events) as StoredEvent[]) {
    if (typeof node_id !== 'string') continue
    const key = task_id ?? node_id
    // An entry that is set again moves to the end.
    active.delete(key)
    if (!ENDED.has(type)) active.set(key, node_id)
  }
  return [...active.values()].at(-1) ?? null
}
