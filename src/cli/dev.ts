/** `heddle dev`: the service, with the graphs of the project loaded anew whenever their code changes. */
import { watch } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { readEnvironment } from '../config.js'
import { readProject } from '../project/read-project.js'
import { serve } from './serve.js'

/** Changes in here are not changes of the code. */
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
      process.stdout.write('  Graphs loaded anew\n')
    } catch (error) {
      // The old ones stay; the next change tries again.
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
  process.stdout.write(`  Watching ${basename(folder)} for changes of its graphs\n\n`)
}
