/**
 * A test run that is killed cannot stop its server. The next run does it: the folder of a server carries the
 * process id of the run that made it, so a folder whose run is gone is nobody's.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PREFIX = 'heddle-pg-'

/** In the name and not in a file, so that there is no moment at which the folder has no owner. */
export const serverFolderPrefix = `${PREFIX}${String(process.pid)}-`

export const removeStaleServers = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const owner = Number(/^heddle-pg-(\d+)-/.exec(name)?.[1])
    if (Number.isNaN(owner) || isAlive(owner)) continue
    try {
      killServer(join(parent, name, 'data'))
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // Another user's; that user's next run removes it.
    }
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A dead process that nobody waited for, as containers leave them, still has a number but no command.
    return readCommand(pid) !== ''
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const killServer = (dataFolder: string): void => {
  const pid = Number(readFirstLine(join(dataFolder, 'postmaster.pid')))
  // The number may be another process's by now; only the server of this very folder is ended.
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
