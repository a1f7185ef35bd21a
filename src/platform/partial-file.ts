/**
 * Files that get their name only when they are complete and on disk: a command that is killed leaves nothing that looks complete.
 * An unfinished file has a folder of its own, whose name contains the ID of the process, so the next command removes what a killed one
 * left behind.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

const SUFFIX = /^\.(\d+)-[0-9a-f]{8}\.partial$/

/** Creates a folder beside the target, because a rename is atomic only within a file system, and returns the path of a file in it. */
export const createPartialFolder = (target: string): string => {
  const folder = `${target}.${String(process.pid)}-${randomBytes(4).toString('hex')}.partial`
  mkdirSync(folder, { mode: 0o700 })
  return join(folder, basename(target))
}

/** Removes the unfinished files of processes that no longer run. */
export const removeStalePartials = (target: string): void => {
  const folder = dirname(target)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(target))) continue
    const [, pid] = SUFFIX.exec(name.slice(basename(target).length)) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Removes the folder of an unfinished file. A thread that is still writing can create no file after its folder is gone. */
export const removePartial = (partial: string): void => {
  for (;;) {
    try {
      rmSync(dirname(partial), { recursive: true, force: true })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}

/** Throws if the folder has not enough space. A command that fills the disk of the database would make the service reject writes. */
export const requireSpace = (folder: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  if (freeBytes <= bytes)
    throw new Error(
      `there is not enough space in ${folder}: ${String(bytes)} bytes are needed, ${String(freeBytes)} are free`,
    )
}

/** The content is on disk before the file gets its name, and the name is on disk when this returns. */
export const publishFile = (partial: string, target: string): void => {
  syncToDisk(partial)
  renameSync(partial, target)
  syncFolder(dirname(target))
}

/** Windows cannot sync a folder, and does not need it. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') syncToDisk(folder)
}

const syncToDisk = (path: string): void => {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
