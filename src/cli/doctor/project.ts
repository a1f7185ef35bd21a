/** Checks that the project can be read and that its graphs, its auth and its app can be imported, in threads as the service does. */
import { pino } from 'pino'
import { ConfigError, loadConfig, type Config, type Environment } from '../../config.js'
import { makeExecutorPool, makeProjectHost } from '../../engine/engine.js'
import { formatLocation, type LoadProblem } from '../../engine/loading/load-problem.js'
import { makeProjectCode } from '../../engine/project-code.js'
import { readProject, type Project } from '../../project/read-project.js'
import { ok, problem, warning, type CheckResult } from './check-result.js'

/** Reads langgraph.json. Its `env` is part of the configuration. */
export const checkProjectFile = (
  config: Config,
  env: Environment,
): { project: Project | null; config: Config; results: CheckResult[] } => {
  const file = config.LANGGRAPH_JSON
  try {
    const project = readProject(file, env)
    if (project !== null) {
      const results = project.warnings.map((text) =>
        warning('project', `${file}: ${text}`, 'correct the file'),
      )
      return { project, config: loadConfig({ ...project.env, ...env }), results }
    }
    const isNamed = (env['LANGGRAPH_JSON'] ?? '') !== ''
    const result = isNamed
      ? problem('project', `${file} does not exist`, 'correct LANGGRAPH_JSON')
      : ok('project', `there is no ${file}: only the built-in agent is served`)
    return { project, config, results: [result] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const results = error.problems.map((text) => problem('project', text, 'correct the file'))
    return { project: null, config, results }
  }
}

const describeLoadProblem = ({ subject, message, location, fix }: LoadProblem): CheckResult => {
  const place = location === null ? '' : ` at ${formatLocation(location, process.cwd())}`
  return problem('project', `the ${subject} cannot be loaded: ${message}${place}`, fix ?? 'correct the code')
}

export const checkProjectCode = async (config: Config, project: Project): Promise<CheckResult[]> => {
  const deps = { config, project, log: pino({ level: 'silent' }), reportsFiles: false }
  const executors = makeExecutorPool(deps)
  const host = makeProjectHost(deps)
  try {
    const problems = await makeProjectCode({ project, executors, host }).load()
    if (problems.length > 0) return problems.map(describeLoadProblem)
    return [ok('project', `${project.file}: ${Object.keys(project.graphs).join(', ')} can be loaded`)]
  } finally {
    await Promise.all([executors.stop(), host.stop()])
  }
}
