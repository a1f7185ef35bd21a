/** Keys that every graph has: the run's input, and the conversation. */
export const INPUT_KEY = 'input'
export const MESSAGES_KEY = 'messages'
/** Within a map: the place of the item in the list. */
export const INDEX_KEY = 'index'

interface StateKeySource {
  state?: object
  nodes: readonly object[]
}

/** The state keys of a graph's own: those it declares and those its nodes write. Reads graphs with mistakes, too. */
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
