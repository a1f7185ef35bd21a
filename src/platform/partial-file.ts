/**
 * Files that get their name only when they are complete and on disk: a command that is killed leaves nothing that looks complete.
 * The name of an unfinished file contains the ID of its process, so the next command removes what a killed one left behind.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const SUFFIX = /^\.(\d+)-[0-9a-f]{8}\.partial(-journal)?$/

/** Returns a new name in the folder of the target, because a rename is atomic only within a file system. */
export const toPartialPath = (target: string): string =>
  `${target}.${String(process.pid)}-${randomBytes(4).toString('hex')}.partial`

/** Removes the unfinished files of processes that no longer run. */
export const removeStalePartials = (target: string): void => {
  const folder = dirname(target)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(target))) continue
    const [, pid] = SUFFIX.exec(name.slice(basename(target).length)) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

export const removePartial = (partial: string): void => {
  for (const suffix of ['', '-journal']) rmSync(`${partial}${suffix}`, { force: true })
}

/** Throws if the folder of the file has no space for it. A command that fills the disk of the database would make the service reject writes. */
export const requireSpace = (file: string, bytes: number): void => {
  const folder = dirname(file)
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
