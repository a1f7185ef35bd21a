/**
 * Loads code graphs: LangGraph.js graphs that a project lists in its langgraph.json, as the LangGraph CLI
 * reads it.
 */
import { resolve } from 'node:path'
import type { RunnableConfig } from '@langchain/core/runnables'
import { bypassTracingFor } from '../executor/tracing-bypass.js'
import type { AnyGraph } from '../executor/loaded-graph.js'
import { loadExport, type LoadedExport } from '../load-export.js'
import { LoadError } from '../loading/load-error.js'
import { checkLangGraphVersion, describeVersionMismatch, UPGRADE } from './check-version.js'
import { registerLangGraphCopy } from './project-langgraph.js'

interface GraphProject {
  folder: string
  graphs: Record<string, string>
}

/** The second argument of a graph factory, as LangGraph's server passes it. */
export interface FactoryRuntime {
  accessContext: 'threads.create_run' | 'threads.read' | 'threads.update' | 'assistants.read'
  /** Null if the graph is only read and not executed. */
  executionRuntime: { context: unknown } | null
}

export interface CodeGraph {
  /** True if the project exports a function; then each run gets a graph of its own. */
  isFactory: boolean
  create: (config: RunnableConfig, runtime: FactoryRuntime) => Promise<AnyGraph>
}

/**
 * The export may be a graph in any of the forms that toGraph accepts, a promise of one, or a function of the
 * config and the runtime that returns either.
 */
export const loadCodeGraph = async (project: GraphProject, graphId: string): Promise<CodeGraph> => {
  const exportPath = project.graphs[graphId] ?? ''
  const loaded = await loadWithKnownVersion(project.folder, exportPath, graphId)
  const exported: unknown = await loaded.exported
  const prepare = async (candidate: unknown): Promise<AnyGraph> => {
    const graph = toGraph(candidate, loaded)
    await bypassTracingFor(loaded.path)
    await registerLangGraphCopy(graph, loaded.path)
    return graph
  }
  if (typeof exported === 'function') {
    const factory = exported as (config: RunnableConfig, runtime: FactoryRuntime) => unknown
    return {
      isFactory: true,
      create: async (config, runtime) => prepare(await factory(config, runtime)),
    }
  }
  const graph = await prepare(exported)
  return { isFactory: false, create: () => Promise.resolve(graph) }
}

/** Packages that do not fit together fail with errors about missing exports, so the mismatch is added to the error. */
const loadWithKnownVersion = async (
  folder: string,
  exportPath: string,
  graphId: string,
): Promise<LoadedExport> => {
  const file = resolve(folder, exportPath)
  checkLangGraphVersion(file)
  try {
    return await loadExport(folder, exportPath, `the graph ${graphId}`)
  } catch (error) {
    const { message, cause } = error as Error
    const mismatch = describeVersionMismatch(file)
    if (!isMissingExport(cause) || mismatch === undefined) throw error
    throw new LoadError(`${message}; ${mismatch}`, UPGRADE)
  }
}

/** Other errors are reported with their own location, because they have nothing to do with the versions. */
const isMissingExport = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' ||
    error.message.includes('does not provide an export named'))

/** Accepts a compiled graph, an uncompiled graph, an entrypoint, and an agent of `createAgent()`, which contains its graph. */
const toGraph = (candidate: unknown, { file, name }: LoadedExport): AnyGraph => {
  const graph = hasMethod(candidate, 'compile') ? (candidate.compile as () => unknown)() : candidate
  const { graph: inner } = (graph ?? {}) as { graph?: unknown }
  if (isExecutable(inner)) return inner
  if (isExecutable(graph)) return graph
  throw new LoadError(
    `the export ${name} of ${file} is ${describe(candidate)}, not a graph`,
    'export a graph, an agent of createAgent(), an entrypoint, or a function that returns one of these',
  )
}

const isExecutable = (value: unknown): value is AnyGraph =>
  hasMethod(value, 'stream') && 'nodes' in value && 'channels' in value

const describe = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : `a ${typeof value}`
  const { constructor } = value as { constructor?: { name?: string } }
  return constructor?.name === undefined || constructor === Object ? 'an object' : `a ${constructor.name}`
}

const hasMethod = <K extends string>(value: unknown, name: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Record<K, unknown>)[name] === 'function'
