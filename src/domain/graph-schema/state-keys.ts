/** Keys that every graph has: the input of the run, and the conversation. */
export const INPUT_KEY = 'input'
export const MESSAGES_KEY = 'messages'
/** The position of the item in the list; available inside a map node. */
export const INDEX_KEY = 'index'

interface StateKeySource {
  state?: object
  nodes: readonly object[]
}

/** Returns the state keys that a graph declares or that its nodes write. Also works for invalid graphs. */
export const getStateKeys = (graph: StateKeySource): Set<string> => {
  const keys = new Set(Object.keys(graph.state ?? {}))
  for (const node of graph.nodes) {
    const { output, set } = node as { output?: unknown; set?: unknown }
    if (typeof output === 'string') keys.add(output)
    if (typeof set === 'object' && set !== null) for (const key of Object.keys(set)) keys.add(key)
  }
  keys.delete(INPUT_KEY)
  keys.delete(MESSAGES_KEY)
  return keys
}
