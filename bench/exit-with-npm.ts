/**
 * Exits when npm has ended. npm passes a signal on to its shell, but the shell does not pass it on to the benchmark, which would continue with
 * all its servers.
 */
import { findParent } from './process-tree.js'
import { ifExists } from './proc-files.js'

const CHECK_MS = 500
const TERMINATED = 143

export const exitWithNpm = (): void => {
  if (process.env['npm_command'] === undefined) return
  // The parent is tsx, and the parent of tsx is the shell.
  const findShell = (): number | undefined => ifExists(() => findParent(process.ppid))
  const shell = findShell()
  setInterval(() => {
    if (findShell() !== shell) process.exit(TERMINATED)
  }, CHECK_MS).unref()
}
