/** The compiled graph of an assistant: built-in, declarative or of the project, kept as long as it is used. */
import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables'
import { START } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'
import type { AssistantDefinition, GraphDeps } from '../graphs/graph-deps.js'
import { INPUT_KEY } from '../../domain/graph-schema/state-keys.js'
import { AGENT_NODE_TYPES, buildAgentGraph } from '../graphs/agent.js'
import { loadCodeGraph } from '../graphs/code-graph.js'
import { makeLruCache } from '../../platform/lru-cache.js'
import type { ExecutorOptions, StartRun } from '../threads/executor-protocol.js'
import type { AnyGraph, LoadedGraph } from './loaded-graph.js'
import { makeFinalNodeCheck } from './guardrails/final-nodes.js'
import { runGuardedNode } from './guardrails/human-review.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { NodeEvents } from './node-events.js'
import type { Observer } from './observer.js'
import type { LongTermStore } from './long-term-store.js'
import type { CheckpointSaver } from './checkpoint-saver.js'

const MAX_CACHED_GRAPHS = 200

interface GraphLoaderDeps {
  project: ExecutorOptions['project']
  graphDeps: Omit<GraphDeps, 'assistant'>
  saver: CheckpointSaver
  /** Called when the code of a node (then with its metadata) or of an edge is entered. Returns who is to hear of what it does. */
  onEnter: (runId: string | undefined, metadata?: Record<string, unknown>) => ExecutionContext | undefined
}

export interface ExecutionContext {
  observer: Observer | undefined
  guard: RunGuard | undefined
  /** What the code remembers across threads, as `config.store`. */
  store?: LongTermStore | undefined
  /** Told of a node that threw. */
  nodes?: NodeEvents | undefined
}

export const makeGraphLoader = ({ project, graphDeps, saver, onEnter }: GraphLoaderDeps) => {
  const cache = makeLruCache<Promise<LoadedGraph>>(MAX_CACHED_GRAPHS)

  const load = async ({ assistant, assistants }: StartRun): Promise<LoadedGraph> => {
    const compiled = await compile(assistant, {
      ...graphDeps,
      assistant: (id) => assistants.find(({ assistant_id }) => assistant_id === id),
    })
    compiled.graph.checkpointer = saver
    const answers = makeFinalNodeCheck(compiled.graph)
    return {
      ...compiled,
      answers,
      needsGraphCallbacks: instrumentGraph(compiled.graph, onEnter, isCodeGraph(assistant)),
    }
  }

  const isCodeGraph = ({ graph_id, graph_schema }: AssistantDefinition): boolean =>
    Object.keys(graph_schema).length === 0 && project !== null && graph_id in project.graphs

  const compile = async (
    assistant: AssistantDefinition,
    depsWithAssistants: GraphDeps,
  ): Promise<Omit<LoadedGraph, 'answers'>> => {
    const { graph_id, config, graph_schema } = assistant
    if (Object.keys(graph_schema).length > 0) {
      const { compileDeclarative, toNodeTypes } = await import('../graphs/declarative/compile.js')
      const { compileOutput } = await import('../graphs/declarative/output.js')
      const graph = await compileDeclarative(graph_schema, depsWithAssistants, config, { buildAgentGraph })
      return {
        graph: graph as unknown as AnyGraph,
        nodeTypes: toNodeTypes(graph_schema),
        hiddenKeys: [INPUT_KEY],
        ...(graph_schema['output'] !== undefined && { output: compileOutput(graph_schema) }),
      }
    }
    if (project !== null && isCodeGraph(assistant)) {
      return {
        graph: await loadCodeGraph(project, graph_id, { configurable: config['configurable'] ?? {} }),
        nodeTypes: {},
      }
    }
    return {
      graph: (await buildAgentGraph(config, depsWithAssistants)) as unknown as AnyGraph,
      nodeTypes: AGENT_NODE_TYPES,
    }
  }

  return (start: StartRun): Promise<LoadedGraph> => {
    const key = toCacheKey(start)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const graph = load(start)
    cache.set(key, graph)
    // What could not be loaded is tried again by the next run.
    graph.catch(() => {
      cache.remove(key)
    })
    return graph
  }
}

