/** Starts the service, prints the banner, and shuts the service down on SIGTERM and SIGINT. */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeApp, type App } from '../app.js'
import { listBuiltInAssistants } from '../wiring/served-graphs.js'
import { listen } from '../api/http/listen.js'
import { getDefaultAssistantId } from '../domain/built-in-graph.js'
import { ConfigError, loadConfig, readEnvironment, type Config } from '../config.js'
import { formatProblem, shortenPath } from '../engine/loading/load-problem.js'
import { isDemoMode } from '../engine/models/environment.js'
import { makeLogger, redactText, type Logger } from '../platform/log.js'
import { readProject, type Project } from '../project/read-project.js'
import type { GraphState } from '../schema/system.js'
import { connectToSupervisor } from './supervise.js'
import { version } from '../platform/version.js'

interface ServeOptions {
  /** A project that cannot be loaded is served as far as it works. */
  isDevelopment: boolean
  /** The process was started by supervise.ts. */
  isSupervised: boolean
}

interface RunningService {
  app: App
  config: Config
  project: Project | null
}

export const serve = async (
  overrides: Record<string, string>,
  { isDevelopment, isSupervised }: ServeOptions,
): Promise<RunningService> => {
  const { config, project } = loadConfigAndProject(overrides)
  const log = await makeLogger({ level: config.LOG_LEVEL, format: config.LOG_FORMAT })
  if (project === null) log.info(`there is no ${config.LANGGRAPH_JSON}: no project is loaded`)
  const supervisor = isSupervised ? connectToSupervisor() : undefined
  const crash = supervisor && { crash: supervisor.crash }
  const app = await makeApp({ config, log, project, isDevelopment, ...crash })
  stopOnSignals(app, config)
  if (config.GUARDRAILS_FILE !== undefined) reloadGuardrailsOnHangup(app, log)
  try {
    await app.start()
    await listen(app.server, config.PORT, config.HOST)
  } catch (error) {
    await app.stop()
    throw error
  }
  for (const problem of app.getLoadProblems())
    process.stderr.write(`\n${formatProblem(problem, process.cwd())}`)
  supervisor?.reportPort(getPort(config, app))
  process.stdout.write(buildBanner(config, project, app))
  return { app, config, project }
}

/** The environment takes precedence over `env` in langgraph.json. */
const loadConfigAndProject = (
  overrides: Record<string, string>,
): { config: Config; project: Project | null } => {
  const env = { ...readEnvironment(), ...overrides }
  const file = loadConfig(env).LANGGRAPH_JSON
  const project = readProject(file, env)
  const isNamed = env['LANGGRAPH_JSON'] !== undefined || file !== loadConfig({}).LANGGRAPH_JSON
  if (project === null && isNamed)
    throw new ConfigError([`${file} does not exist; correct --config or LANGGRAPH_JSON`])
  return { config: loadConfig({ ...project?.env, ...env }), project }
}

const stopOnSignals = (app: App, config: Config): void => {
  const stop = (): void => {
    // A second signal stops the process immediately.
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
    setTimeout(() => {
      process.stderr.write('heddle: the grace period is over, closing open requests\n')
      process.exit(1)
    }, config.SHUTDOWN_GRACE_SECONDS * 1000).unref()
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`heddle: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Only called if GUARDRAILS_FILE is set. Otherwise SIGHUP keeps its default effect and terminates the process. */
const reloadGuardrailsOnHangup = (app: App, log: Logger): void => {
  process.on('SIGHUP', () => {
    app.reloadGuardrails().then(
      () => {
        log.info('guardrails reloaded')
      },
      (error: unknown) => {
        log.error({ err: error }, 'cannot reload guardrails, the previous guardrails stay in effect')
      },
    )
  })
}

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

const getPort = (config: Config, { server }: App): number => {
  const [address] = server.addresses()
  return typeof address === 'object' ? address.port : config.PORT
}

const buildBanner = (config: Config, project: Project | null, app: App): string => {
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
    `  Try it   curl -X POST ${url}/api/v1/runs -H 'Content-Type: application/json'${auth} -d '${buildExampleRun(config, project)}'`,
    `           curl -N${auth} '${url}/api/v1/stream?run_id=<run_id>'`,
    '  Stop     Ctrl-C; stored data is kept',
    '',
    '',
  ]
  return lines.join('\n')
}
