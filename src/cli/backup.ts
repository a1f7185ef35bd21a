/** `heddle backup`: copies the embedded database to a file, whether or not the service is running. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig, readEnvironment } from '../config.js'
import { AppError } from '../errors.js'
import { backUpSqlite, type BackupProgress } from '../store/sql/sqlite-backup.js'
import { formatSize } from './format-size.js'
import { printBackupCall } from './postgres-commands.js'
import { getDatabaseFile } from '../wiring/database.js'

export const backup = async (file: string, { force = false }: { force?: boolean }): Promise<void> => {
  const config = loadConfig(readEnvironment())
  const source = getDatabaseFile(config)
  if (source === undefined) {
    printBackupCall(config, file)
    return
  }
  const startedAt = performance.now()
  const target = resolve(file)
  const summary = await backUpSqlite({
    source,
    target,
    isReplacing: force,
    onProgress: (progress) => {
      printProgress(source, progress)
    },
  }).catch((error: unknown) => {
    throw new AppError('unprocessable_entity', `backup failed: ${(error as Error).message}`, undefined, {
      cause: error,
    })
  })
  const { bytes, schemaVersion, threads, runs } = summary
  const parts = [
    `${formatSize(bytes)} (${String(bytes)} bytes)`,
    `schema version ${String(schemaVersion)}`,
    `${String(threads)} threads`,
    `${String(runs)} runs`,
    'integrity check ok',
    `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  ]
  process.stdout.write(`${target}: ${parts.join(', ')}\n`)
  if (existsSync(`${source}.key`))
    process.stdout.write(
      `also back up the key file ${source}.key, and keep it apart: stored secrets cannot be read without it\n`,
    )
}

const printProgress = (source: string, progress: BackupProgress): void => {
  if (progress.phase === 'checking') process.stderr.write('checking the copy\n')
  else if (progress.bytes === 0)
    process.stderr.write(`copying ${source} (${formatSize(progress.totalBytes)})\n`)
  else process.stderr.write(`copied ${formatSize(progress.bytes)} of ${formatSize(progress.totalBytes)}\n`)
}
