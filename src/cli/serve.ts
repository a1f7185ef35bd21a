/** Starts the service, prints the banner, and shuts the service down on SIGTERM and SIGINT. */
import { makeApp, type App } from '../app.js'
import { getDrainMs } from '../wiring/lifecycle.js'
import { listen } from '../api/http/listen.js'
import { ConfigError, ENV_FILE, loadConfig, readEnvFile, readEnvironment, type Config } from '../config.js'
import { formatProblem, shortenPath } from '../engine/loading/load-problem.js'
import { checkProviders } from '../engine/models/check-providers.js'
import { makeLogger, type Logger } from '../platform/log.js'
import { readProject, type Project } from '../project/read-project.js'
import { buildBanner, getPort } from './banner.js'
import { findMisspelledSettings } from './misspelled-settings.js'
import { connectToSupervisor } from './supervise.js'

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
  warnOfMisspelledSettings(project, log)
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
  void warnOfUnusableProviders(config, log)
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

const warnOfMisspelledSettings = (project: Project | null, log: Logger): void => {
  const projectFile = project?.envFile ?? 'langgraph.json'
  const warnings = [
    ...findMisspelledSettings(ENV_FILE, Object.keys(readEnvFile())),
    ...findMisspelledSettings(shortenPath(projectFile, process.cwd()), Object.keys(project?.env ?? {})),
  ]
  // A project often names the same file.
  for (const warning of new Set(warnings)) log.warn(warning)
}

/** The service is ready without them, so the start does not wait. */
const warnOfUnusableProviders = async (config: Config, log: Logger): Promise<void> => {
  for (const problem of await checkProviders(config)) log.warn(problem)
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
    process.stderr.write(describeWait(app.listExecutingRuns(), getDrainMs(config)))
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

const SHOWN_RUNS = 3

/** Empty if nothing is executing: then the process ends at once. */
const describeWait = (runIds: readonly string[], drainMs: number): string => {
  if (runIds.length === 0) return ''
  const others = runIds.length > SHOWN_RUNS ? ` and ${String(runIds.length - SHOWN_RUNS)} more` : ''
  const runs = `${String(runIds.length)} ${runIds.length === 1 ? 'run' : 'runs'}`
  return (
    `heddle: waiting up to ${String(drainMs / 1000)} s for ${runs} (${runIds.slice(0, SHOWN_RUNS).join(', ')}${others}); ` +
    'press Ctrl-C again to stop now. Runs that do not end continue after the next start.\n'
  )
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
