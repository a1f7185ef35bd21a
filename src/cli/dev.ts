/** `heddle dev`: starts the service, and reloads the graphs of the project when their code changes. */
import { watch } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { readEnvironment } from '../config.js'
import { readProject } from '../project/read-project.js'
import { serve } from './serve.js'

/** Changes of these files do not trigger a reload. */
const IGNORED_PATHS =
  /(^|[/\\])(node_modules|\.git|data|dist|\.langgraph_api)([/\\]|$)|(\.db|\.db-wal|\.db-shm|\.lock|\.log)$/
const DEBOUNCE_MS = 150

export const dev = async (overrides: Record<string, string>, isWatching: boolean): Promise<void> => {
  const { app, config, project } = await serve(overrides)
  if (project === null || !isWatching) return
  const file = resolve(config.LANGGRAPH_CONFIG)

  const reload = async (): Promise<void> => {
    try {
      await app.reload(readProject(file, { ...readEnvironment(), ...overrides }) ?? project)
      process.stdout.write('  Graphs reloaded\n')
    } catch (error) {
      // The loaded graphs stay in use. The next change tries again.
      process.stderr.write(`heddle: ${(error as Error).message}\n`)
    }
  }

  let timer: NodeJS.Timeout | undefined
  const folder = dirname(file)
  watch(folder, { recursive: true }, (_event, name) => {
    if (name === null || IGNORED_PATHS.test(relative(folder, resolve(folder, name)))) return
    clearTimeout(timer)
    timer = setTimeout(() => void reload(), DEBOUNCE_MS)
  }).unref()
  process.stdout.write(`  Watching ${basename(folder)} for changes\n\n`)
}
