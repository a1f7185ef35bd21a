/** Reads the files of Linux about processes and threads. */
import { readdirSync, readFileSync } from 'node:fs'

export const TICKS_PER_SECOND = 100

/** The fields of a stat file after the name of the program, which may contain spaces. */
export const readStat = (path: string): string[] =>
  readFileSync(`/proc/${path}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

/** Returns undefined if the process or the thread has ended meanwhile. */
export const ifExists = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

/** The IDs of processes in `/proc`, or of threads in the folder of a process. */
export const listNumbers = (folder: string): string[] =>
  (ifExists(() => readdirSync(folder)) ?? []).filter((name) => /^\d+$/.test(name))
