/** A LangGraph.js project: what its langgraph.json says, as the LangGraph CLI reads the file. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment } from '../config.js'
import {
  idleSettings,
  readSettings,
  type Http,
  type Settings,
  type StoreTtl,
  type ThreadTtl,
} from './settings.js'
import { readWebhooks, type ProjectWebhooks } from './webhooks.js'

export interface Project {
  folder: string
  /** By id: `./path/to/file.ts:export`. */
  graphs: Record<string, string>
  /** What graphs are for, by id, where the project says it. */
  descriptions: Record<string, string>
  /** What its `env` sets. */
  env: Record<string, string>
  http: Http
  /** Null: it has no users of its own. */
  auth: { path: string; disable_studio_auth: boolean } | null
  webhooks: ProjectWebhooks
  storeTtl: StoreTtl
  threadTtl: ThreadTtl
  /** What it sets to no effect, by name. */
  idle: string[]
}

/** Null: there is no such file. */
export const readProject = (file: string, environment: Environment = {}): Project | null => {
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
  const read = readSettings(content)
  if ('problems' in read) throw new ConfigError(read.problems.map((problem) => `${file}: ${problem}`))
  return toProject(file, read.settings, environment)
}

const toProject = (file: string, settings: Settings, environment: Environment): Project => {
  const { graphs, http = {}, auth, store, checkpointer } = settings
  checkPattern(file, http.cors?.allow_origin_regex)
  const folder = dirname(resolve(file))
  const env = readEnv(file, folder, settings.env)
  const webhooks = readWebhooks(settings.webhooks ?? {}, { ...env, ...environment })
  if ('problems' in webhooks) throw new ConfigError(webhooks.problems.map((problem) => `${file}: ${problem}`))
  const listed = Object.entries(graphs).map(([id, entry]) => ({
    id,
    ...(typeof entry === 'string' ? { path: entry } : entry),
  }))
  return {
    folder,
    graphs: Object.fromEntries(listed.map(({ id, path }) => [id, path])),
    descriptions: Object.fromEntries(
      listed.flatMap(({ id, description }) => (description === undefined ? [] : [[id, description]])),
    ),
    env,
    http,
    auth:
      auth?.path === undefined
        ? null
        : { path: auth.path, disable_studio_auth: auth.disable_studio_auth ?? false },
    webhooks,
    storeTtl: store?.ttl ?? {},
    threadTtl: checkpointer?.ttl ?? {},
    idle: idleSettings(settings),
  }
}

const checkPattern = (file: string, pattern: string | undefined): void => {
  try {
    if (pattern !== undefined) new RegExp(pattern)
  } catch (error) {
    throw new ConfigError([`${file}: http.cors.allow_origin_regex: ${(error as Error).message}`])
  }
}

const readEnv = (file: string, folder: string, env: Settings['env']): Record<string, string> => {
  if (env === undefined) return {}
  if (typeof env === 'string') {
    try {
      return parseEnv(readFileSync(resolve(folder, env), 'utf8')) as Record<string, string>
    } catch (error) {
      throw new ConfigError([`${file}: env names ${env}, which cannot be read: ${(error as Error).message}`])
    }
  }
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
}
