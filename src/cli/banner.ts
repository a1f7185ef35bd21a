/** What the service prints when it is ready: its addresses, its settings that matter at first, and a request to try. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { App } from '../app.js'
import type { Config } from '../config.js'
import { getDefaultAssistantId } from '../domain/built-in-graph.js'
import { shortenPath } from '../engine/loading/load-problem.js'
import { isDemoMode } from '../engine/models/environment.js'
import { redactText } from '../platform/log.js'
import { version } from '../platform/version.js'
import type { Project } from '../project/read-project.js'
import type { GraphState } from '../schema/system.js'
import { listBuiltInAssistants } from '../wiring/served-graphs.js'

const formatModel = (config: Config): string => {
  if (isDemoMode(config))
    return 'demo (built-in rules; set OPENAI_API_KEY or OPENAI_BASE_URL to use a real model)'
  return config.DEFAULT_MODEL ?? 'default of the configured provider'
}

const formatAuth = ({ AUTH_ENABLED }: Config, project: Project | null): string => {
  if (project?.auth == null) return AUTH_ENABLED ? 'on' : 'off'
  const projectAuth = `${project.auth.path} for the LangGraph API`
  return AUTH_ENABLED
    ? `${projectAuth}, API keys for all APIs`
    : `${projectAuth}; the native API requires AUTH_ENABLED=true and an API key`
}

/** The body of the request in the banner. */
const buildExampleRun = (config: Config, project: Project | null): string =>
  JSON.stringify({
    assistant_id: getDefaultAssistantId(listBuiltInAssistants(config, project)),
    input: { message: 'Hello' },
  })

/** Names the folder of the database, which may have been created in someone's project. */
const formatData = ({ DATABASE_URL }: Config): string[] => {
  const [, file] = /^sqlite:(.*)$/.exec(DATABASE_URL) ?? []
  const folder = file === undefined ? undefined : dirname(resolve(file))
  if (folder === undefined || !existsSync(join(folder, '.gitignore'))) return []
  return [`  Data     ${shortenPath(folder, process.cwd())} (ignored by git: it has its own .gitignore)`]
}

const STATE_TEXTS: Record<GraphState, string> = {
  loaded: 'loaded',
  failed: 'cannot be loaded, see the error above',
  outdated: 'an earlier version is in use',
  pending: 'not loaded yet',
}

const formatGraphs = (states: Record<string, GraphState>): string[] => {
  const width = Math.max(...Object.keys(states).map(({ length }) => length))
  return Object.entries(states).map(
    ([graphId, state], index) =>
      `  ${index === 0 ? 'Graphs  ' : '        '} ${graphId.padEnd(width)}  ${STATE_TEXTS[state]}`,
  )
}

export const getPort = (config: Config, { server }: App): number => {
  const [address] = server.addresses()
  return typeof address === 'object' ? address.port : config.PORT
}

export const buildBanner = (config: Config, project: Project | null, app: App): string => {
  const { firstKey, projectCode } = app
  const port = String(getPort(config, app))
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const [startMark] = performance.getEntriesByName('heddle-prepared')
  const seconds = ((performance.now() - (startMark?.startTime ?? 0)) / 1000).toFixed(1)
  const databaseUrl = redactText(config.DATABASE_URL)
  const auth = config.AUTH_ENABLED ? ` -H 'Authorization: Bearer ${firstKey ?? '<key>'}'` : ''
  const lines = [
    '',
    `  Heddle ${version}, ready in ${seconds} s`,
    `  API      ${url}/api/v1`,
    ...(config.CONSOLE === 'on' ? [`  Console  ${url}/console`] : []),
    `  Docs     ${url}/docs`,
    `  Database ${databaseUrl}${config.DURABILITY === 'full' ? ' (every acknowledged write is on disk)' : ' (relaxed durability)'}`,
    `  Auth     ${formatAuth(config, project)}`,
    `  Model    ${formatModel(config)}`,
    ...formatData(config),
    ...formatGraphs(projectCode.getGraphStates()),
    ...(firstKey === undefined ? [] : ['', `  Your first admin key (not shown again): ${firstKey}`]),
    '',
    `  Try it   curl '${url}/api/v1/runs?wait=30' -H 'Content-Type: application/json'${auth} -d '${buildExampleRun(config, project)}'`,
    '  Stop     Ctrl-C; stored data is kept',
    '',
    '',
  ]
  return lines.join('\n')
}
