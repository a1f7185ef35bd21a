/** The node that a running run executes, as far as the events of its last stored batch say. */
interface StoredEvent {
  type: string
  node_id?: unknown
  task_id?: unknown
  will_retry?: unknown
}

/** A failed node that is tried again stays the current one while it waits. */
const isEnd = ({ type, will_retry }: StoredEvent): boolean =>
  type === 'node.completed' || (type === 'node.failed' && will_retry !== true)

/** Returns the node whose task was active last, or null if the events name none that is still executing. */
export const findCurrentNode = (events: string): string | null => {
  const active = new Map<unknown, string>()
  for (const event of JSON.parse(events) as StoredEvent[]) {
    const { node_id, task_id } = event
    if (typeof node_id !== 'string') continue
    const key = task_id ?? node_id
    // An entry that is set again moves to the end.
    active.delete(key)
    if (!isEnd(event)) active.set(key, node_id)
  }
  return [...active.values()].at(-1) ?? null
}
