/** Reads the langgraph.json of a LangGraph.js project, as the LangGraph CLI does. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError, type Environment } from '../config.js'
import {
  listIgnoredSettings,
  parseSettings,
  type HttpSettings,
  type ProjectSettings,
  type StoreTtl,
  type ThreadTtl,
} from './settings.js'
import { parseWebhooks, type ProjectWebhooks } from './webhooks.js'

export interface Project {
  folder: string
  /** From graph ID to `./path/to/file.ts:export`. */
  graphs: Record<string, string>
  /** From graph ID to the description in langgraph.json, if there is one. */
  descriptions: Record<string, string>
  /** The variables of the `env` setting. */
  env: Record<string, string>
  http: HttpSettings
  /** Null if the project does not authenticate users itself. */
  auth: { path: string; disable_studio_auth: boolean } | null
  webhooks: ProjectWebhooks
  storeTtl: StoreTtl
  threadTtl: ThreadTtl
  ui: ProjectUi
  /** Names of settings that have no effect. */
  ignoredSettings: string[]
}

/** The React components of a project that pages load from the service. */
export interface ProjectUi {
  /** From graph ID to `./path/to/file.tsx`; empty if `http.disable_ui` is set. */
  entries: Record<string, string>
  /** Modules that the page provides in addition to React and the SDK. */
  shared: string[]
}

/** Returns null if the file does not exist. */
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
  const parsed = parseSettings(content)
  if ('problems' in parsed) throw new ConfigError(parsed.problems.map((problem) => `${file}: ${problem}`))
  return toProject(file, parsed.settings, environment)
}

const toProject = (file: string, settings: ProjectSettings, environment: Environment): Project => {
  const { graphs, http = {}, auth, store, checkpointer } = settings
  checkRegExp(file, http.cors?.allow_origin_regex)
  const folder = dirname(resolve(file))
  const env = readEnv(file, folder, settings.env)
  const webhooks = parseWebhooks(settings.webhooks ?? {}, { ...env, ...environment })
  if ('problems' in webhooks) throw new ConfigError(webhooks.problems.map((problem) => `${file}: ${problem}`))
  const graphEntries = Object.entries(graphs).map(([id, entry]) => ({
    id,
    ...(typeof entry === 'string' ? { path: entry } : entry),
  }))
  return {
    folder,
    graphs: Object.fromEntries(graphEntries.map(({ id, path }) => [id, path])),
    descriptions: Object.fromEntries(
      graphEntries.flatMap(({ id, description }) => (description === undefined ? [] : [[id, description]])),
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
    ui: {
      entries: http.disable_ui === true ? {} : (settings.ui ?? {}),
      shared: settings.ui_config?.shared ?? [],
    },
    ignoredSettings: listIgnoredSettings(settings),
  }
}

const checkRegExp = (file: string, pattern: string | undefined): void => {
  try {
    if (pattern !== undefined) new RegExp(pattern)
  } catch (error) {
    throw new ConfigError([`${file}: http.cors.allow_origin_regex: ${(error as Error).message}`])
  }
}

const readEnv = (file: string, folder: string, env: ProjectSettings['env']): Record<string, string> => {
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
