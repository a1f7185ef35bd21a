/** `heddle restore`: checks a backup of the embedded database, and replaces the database by it while the service is stopped. */
import { resolve } from 'node:path'
import { loadConfig, readEnvironment, type Config } from '../config.js'
import { AppError } from '../errors.js'
import { systemClock } from '../platform/clock.js'
import { Database } from '../store/sql/database.js'
import { findFileDamage } from '../store/sql/sqlite-integrity.js'
import { forgetEncryptionKeys, requireBackupFile, restoreSqlite } from '../store/sql/sqlite-restore.js'
import type { UnfinishedRuns } from '../store/verification/row-counts.js'
import { getDatabaseFile } from '../wiring/database.js'
import { verifyDatabase, type Check, type Verification } from '../wiring/verification.js'
import { printRestoreCall } from './postgres-commands.js'

const wrapErrors = async (purpose: string, execute: () => Promise<void>): Promise<void> => {
  try {
    await execute()
  } catch (error) {
    const { message } = error as Error
    throw new AppError('unprocessable_entity', `${purpose} failed: ${message}`, undefined, { cause: error })
  }
}

export const restore = async (file: string, { force = false }: { force?: boolean }): Promise<void> => {
  const config = loadConfig(readEnvironment())
  const target = getDatabaseFile(config)
  if (target === undefined) printRestoreCall(config, file)
  else await wrapErrors('restore', () => replaceDatabase(resolve(file), target, config, force))
}

/** Without a file, the database of DATABASE_URL is checked: after pg_restore, or at any time. */
export const verify = async (file?: string): Promise<void> => {
  const config = loadConfig(readEnvironment())
  const target = getDatabaseFile(config)
  if (file !== undefined && target === undefined) {
    printRestoreCall(config, file)
    process.stderr.write('then check the restored database with: heddle restore --verify\n')
    return
  }
  const path = file === undefined ? target : resolve(file)
  await wrapErrors('check', async () => {
    if (file !== undefined && path !== undefined) requireBackupFile(path)
    const verification = path === undefined ? await verifyPostgres(config) : await verifyFile(path, config)
    printChecks(verification)
    requirePassed(verification)
    process.stdout.write(`${path ?? 'the database'} is complete\n`)
  })
}

const verifyPostgres = async (config: Config): Promise<Verification> => {
  const { DATABASE_URL: url, DURABILITY: durability } = config
  const db = await Database.open({ url, durability, poolSize: 1 })
  try {
    return await verifyDatabase(db, config)
  } finally {
    await db.close()
  }
}

const verifyFile = async (path: string, config: Config): Promise<Verification> => {
  const damage = findFileDamage(path)
  if (damage.length > 0) {
    const check = { isOk: false, text: `the file is damaged: ${damage.join('; ')}` }
    return { checks: [check], unusedMissingKeys: [], unfinishedRuns: undefined }
  }
  const db = Database.openSnapshot(path)
  try {
    const { checks, ...rest } = await verifyDatabase(db, config)
    return { checks: [{ isOk: true, text: 'integrity check' }, ...checks], ...rest }
  } finally {
    await db.close()
  }
}

const printChecks = ({ checks, unusedMissingKeys }: Verification): void => {
  const format = ({ isOk, text }: Check): string => `${isOk ? 'ok    ' : 'FAILED'}  ${text}\n`
  process.stdout.write(checks.map(format).join(''))
  for (const id of unusedMissingKeys)
    process.stdout.write(`note    the encryption key ${id} is missing, but no stored secret needs it\n`)
}

const requirePassed = ({ checks }: Verification): void => {
  const failed = checks.filter(({ isOk }) => !isOk).map(({ text }) => text)
  if (failed.length > 0) throw new Error(failed.join('; '))
}

const replaceDatabase = async (
  backup: string,
  target: string,
  config: Config,
  isReplacing: boolean,
): Promise<void> => {
  const timestamp = new Date(systemClock.now()).toISOString().replaceAll(/[-:.]/g, '')
  const keepAs = `${target}.replaced-${timestamp}`
  let unfinishedRuns: UnfinishedRuns | undefined
  const check = async (copy: string): Promise<void> => {
    const verification = await verifyFile(copy, config)
    printChecks(verification)
    requirePassed(verification)
    if (verification.unusedMissingKeys.length > 0) forgetEncryptionKeys(copy, verification.unusedMissingKeys)
    unfinishedRuns = verification.unfinishedRuns
  }
  const isReplaced = await restoreSqlite({ backup, target, isReplacing, keepAs, check })
  process.stdout.write(`restored ${backup} to ${target}\n`)
  if (isReplaced) process.stdout.write(`the old database is kept as ${keepAs}\n`)
  if (unfinishedRuns !== undefined) process.stdout.write(describeUnfinishedRuns(unfinishedRuns))
}

const describeUnfinishedRuns = ({ queued, in_progress, requires_action }: UnfinishedRuns): string =>
  queued + in_progress + requires_action === 0
    ? ''
    : `${String(in_progress)} runs were in progress, ${String(queued)} were queued and ${String(requires_action)} waited for input when the backup was made. ` +
      'The next start claims the first two again: they continue from their last checkpoint in the backup, so nodes that ended later are executed again\n'
