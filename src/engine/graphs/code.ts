/**
 * Code graphs: LangGraph.js graphs that a project lists in its langgraph.json, as the LangGraph CLI reads them. TypeScript
 * is compiled on the fly; packages come from the project's own node_modules.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quietTracingOf } from '../executor/quiet-tracing.js'
import type { AnyGraph } from '../executor/graph.js'

interface Project {
  folder: string
  graphs: Record<string, string>
}

const TYPESCRIPT = /\.[cm]?tsx?$/
let isTypeScriptReady = false

/** Exports may be a compiled graph, one to be compiled, or a function that makes either. */
export const loadCodeGraph = async (project: Project, graphId: string, config: object): Promise<AnyGraph> => {
  const [file = '', name = 'default'] = splitPath(project.graphs[graphId] ?? '')
  const path = resolve(project.folder, file)
  if (TYPESCRIPT.test(path) && !isTypeScriptReady) {
    const { register } = await import('tsx/esm/api')
    register()
    isTypeScriptReady = true
  }
  const module = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Error(`the graph ${graphId} cannot be loaded from ${file}: ${(error as Error).message}`, {
      cause: error,
    })
  })) as Record<string, unknown>
  await quietTracingOf(path)
  const exported = module[name]
  if (exported === undefined) throw new Error(`the graph ${graphId}: ${file} exports no ${name}`)
  const made: unknown =
    typeof exported === 'function' ? await (exported as (c: object) => unknown)(config) : exported
  const graph = hasMethod(made, 'compile') ? (made.compile as () => unknown)() : made
  if (!hasMethod(graph, 'stream')) throw new Error(`the graph ${graphId}: ${name} of ${file} is not a graph`)
  return graph as unknown as AnyGraph
}

const splitPath = (path: string): string[] => {
  const at = path.lastIndexOf(':')
  return at > 1 ? [path.slice(0, at), path.slice(at + 1)] : [path]
}

const hasMethod = <K extends string>(value: unknown, name: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Record<K, unknown>)[name] === 'function'
