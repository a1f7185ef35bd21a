/** The compiled graph of an assistant: built-in, declarative or of the project, kept as long as it is used. */
import type { JsonObject } from '../../schema/common.js'
import type { AssistantDefinition, GraphParts } from '../graphs/parts.js'
import { INPUT_KEY } from '../../domain/graph-schema/state-keys.js'
import { AGENT_NODE_TYPES, agentGraph } from '../graphs/agent.js'
import { loadCodeGraph } from '../graphs/code.js'
import type { ExecutorOptions, StartRun } from '../executor-protocol.js'
import type { AnyGraph, LoadedGraph } from './graph.js'
import type { CheckpointSaver } from './saver.js'

const KEPT = 200

interface Options {
  project: ExecutorOptions['project']
  parts: Omit<GraphParts, 'assistant'>
  saver: CheckpointSaver
  /** Called whenever the code of one of a graph's nodes is entered. */
  entered: (runId: string, metadata: Record<string, unknown>) => void
}

export const makeGraphLoader = ({ project, parts, saver, entered }: Options) => {
  const loaded = new Map<string, Promise<LoadedGraph>>()

  const load = async ({ assistant, assistants }: StartRun): Promise<LoadedGraph> => {
    const found = await compile(assistant, {
      ...parts,
      assistant: (id) => assistants.find(({ assistant_id }) => assistant_id === id),
    })
    found.graph.checkpointer = saver
    markEntries(found.graph, entered)
    return found
  }

  const compile = async (
    assistant: AssistantDefinition,
    withAssistants: GraphParts,
  ): Promise<LoadedGraph> => {
    const { graph_id, config, graph_schema } = assistant
    if (Object.keys(graph_schema).length > 0) {
      const { compileDeclarative, nodeTypes } = await import('../graphs/declarative/compile.js')
      const { makeOutput } = await import('../graphs/declarative/output.js')
      const graph = await compileDeclarative(graph_schema, withAssistants, config, { agentGraph })
      return {
        graph: graph as unknown as AnyGraph,
        nodeTypes: nodeTypes(graph_schema),
        hidden: [INPUT_KEY],
        ...(graph_schema['output'] !== undefined && { output: makeOutput(graph_schema) }),
      }
    }
    if (project !== null && graph_id in project.graphs) {
      return {
        graph: await loadCodeGraph(project, graph_id, { configurable: config['configurable'] ?? {} }),
        nodeTypes: {},
      }
    }
    return {
      graph: (await agentGraph(config, withAssistants)) as unknown as AnyGraph,
      nodeTypes: AGENT_NODE_TYPES,
    }
  }

  return (start: StartRun): Promise<LoadedGraph> => {
    const key = keyOf(start)
    let graph = loaded.get(key)
    if (graph === undefined) {
      graph = load(start)
      // What could not be loaded is tried again by the next run.
      graph.catch(() => loaded.delete(key))
    } else {
      loaded.delete(key)
    }
    loaded.set(key, graph)
    if (loaded.size > KEPT) for (const oldest of loaded.keys()) if (loaded.size > KEPT) loaded.delete(oldest)
    return graph
  }
}

const keyOf = ({ assistant: { graph_id, config, graph_schema }, assistants }: StartRun): string =>
  JSON.stringify([graph_id, config, graph_schema, assistants] satisfies (string | JsonObject | unknown[])[])

const markEntries = (graph: AnyGraph, entered: Options['entered']): void => {
  for (const node of Object.values(graph.nodes as Record<string, { bound: Entered }>)) {
    const { bound } = node
    const invoke = bound.invoke.bind(bound)
    bound.invoke = (input, config) => {
      const runId = config?.configurable?.run_id
      if (runId !== undefined) entered(runId, config?.metadata ?? {})
      return invoke(input, config)
    }
  }
}

interface Entered {
  invoke: (
    input: unknown,
    config?: { configurable?: { run_id?: string }; metadata?: Record<string, unknown> },
  ) => unknown
}
