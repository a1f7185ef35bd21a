/**
 * Copies an embedded database to a file, also while a service is using it. `VACUUM INTO` reads one snapshot, so the copy is
 * consistent and contains every change that was acknowledged before it started; writers do not wait for it.
 */
import { closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { resolveBuildFile } from '../../platform/package-root.js'
import {
  createPartialFolder,
  publishFile,
  removePartial,
  removeStalePartials,
} from '../../platform/partial-file.js'

export interface BackupContent {
  schemaVersion: number
  threads: number
  runs: number
}

export interface BackupSummary extends BackupContent {
  bytes: number
}

/** What the thread reports. `bytes` is how much the copy takes at most. */
export type BackupMessage =
  | { phase: 'copying'; bytes: number }
  | { phase: 'checking' }
  | { phase: 'checked'; content: BackupContent }

export type BackupProgress = { phase: 'copying'; bytes: number; totalBytes: number } | { phase: 'checking' }

interface BackupOptions {
  source: string
  target: string
  /** Replace the target if it exists. */
  isReplacing: boolean
  onProgress: (progress: BackupProgress) => void
}

const PROGRESS_MS = 1_000
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** The files that belong to a database, by what is appended to its name. */
const COMPANIONS = ['', '-wal', '-shm', '-journal', '.key', '.lock']

/** Throws if the target must not be written, or if the copy does not pass SQLite's integrity check. */
export const backUpSqlite = async (options: BackupOptions): Promise<BackupSummary> => {
  const { source, target, isReplacing } = options
  if (!existsSync(source)) throw new Error(`the database ${source} does not exist`)
  checkTarget(source, target, isReplacing)
  removeStalePartials(target)
  const partial = createPartialFolder(target)
  const stopListening = removeOnSignal(partial)
  try {
    // The copy gets the permissions of the database before it has any content.
    closeSync(openSync(partial, 'wx', statSync(source).mode & 0o777))
    const content = await copyInThread(partial, options)
    checkTarget(source, target, isReplacing)
    publishFile(partial, target)
    return { ...content, bytes: statSync(target).size }
  } finally {
    stopListening()
    removePartial(partial)
  }
}

/** Never replaces a file of the database, even if it is named by another path. */
const checkTarget = (source: string, target: string, isReplacing: boolean): void => {
  const folder = dirname(target)
  if (!existsSync(folder)) throw new Error(`the folder ${folder} does not exist`)
  const path = existsSync(target) ? realpathSync(target) : join(realpathSync(folder), basename(target))
  const database = realpathSync(source)
  if (COMPANIONS.some((suffix) => path === `${database}${suffix}`))
    throw new Error(`${target} belongs to the database itself; choose another name`)
  if (existsSync(target)) {
    if (!statSync(target).isFile()) throw new Error(`${target} is not a file; choose another name`)
    if (!isReplacing)
      throw new Error(`${target} exists already; choose another name, or replace it with --force`)
  }
  // SQLite would apply the log of the old file to the new one.
  const log = ['-wal', '-journal'].map((suffix) => `${target}${suffix}`).find((file) => existsSync(file))
  if (log !== undefined) throw new Error(`${log} exists: a program is using ${target}; choose another name`)
}

const copyInThread = (
  partial: string,
  { source, target, onProgress }: BackupOptions,
): Promise<BackupContent> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const thread = new Worker(resolveBuildFile('backup-thread.js'), {
      workerData: { source, partial, folder: dirname(target) },
    })
    thread.on('message', (message: BackupMessage) => {
      clearInterval(timer)
      if (message.phase === 'checked') resolve(message.content)
      else if (message.phase === 'checking') onProgress(message)
      else {
        const report = (bytes: number): void => {
          onProgress({ phase: 'copying', bytes, totalBytes: message.bytes })
        }
        report(0)
        timer = setInterval(() => {
          report(statSync(partial).size)
        }, PROGRESS_MS)
      }
    })
    thread.once('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
  })

/** Nothing interrupts SQLite in the thread, so the signal ends the process as it would without this listener. */
const removeOnSignal = (partial: string): (() => void) => {
  const onSignal = (signal: NodeJS.Signals): void => {
    stop()
    removePartial(partial)
    process.kill(process.pid, signal)
  }
  const stop = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return stop
}
