/** A LangGraph.js project: the graphs that its langgraph.json lists, as the LangGraph CLI reads the file. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from './config.js'

export interface Project {
  folder: string
  /** By id: `./path/to/file.ts:export`. */
  graphs: Record<string, string>
  /** What its `env` sets. */
  env: Record<string, string>
}

/** Null: there is no such file. */
export const readProject = (file: string): Project | null => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    throw new ConfigError([`${file} is not valid JSON: ${(error as Error).message}`])
  }
  const { graphs, env } = (content ?? {}) as { graphs?: unknown; env?: unknown }
  const folder = dirname(resolve(file))
  return { folder, graphs: readGraphs(file, graphs), env: readEnv(file, folder, env) }
}

const readGraphs = (file: string, graphs: unknown): Record<string, string> => {
  if (typeof graphs !== 'object' || graphs === null || Object.keys(graphs).length === 0)
    throw new ConfigError([`${file} needs "graphs": an object from graph id to "./file.ts:export"`])
  const problems: string[] = []
  const read = Object.entries(graphs as Record<string, unknown>).map(([id, entry]) => {
    const path = typeof entry === 'object' ? (entry as { path?: unknown } | null)?.path : entry
    if (typeof path === 'string' && path !== '') return [id, path] as const
    problems.push(`${file}: graphs.${id} must be "./file.ts:export" or an object with "path"`)
    return [id, ''] as const
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.fromEntries(read)
}

const readEnv = (file: string, folder: string, env: unknown): Record<string, string> => {
  if (env === undefined) return {}
  if (typeof env === 'string') {
    try {
      return parseEnv(readFileSync(resolve(folder, env), 'utf8')) as Record<string, string>
    } catch (error) {
      throw new ConfigError([`${file}: env names ${env}, which cannot be read: ${(error as Error).message}`])
    }
  }
  if (Array.isArray(env) || typeof env !== 'object' || env === null) return {}
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
}
