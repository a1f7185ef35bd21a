/** `heddle dev`: starts the service, and reloads the code of the project when a file that it has loaded changes. */
import { join } from 'node:path'
import type { App } from '../app.js'
import { readEnvironment } from '../config.js'
import { formatProblem, shortenPath } from '../engine/loading/load-problem.js'
import { readProject, type Project } from '../project/read-project.js'
import { serve } from './serve.js'
import { FileWatcher } from './watch-files.js'

interface DevOptions {
  isWatching: boolean
  isSupervised: boolean
}

export const dev = async (
  overrides: Record<string, string>,
  { isWatching, isSupervised }: DevOptions,
): Promise<void> => {
  const startedAt = Date.now()
  const { app, project } = await serve(overrides, { isDevelopment: true, isSupervised })
  if (project === null || !isWatching) return
  const readChanged = (): Project | null => readProject(project.file, { ...readEnvironment(), ...overrides })
  watchProject(app, project, readChanged, startedAt)
  process.stdout.write('  Watching the files that the project has loaded\n\n')
}

const watchProject = (
  app: App,
  initial: Project,
  readChanged: () => Project | null,
  startedAt: number,
): void => {
  let project = initial
  let loadedAt = startedAt
  let isReloading = false
  let hasChanged = false
  const seenWarnings = new Set(initial.warnings)

  const updateWatcher = (): void => {
    const uiTargets = app.ui.inputs.map((path) => ({ path, anyExtension: false }))
    watcher.set([...listSettingFiles(project), ...app.projectCode.getWatchTargets(), ...uiTargets], loadedAt)
  }

  const reloadOnce = async (): Promise<void> => {
    loadedAt = Date.now()
    try {
      project = readChanged() ?? project
      printWarnings(project, seenWarnings)
      printResult(await app.reload(project), project)
    } catch (error) {
      process.stderr.write(`heddle: ${(error as Error).message}\n${KEPT}`)
    }
    updateWatcher()
  }

  /** Changes during a reload cause one further reload. */
  const reload = async (): Promise<void> => {
    hasChanged = true
    if (isReloading) return
    isReloading = true
    while (hasChanged) {
      hasChanged = false
      await reloadOnce()
    }
    isReloading = false
  }

  const watcher = new FileWatcher((paths) => {
    const [first = '', ...others] = paths.map((path) => shortenPath(path, process.cwd()))
    const count = others.length === 0 ? '' : ` and ${String(others.length)} more`
    process.stdout.write(`  ${first}${count} changed, reloading\n`)
    void reload()
  })
  const onFilesLoaded = (): void => {
    if (!isReloading) updateWatcher()
  }
  app.projectCode.onFilesLoaded(onFilesLoaded)
  app.ui.onBuilt = onFilesLoaded
  updateWatcher()
}

const KEPT = '  The last working code stays in use. Save a change to try again.\n'

const printResult = ({ isUsed, problems }: Awaited<ReturnType<App['reload']>>, project: Project): void => {
  for (const problem of problems) process.stderr.write(`\n${formatProblem(problem, process.cwd())}`)
  if (isUsed) process.stdout.write(`  Graphs reloaded: ${Object.keys(project.graphs).join(', ')}\n`)
  else process.stderr.write(`\n${KEPT}`)
}

const printWarnings = ({ warnings }: Project, seen: Set<string>): void => {
  for (const warning of warnings) {
    if (!seen.has(warning)) process.stderr.write(`heddle: langgraph.json: ${warning}\n`)
    seen.add(warning)
  }
}

/** The files beside the code that decide how it is loaded. */
const listSettingFiles = ({ file, folder, envFile }: Project) =>
  [
    file,
    join(folder, 'package.json'),
    join(folder, 'tsconfig.json'),
    ...(envFile === null ? [] : [envFile]),
  ].map((path) => ({ path, anyExtension: false }))
