/** The compiled graph of an assistant: built-in, declarative or of the project, kept as long as it is used. */
import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables'
import { START } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'
import type { AssistantDefinition, GraphParts } from '../graphs/graph-deps.js'
import { INPUT_KEY } from '../../domain/graph-schema/state-keys.js'
import { AGENT_NODE_TYPES, agentGraph } from '../graphs/agent.js'
import { loadCodeGraph } from '../graphs/code-graph.js'
import { makeRecent } from '../../platform/lru-cache.js'
import type { ExecutorOptions, StartRun } from '../threads/executor-protocol.js'
import type { AnyGraph, LoadedGraph } from './loaded-graph.js'
import { answeringNodes } from './guardrails/final-nodes.js'
import { guardNode } from './guardrails/human-review.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { Nodes } from './node-events.js'
import type { Observer } from './observer.js'
import type { LongTermStore } from './long-term-store.js'
import type { CheckpointSaver } from './checkpoint-saver.js'

const KEPT = 200

interface Options {
  project: ExecutorOptions['project']
  parts: Omit<GraphParts, 'assistant'>
  saver: CheckpointSaver
  /** Called when the code of a node (then with its metadata) or of an edge is entered. Returns who is to hear of what it does. */
  entered: (runId: string | undefined, metadata?: Record<string, unknown>) => Entry | undefined
}

export interface Entry {
  observer: Observer | undefined
  guard: RunGuard | undefined
  /** What the code remembers across threads, as `config.store`. */
  store?: LongTermStore | undefined
  /** Told of a node that threw. */
  nodes?: Nodes | undefined
}

export const makeGraphLoader = ({ project, parts, saver, entered }: Options) => {
  const loaded = makeRecent<Promise<LoadedGraph>>(KEPT)

  const load = async ({ assistant, assistants }: StartRun): Promise<LoadedGraph> => {
    const found = await compile(assistant, {
      ...parts,
      assistant: (id) => assistants.find(({ assistant_id }) => assistant_id === id),
    })
    found.graph.checkpointer = saver
    const answers = answeringNodes(found.graph)
    return { ...found, answers, isObservedWhole: markEntries(found.graph, entered, isCode(assistant)) }
  }

  const isCode = ({ graph_id, graph_schema }: AssistantDefinition): boolean =>
    Object.keys(graph_schema).length === 0 && project !== null && graph_id in project.graphs

  const compile = async (
    assistant: AssistantDefinition,
    withAssistants: GraphParts,
  ): Promise<Omit<LoadedGraph, 'answers'>> => {
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
    if (project !== null && isCode(assistant)) {
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
    const known = loaded.get(key)
    if (known !== undefined) return known
    const graph = load(start)
    loaded.set(key, graph)
    // What could not be loaded is tried again by the next run.
    graph.catch(() => {
      loaded.remove(key)
    })
    return graph
  }
}

const keyOf = ({ assistant: { graph_id, config, graph_schema }, assistants }: StartRun): string =>
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
const markEntries = (graph: AnyGraph, entered: Options['entered'], hasStore: boolean): boolean => {
  const { branches } = (graph as { builder?: { branches?: Branches } }).builder ?? {}
  for (const [name, { bound }] of Object.entries(graph.nodes as Record<string, { bound: Entered }>)) {
    mark(bound, (config) => {
      const entry = entered(config.configurable?.run_id, config.metadata ?? {})
      return {
        observer: branches === undefined ? undefined : entry?.observer,
        // What the first one hands on is the input, which was looked at before.
        guard: name === START ? undefined : entry?.guard,
        nodes: entry?.nodes,
        store: hasStore ? entry?.store : undefined,
      }
    })
  }
  if (branches === undefined) return true
  for (const { path } of Object.values(branches).flatMap((ofNode) => Object.values(ofNode)))
    mark(path, (config) => {
      const entry = entered(config.configurable?.run_id)
      return { observer: entry?.observer, guard: undefined, store: hasStore ? entry?.store : undefined }
    })
  return false
}

const BREATH_MS = 25
let lastBreath = 0

/**
 * As long as nodes wait for nothing, LangGraph goes from one to the next within one turn of the loop: nothing would be
 * sent, and a graph that computes for seconds would pass for one that hangs.
 */
const breathe = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
  lastBreath = performance.now()
}

/** A graph of a project may serve several assistants, and be part of another graph. */
const marked = new WeakSet<Entered>()

const mark = (runnable: Entered, enter: (config: NodeConfig) => Partial<Entry>): void => {
  if (marked.has(runnable)) return
  marked.add(runnable)
  const invoke = runnable.invoke.bind(runnable)
  runnable.invoke = async (input, config = {}) => {
    if (performance.now() - lastBreath > BREATH_MS) await breathe()
    // Right before the code itself: should the thread die in it, it was this one.
    const { observer, guard, nodes, store } = enter(config)
    const heard = observed(config, observer)
    const run = async () => invoke(input, store === undefined ? heard : { ...heard, store })
    try {
      return await (guard === undefined ? run() : guardNode(guard, config, run))
    } catch (error) {
      nodes?.fail(config.metadata ?? {})
      throw error
    }
  }
}

const observed = (config: NodeConfig, observer: Observer | undefined): NodeConfig => {
  if (observer === undefined || hears(config.callbacks, observer)) return config
  const callbacks = [observer]
  // The name of the node, which would become that of the first model or tool that it calls.
  const { runName: _, ...unnamed } = config
  return config.callbacks === undefined ? { ...unnamed, callbacks } : mergeConfigs(unnamed, { callbacks })
}

const hears = (callbacks: NodeConfig['callbacks'], observer: Observer): boolean =>
  (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).includes(observer)

type NodeConfig = RunnableConfig<{ run_id?: string }> & { store?: LongTermStore }

interface Entered {
  invoke: (input: unknown, config?: NodeConfig) => unknown
}

type Branches = Record<string, Record<string, { path: Entered }>>
