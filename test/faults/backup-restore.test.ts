/**
 * A backup that is made under a load of writes is consistent and contains everything that was acknowledged before it started.
 * HEDDLE_LONG=1 writes for longer and into a larger database.
 */
import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  DATABASE_KINDS,
  createTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../support/databases.js'
import { makeTempFolder, runHeddle, startHeddle } from '../support/heddle-process.js'
import { expectIntactSqlite } from './check-integrity.js'
import { send } from './create-load.js'

const run = promisify(execFile)
const LONG = process.env['HEDDLE_LONG'] !== undefined
const WRITES_PER_SECOND = 50
const WARM_UP_MS = LONG ? 30_000 : 1_000
const TEXT = 'x'.repeat(LONG ? 5_000 : 500)
const TIMEOUT_MS = 120_000

/** Makes a backup and restores it as another database. Returns how long the backup took. */
const backUpAndRestore = async (
  databaseKind: DatabaseKind,
  source: string,
): Promise<{ restored: TestDatabase; backupMs: number }> => {
  const started = performance.now()
  if (databaseKind === 'sqlite') {
    const file = join(makeTempFolder(), 'backup.db')
    const result = await runHeddle(['backup', file], { databaseUrl: source })
    expect(result.code, result.stderr).toBe(0)
    expect(result.stdout).toMatch(
      /backup\.db: [\d.]+ MB \(\d+ bytes\), schema version \d+, \d+ threads, 0 runs, integrity check ok, [\d.]+ s$/m,
    )
    // The key is not part of the backup; the output says so.
    const keyFile = `${source.slice('sqlite:'.length)}.key`
    expect(result.stdout).toContain(`also back up the key file ${keyFile}`)
    copyFileSync(keyFile, `${file}.key`)
    return {
      restored: { url: `sqlite:${file}`, drop: () => Promise.resolve() },
      backupMs: performance.now() - started,
    }
  }
  const file = join(makeTempFolder(), 'heddle.dump')
  await run('pg_dump', ['--format=custom', `--file=${file}`, source])
  const backupMs = performance.now() - started
  const restored = await createTestDatabase('postgres')
  await run('pg_restore', ['--no-owner', `--dbname=${restored.url}`, file])
  return { restored, backupMs }
}

const makeWriter = (url: string) => {
  const acknowledged: string[] = []
  const inFlight = new Set<Promise<void>>()
  let isStopped = false
  const create = async (): Promise<void> => {
    const response = await send(url, '/threads', { metadata: { text: TEXT } })
    if (response?.status === 201) acknowledged.push((response.body as { thread_id: string }).thread_id)
  }
  const write = async (): Promise<void> => {
    while (!isStopped) {
      const creating = create()
      inFlight.add(creating)
      void creating.then(() => inFlight.delete(creating))
      await sleep(1_000 / WRITES_PER_SECOND)
    }
    await Promise.all(inFlight)
  }
  const writing = write()
  const stop = async (): Promise<void> => {
    isStopped = true
    await writing
  }
  return { acknowledged, stop }
}

/** A server that was not installed with its client programs can be tested, but not be backed up. */
const hasPgDump = spawnSync('pg_dump', ['--version']).status === 0
if (!hasPgDump) console.warn('the backup of PostgreSQL is not tested: there is no pg_dump on the PATH')

describe.each(DATABASE_KINDS)('a backup of %s', (databaseKind) => {
  it.skipIf(databaseKind === 'postgres' && !hasPgDump)(
    'a backup under load contains every write that was acknowledged before it started',
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const heddle = await startHeddle({ databaseUrl })
      const writer = makeWriter(heddle.url)
      await sleep(WARM_UP_MS)
      const before = [...writer.acknowledged]
      const { restored, backupMs } = await backUpAndRestore(databaseKind, databaseUrl)
      await writer.stop()
      await heddle.stop()

      const copy = await startHeddle({ databaseUrl: restored.url })
      const missing = await findMissing(copy.url, before)
      const { status } = (await send(copy.url, '/threads', {})) ?? {}
      await copy.stop()
      const figures = {
        test: 'backup-restore',
        database: databaseKind,
        acks_before: before.length,
        acks: writer.acknowledged.length,
        missing: missing.length,
        backup_ms: Math.round(backupMs),
      }
      console.log(JSON.stringify(figures))
      expect(before.length).toBeGreaterThan(0)
      expect(missing).toEqual([])
      expect(status).toBe(201)
      if (databaseKind === 'sqlite') expectIntactSqlite(restored.url)
      await restored.drop()
      await drop()
    },
    TIMEOUT_MS,
  )
})

describe('heddle backup', () => {
  it('a backup to an existing file, of a missing database or of PostgreSQL fails with an explanation', async () => {
    const { url: databaseUrl, drop } = await createTestDatabase('sqlite')
    const file = join(makeTempFolder(), 'backup.db')
    const missing = await runHeddle(['backup', file], { databaseUrl })
    expect(missing).toMatchObject({ code: 1 })
    expect(missing.stderr).toMatch(/heddle: backup failed: the database .* does not exist/)
    const postgres = await runHeddle(['backup', file], { databaseUrl: 'postgres://localhost/x' })
    expect(postgres.stderr).toMatch(/pg_dump --format=custom/)
    await drop()
  })
})

const findMissing = async (url: string, ids: string[]): Promise<string[]> => {
  const missing: string[] = []
  const remaining = [...ids]
  const checkNext = async (): Promise<void> => {
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
      const response = await fetch(`${url}/api/v1/threads/${id}`)
      await response.body?.cancel()
      if (response.status !== 200) missing.push(id)
    }
  }
  await Promise.all(Array.from({ length: 8 }, checkNext))
  return missing
}
