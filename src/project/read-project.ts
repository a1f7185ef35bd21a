/** Reads the langgraph.json of a LangGraph.js project, as the LangGraph CLI does. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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
  /** The absolute path of langgraph.json. */
  file: string
  folder: string
  /** From graph ID to `./path/to/file.ts:export`. */
  graphs: Record<string, string>
  /** From graph ID to the description in langgraph.json, if there is one. */
  descriptions: Record<string, string>
  /** The variables of the `env` setting. */
  env: Record<string, string>
  /** The absolute path of the file that `env` names; null if it names none. */
  envFile: string | null
  http: HttpSettings
  /** Null if the project does not authenticate users itself. */
  auth: { path: string; disable_studio_auth: boolean } | null
  webhooks: ProjectWebhooks
  storeTtl: StoreTtl
  threadTtl: ThreadTtl
  ui: ProjectUi
  /** Names of settings that have no effect. */
  ignoredSettings: string[]
  /** Problems that do not keep the project from running. */
  warnings: string[]
}

/** The React components of a project that pages load from the service. */
export interface ProjectUi {
  /** From graph ID to `./path/to/file.tsx`; empty if `http.disable_ui` is set. */
  entries: Record<string, string>
  /** Modules that the page provides in addition to React and the SDK. */
  shared: string[]
}

/** `path` is langgraph.json or its folder. Returns null if the file does not exist. */
export const readProject = (path: string, environment: Environment = {}): Project | null => {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  const file = isFolder ? join(path, 'langgraph.json') : path
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
    throw new ConfigError([describeJsonError(file, text, error as Error)])
  }
  const parsed = parseSettings(content)
  if ('problems' in parsed) throw new ConfigError(parsed.problems.map((problem) => `${file}: ${problem}`))
  return toProject(file, parsed, environment)
}

/** Node 20 names only the position in the text. */
const describeJsonError = (file: string, text: string, { message }: Error): string => {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
  const before = text.slice(0, position).split('\n')
  const place = `${file}:${String(before.length)}:${String((before.at(-1) ?? '').length + 1)}`
  return `${place} is not valid JSON (comments and trailing commas are not allowed): ${message}`
}

const toProject = (
  file: string,
  { settings, warnings }: { settings: ProjectSettings; warnings: string[] },
  environment: Environment,
): Project => {
  const { graphs, http = {}, auth, store, checkpointer } = settings
  checkRegExp(file, http.cors?.allow_origin_regex)
  const folder = dirname(resolve(file))
  const { env, envFile, warning } = readEnv(file, folder, settings.env)
  const webhooks = parseWebhooks(settings.webhooks ?? {}, { ...env, ...environment })
  if ('problems' in webhooks) throw new ConfigError(webhooks.problems.map((problem) => `${file}: ${problem}`))
  const graphEntries = Object.entries(graphs).map(([id, entry]) => ({
    id,
    ...(typeof entry === 'string' ? { path: entry } : entry),
  }))
  return {
    file: resolve(file),
    folder,
    graphs: Object.fromEntries(graphEntries.map(({ id, path }) => [id, path])),
    descriptions: Object.fromEntries(
      graphEntries.flatMap(({ id, description }) => (description === undefined ? [] : [[id, description]])),
    ),
    env,
    envFile,
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
    warnings: [...warnings, ...(warning === undefined ? [] : [warning])],
  }
}

const checkRegExp = (file: string, pattern: string | undefined): void => {
  try {
    if (pattern !== undefined) new RegExp(pattern)
  } catch (error) {
    throw new ConfigError([`${file}: http.cors.allow_origin_regex: ${(error as Error).message}`])
  }
}

interface ProjectEnv {
  env: Record<string, string>
  envFile: string | null
  warning?: string
}

/** A file that does not exist is a warning, as in the LangGraph CLI: a fresh clone usually has none. */
const readEnv = (file: string, folder: string, env: ProjectSettings['env']): ProjectEnv => {
  if (typeof env !== 'string') {
    const entries = Object.entries(env ?? {}).map(([name, value]) => [name, String(value)] as const)
    return { env: Object.fromEntries(entries), envFile: null }
  }
  const envFile = resolve(folder, env)
  try {
    return { env: parseEnv(readFileSync(envFile, 'utf8')) as Record<string, string>, envFile }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT')
      throw new ConfigError([`${file}: env names ${env}, which cannot be read: ${message}`])
    return {
      env: {},
      envFile,
      warning: `env names ${env}, which does not exist; the project runs without it`,
    }
  }
}
