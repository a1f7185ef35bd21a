/**
 * Stops PostgreSQL servers of test runs that were killed. The name of a server's folder contains the process ID of the test
 * run that created it, so a folder whose test run is gone can be removed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PREFIX = 'heddle-pg-'

/** The process ID is in the name and not in a file, so that the folder has an owner from the start. */
export const serverFolderPrefix = `${PREFIX}${String(process.pid)}-`

export const removeStaleServers = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const owner = Number(/^heddle-pg-(\d+)-/.exec(name)?.[1])
    if (Number.isNaN(owner) || isAlive(owner)) continue
    try {
      killServer(join(parent, name, 'data'))
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // The folder belongs to another user, whose next test run removes it.
    }
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie process, as containers leave them, still has a process ID but no command.
    return readCommand(pid) !== ''
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const killServer = (dataFolder: string): void => {
  const pid = Number(readFirstLine(join(dataFolder, 'postmaster.pid')))
  // The process ID may belong to another process by now; only the server of this folder is killed.
  if (pid > 0 && readCommand(pid).includes(dataFolder)) process.kill(pid, 'SIGQUIT')
}

const readFirstLine = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').split('\n')[0] ?? ''
  } catch {
    return ''
  }
}

const readCommand = (pid: number): string => {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
  } catch {
    // No /proc on macOS, no ps in small containers.
    const ps = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    return ps.error === undefined ? ps.stdout : ''
  }
}
