/**
 * What depends on the copy of LangGraph that created a graph. The copy accepts some objects only as instances of its own classes: a
 * `Send`, and for the project's code, which uses `instanceof`, the messages of a state that was read from a checkpoint.
 */
import { Send } from '@langchain/langgraph'
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { lt, satisfies } from 'semver'
import { findCopyOf } from './langgraph-copies.js'

interface ProjectLangGraph {
  version: string
  Send?: new (node: string, input: unknown) => Send
  MemorySaver?: new () => { serde: SerializerProtocol }
  messagesStateReducer?: unknown
}

/** Graphs without an entry are ours. */
const copies = new WeakMap<object, ProjectLangGraph>()

export const registerLangGraphCopy = async (graph: object, file: string): Promise<void> => {
  const copy = await findCopyOf(graph, file)
  if (copy === undefined) return
  const library = (await copy.load('.')) as Omit<ProjectLangGraph, 'version'>
  const { Send: ProjectSend, MemorySaver, messagesStateReducer } = library
  copies.set(graph, {
    version: copy.version,
    ...(ProjectSend !== undefined && { Send: ProjectSend }),
    ...(MemorySaver !== undefined && { MemorySaver }),
    messagesStateReducer,
  })
}

export const createSend = (graph: object, node: string, input: unknown): Send => {
  const ProjectSend = copies.get(graph)?.Send ?? Send
  return new ProjectSend(node, input)
}

/** The serializer that restores the project's own classes from a checkpoint. Undefined for our own graphs. */
export const getSerializer = (graph: object): SerializerProtocol | undefined => {
  const { MemorySaver } = copies.get(graph) ?? {}
  return MemorySaver && new MemorySaver().serde
}

/** True if the graph comes from a project with an older version of LangGraph. */
export const isOlderThan = (graph: object, version: string): boolean => {
  const copy = copies.get(graph)
  return copy !== undefined && lt(copy.version, version)
}

/** The range of our own copy in package.json. */
const OUR_VERSIONS = '~1.4.18'

/** False if the graph comes from a project with another version of LangGraph, whose internals may differ. */
export const usesOurLangGraphVersion = (graph: object): boolean => {
  const copy = copies.get(graph)
  return copy === undefined || satisfies(copy.version, OUR_VERSIONS)
}

/** Channels of LangGraph that execute no code of the project. */
const OWN_CHANNELS = new Set([
  'AnyValue',
  'DynamicBarrierValue',
  'EphemeralValue',
  'LastValue',
  'LastValueAfterFinish',
  'NamedBarrierValue',
  'NamedBarrierValueAfterFinish',
  'Topic',
  'UntrackedValue',
])

/** True if no code of the project combines values of the state. False for versions of LangGraph that we do not know. */
export const hasOnlyLangGraphReducers = (graph: object): boolean => {
  const { messagesStateReducer } = copies.get(graph) ?? {}
  const { channels, builder } = graph as GraphParts
  return (
    messagesStateReducer !== undefined &&
    usesOurLangGraphVersion(graph) &&
    builder?.branches !== undefined &&
    Object.values(channels).every(
      ({ lc_graph_name, operator }) =>
        OWN_CHANNELS.has(lc_graph_name ?? '') ||
        (lc_graph_name === 'BinaryOperatorAggregate' && operator === messagesStateReducer),
    )
  )
}

interface GraphParts {
  channels: Record<string, { lc_graph_name?: string; operator?: unknown }>
  /** Functional graphs have none. */
  builder?: { branches?: object }
}
