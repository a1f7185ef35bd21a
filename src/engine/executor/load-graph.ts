/**
 * Loads the compiled graph of an assistant: the built-in agent, a declarative graph or a code graph. Graphs
 * are cached, except those that a factory of the project creates for each run.
 */
import type { JsonObject } from '../../schema/common.js'
import type { Inspection } from '../../schema/inspection.js'
import { redactTexts } from '../../domain/secrets/redact-texts.js'
import type { AssistantDefinition, GraphDeps, RunSecrets, ToolSet } from '../graphs/graph-deps.js'
import { INPUT_KEY } from '../../domain/graph-schema/state-keys.js'
import { AGENT_NODE_TYPES, buildAgentGraph } from '../graphs/agent.js'
import { loadCodeGraph, type CodeGraph, type FactoryRuntime } from '../graphs/code-graph.js'
import { getSerializer, hasOnlyLangGraphReducers } from '../graphs/project-langgraph.js'
import { LRUCache } from 'lru-cache'
import { getOrCreate } from '../../platform/get-or-create.js'
import type { ExecutorOptions, StartRun } from '../threads/executor-protocol.js'
import type { AnyGraph, LoadedGraph } from './loaded-graph.js'
import { makeFinalNodeCheck } from './guardrails/final-nodes.js'
import { instrumentGraph, type EntryHooks } from './instrument-graph.js'
import { toFactoryConfig } from './langgraph/run-input.js'
import type { CheckpointSaver } from './checkpoint-saver.js'

const MAX_CACHED_GRAPHS = 200

interface GraphLoaderDeps {
  project: ExecutorOptions['project']
  graphDeps: Omit<GraphDeps, 'findAssistant' | 'openTools' | keyof RunSecrets>
  openTools: (tenant_id: string, definitions: readonly unknown[], secrets: RunSecrets) => Promise<ToolSet>
  saver: CheckpointSaver
  entryHooks: EntryHooks
}

export const makeGraphLoader = ({ project, graphDeps, openTools, saver, entryHooks }: GraphLoaderDeps) => {
  const cache = new LRUCache<string, Promise<LoadedGraph>>({ max: MAX_CACHED_GRAPHS })
  const codeGraphs = new Map<string, Promise<CodeGraph>>()

  const prepare = (
    compiled: Omit<LoadedGraph, 'isFinalNode' | 'hasTrustedReducers'>,
    isOfProject: boolean,
  ): LoadedGraph => {
    compiled.graph.checkpointer = saver.forProject(getSerializer(compiled.graph))
    return {
      ...compiled,
      hasTrustedReducers: !isOfProject || hasOnlyLangGraphReducers(compiled.graph),
      isFinalNode: makeFinalNodeCheck(compiled.graph),
      needsGraphCallbacks: instrumentGraph(compiled.graph, entryHooks, isOfProject),
    }
  }

  const isCodeGraph = ({ graph_id, graph_schema }: AssistantDefinition): boolean =>
    Object.keys(graph_schema).length === 0 && project !== null && graph_id in project.graphs

  const loadCode = async (start: StartRun): Promise<LoadedGraph> => {
    const { graph_id } = start.assistant
    const { isFactory, create } = await getOrCreate(codeGraphs, graph_id, () =>
      loadCodeGraph(project ?? { folder: '', graphs: {} }, graph_id),
    )
    const load = async (): Promise<LoadedGraph> =>
      prepare({ graph: await create(toFactoryConfig(start), toFactoryRuntime(start)), nodeTypes: {} }, true)
    return isFactory ? load() : getOrCreate(cache, graph_id, load)
  }

  const load = async (start: StartRun): Promise<LoadedGraph> => {
    const { tenant_id, assistant, assistants, secrets, redactedTexts } = start
    const { config, graph_schema } = assistant
    const runSecrets = { secrets, redactSecrets: redactTexts(redactedTexts) }
    const deps: GraphDeps = {
      ...graphDeps,
      ...runSecrets,
      openTools: (definitions) => openTools(tenant_id, definitions, runSecrets),
      findAssistant: (id) => assistants.find(({ assistant_id }) => assistant_id === id),
    }
    if (Object.keys(graph_schema).length === 0) {
      const graph = (await buildAgentGraph(config, deps)) as unknown as AnyGraph
      return prepare({ graph, nodeTypes: AGENT_NODE_TYPES }, false)
    }
    const { compileDeclarative, toNodeTypes } = await import('../graphs/declarative/compile.js')
    const { compileOutput } = await import('../graphs/declarative/output.js')
    const graph = await compileDeclarative(graph_schema, deps, config, { buildAgentGraph })
    const compiled = {
      graph: graph as unknown as AnyGraph,
      nodeTypes: toNodeTypes(graph_schema),
      hiddenKeys: [INPUT_KEY],
      ...(graph_schema['output'] !== undefined && { toOutput: compileOutput(graph_schema) }),
    }
    return prepare(compiled, false)
  }

  return (start: StartRun): Promise<LoadedGraph> =>
    isCodeGraph(start.assistant) ? loadCode(start) : getOrCreate(cache, toCacheKey(start), () => load(start))
}

const ACCESS_CONTEXTS: Record<Inspection['kind'], FactoryRuntime['accessContext']> = {
  state: 'threads.read',
  history: 'threads.read',
  thread_state: 'threads.read',
  update: 'threads.update',
  supersteps: 'threads.update',
  graph: 'assistants.read',
  schemas: 'assistants.read',
  subgraphs: 'assistants.read',
}

const toFactoryRuntime = ({ inspection, kwargs, assistant }: StartRun): FactoryRuntime => {
  if (inspection !== undefined)
    return { accessContext: ACCESS_CONTEXTS[inspection.kind], executionRuntime: null }
  const context = { ...assistant.context, ...kwargs?.context }
  return { accessContext: 'threads.create_run', executionRuntime: { context } }
}

/**
 * Tenants share a graph with the same definition, unless it contains an MCP tool: its session belongs to one tenant. A graph contains
 * the secrets that it was built with, so a changed secret needs a new graph.
 */
const toCacheKey = ({ tenant_id, assistant, assistants, secrets }: StartRun): string => {
  const { graph_id, config, graph_schema } = assistant
  const definition = JSON.stringify([graph_id, config, graph_schema, assistants, secrets] satisfies (
    | string
    | JsonObject
    | unknown[]
  )[])
  return definition.includes('"type":"mcp"') ? `${tenant_id}\n${definition}` : definition
}