const toCacheKey = ({ assistant: { graph_id, config, graph_schema }, assistants }: StartRun): string =>
  JSON.stringify([graph_id, config, graph_schema, assistants] satisfies (string | JsonObject | unknown[])[])

/**
 * Puts our observer into the code of the nodes, and of the functions that choose the next ones, instead of into the
 * whole graph: LangChain keeps books about everything that runs under a callback, and LangGraph's own parts, which tell
 * us nothing, took a fifth of a run that way (November 2026). Graphs of the functional API are observed as a whole,
 * because their tasks are not among their nodes. Returns whether that is to be done.
 *
 * The long-term store is given to the code in the same way (`hasStore`; our own graphs use none). LangGraph would wrap the store
 * of a graph into one that looks for work every millisecond of the run, forgets `index` and cannot list namespaces.
 */
const instrumentGraph = (
  graph: AnyGraph,
  onEnter: GraphLoaderDeps['onEnter'],
  hasStore: boolean,
): boolean => {
  const { branches } = (graph as { builder?: { branches?: Branches } }).builder ?? {}
  for (const [name, { bound }] of Object.entries(graph.nodes as Record<string, { bound: Instrumentable }>)) {
    instrument(bound, (config) => {
      const context = onEnter(config.configurable?.run_id, config.metadata ?? {})
      return {
        observer: branches === undefined ? undefined : context?.observer,
        // What the first one hands on is the input, which was looked at before.
        guard: name === START ? undefined : context?.guard,
        nodes: context?.nodes,
        store: hasStore ? context?.store : undefined,
      }
    })
  }
  if (branches === undefined) return true
  for (const { path } of Object.values(branches).flatMap((nodeBranches) => Object.values(nodeBranches)))
    instrument(path, (config) => {
      const context = onEnter(config.configurable?.run_id)
      return { observer: context?.observer, guard: undefined, store: hasStore ? context?.store : undefined }
    })
  return false
}

const YIELD_INTERVAL_MS = 25
let lastYieldAt = 0

/**
 * As long as nodes wait for nothing, LangGraph goes from one to the next within one turn of the loop: nothing would be
 * sent, and a graph that computes for seconds would pass for one that hangs.
 */
const yieldToEventLoop = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
  lastYieldAt = performance.now()
}

/** A graph of a project may serve several assistants, and be part of another graph. */
const instrumented = new WeakSet<Instrumentable>()

const instrument = (
  runnable: Instrumentable,
  onEnter: (config: NodeConfig) => Partial<ExecutionContext>,
): void => {
  if (instrumented.has(runnable)) return
  instrumented.add(runnable)
  const invoke = runnable.invoke.bind(runnable)
  runnable.invoke = async (input, config = {}) => {
    if (performance.now() - lastYieldAt > YIELD_INTERVAL_MS) await yieldToEventLoop()
    // Right before the code itself: should the thread die in it, it was this one.
    const { observer, guard, nodes, store } = onEnter(config)
    const observedConfig = withObserver(config, observer)
    const run = async () => invoke(input, store === undefined ? observedConfig : { ...observedConfig, store })
    try {
      return await (guard === undefined ? run() : runGuardedNode(guard, config, run))
    } catch (error) {
      nodes?.onError(config.metadata ?? {})
      throw error
    }
  }
}

const withObserver = (config: NodeConfig, observer: Observer | undefined): NodeConfig => {
  if (observer === undefined || hasObserver(config.callbacks, observer)) return config
  const callbacks = [observer]
  // The name of the node, which would become that of the first model or tool that it calls.
  const { runName: _, ...unnamed } = config
  return config.callbacks === undefined ? { ...unnamed, callbacks } : mergeConfigs(unnamed, { callbacks })
}

const hasObserver = (callbacks: NodeConfig['callbacks'], observer: Observer): boolean =>
  (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).includes(observer)

type NodeConfig = RunnableConfig<{ run_id?: string }> & { store?: LongTermStore }

interface Instrumentable {
  invoke: (input: unknown, config?: NodeConfig) => unknown
}

type Branches = Record<string, Record<string, { path: Instrumentable }>>
