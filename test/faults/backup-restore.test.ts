/**
 * A backup that is made under a load of writes is consistent and contains everything that was acknowledged before it started. A service that is
 * started on the restored database continues the runs that were in progress. HEDDLE_LONG=1 writes for longer and into a larger database.
 */
import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, type ExpectStatic } from 'vitest'
import {
  DATABASE_KINDS,
  createTestDatabase,
  type DatabaseKind,
  type TestDatabase,
} from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { makeTempFolder, runHeddle, startHeddle } from '../support/heddle-process.js'
import { hasPostgresClients } from '../support/postgres-clients.js'
import { expectIntactSqlite } from './check-integrity.js'
import { send } from './create-load.js'
import { makeEffects } from './effects.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'

const run = promisify(execFile)
const LONG = process.env['HEDDLE_LONG'] !== undefined
const WRITES_PER_SECOND = 50
const WRITES_BEFORE = LONG ? 1_500 : 50
const RUNS_PER_SECOND = 5
/** The first runs stay in their second node while the backup is made. */
const HELD_REQUESTS = [1, 2, 3]
const TEXT = 'x'.repeat(LONG ? 5_000 : 500)
const TIMEOUT_MS = 60_000

const runCommand = async (args: string[], databaseUrl: string): Promise<string> => {
  const result = await runHeddle(args, { databaseUrl })
  expect(result.code, result.stderr).toBe(0)
  return result.stdout
}

interface Backup {
  file: string
  backupMs: number
}

const backUp = async (databaseKind: DatabaseKind, databaseUrl: string): Promise<Backup> => {
  const file = join(makeTempFolder(), 'heddle.backup')
  const started = performance.now()
  if (databaseKind === 'sqlite') {
    const output = await runCommand(['backup', file], databaseUrl)
    expect(output).toMatch(
      /heddle\.backup: [\d.]+ [kM]B \(\d+ bytes\), schema version \d+, \d+ threads, \d+ runs, integrity check ok, [\d.]+ s$/m,
    )
    // The key is not part of the backup; the output says so.
    expect(output).toContain(`also back up the key file ${databaseUrl.slice('sqlite:'.length)}.key`)
  } else await run('pg_dump', ['--format=custom', `--file=${file}`, databaseUrl])
  return { file, backupMs: performance.now() - started }
}

/** Restores the backup as another database. */
const restore = async (
  databaseKind: DatabaseKind,
  { file }: Backup,
  databaseUrl: string,
): Promise<TestDatabase> => {
  const restored = await createTestDatabase(databaseKind)
  if (databaseKind === 'postgres') {
    await run('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${restored.url}`, file])
    expect(await runCommand(['restore', '--verify'], restored.url)).toContain('the database is complete')
    return restored
  }
  copyFileSync(`${databaseUrl.slice('sqlite:'.length)}.key`, `${restored.url.slice('sqlite:'.length)}.key`)
  const output = await runCommand(['restore', file], restored.url)
  const [, inProgress] = /^(\d+) runs were in progress/m.exec(output) ?? []
  expect(Number(inProgress)).toBeGreaterThanOrEqual(HELD_REQUESTS.length)
  return restored
}

/** Creates threads at a steady rate. */
const makeWriter = (url: string) => {
  const acknowledged: string[] = []
  const inFlight = new Set<Promise<void>>()
  let longestMs = 0
  let isStopped = false
  const create = async (): Promise<void> => {
    const started = performance.now()
    const response = await send(url, '/threads', { metadata: { text: TEXT } })
    longestMs = Math.max(longestMs, performance.now() - started)
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
  return {
    acknowledged,
    /** Returns the longest response time since the last call. */
    takeLongestMs: (): number => {
      const taken = Math.round(longestMs)
      longestMs = 0
      return taken
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await writing
    },
  }
}

/** Backs up a service under load. Returns what was acknowledged before the backup started, and the figures. */
const backUpUnderLoad = async (
  databaseKind: DatabaseKind,
  databaseUrl: string,
  { env, effects }: { env: Record<string, string>; effects: ReturnType<typeof makeEffects> },
  { poll }: Pick<ExpectStatic, 'poll'>,
) => {
  const heddle = await startHeddle({ databaseUrl, env })
  const runs = makeRunLoad('steps')
  effects.hold(HELD_REQUESTS)
  runs.setTarget(heddle.url)
  runs.start(RUNS_PER_SECOND)
  const writer = makeWriter(heddle.url)
  await poll(() => writer.acknowledged.length, { timeout: TIMEOUT_MS }).toBeGreaterThan(WRITES_BEFORE)
  const countHeld = () =>
    effects.readAll().filter(({ node, phase }) => node === 'two' && phase === 'enter').length
  await poll(countHeld, { timeout: TIMEOUT_MS }).toBeGreaterThanOrEqual(HELD_REQUESTS.length)
  const longestBeforeMs = writer.takeLongestMs()
  const before = { threads: [...writer.acknowledged], runs: [...runs.acknowledged] }
  const backup = await backUp(databaseKind, databaseUrl)
  const longestDuringMs = writer.takeLongestMs()
  const acks = writer.acknowledged.length
  await Promise.all([writer.stop(), runs.stop()])
  effects.hold([])
  await heddle.stop()
  return { backup, before, acks, longestBeforeMs, longestDuringMs }
}

if (!hasPostgresClients)
  console.warn('the backup of PostgreSQL is not tested: there is no pg_dump on the PATH')

// The service on the restored PostgreSQL waits for the leases of the runs.
describe.concurrent.each(DATABASE_KINDS)('a backup of %s', (databaseKind) => {
  it.skipIf(databaseKind === 'postgres' && !hasPostgresClients)(
    'a backup under load contains every write that was acknowledged before it started, and its runs continue',
    // Of concurrent tests, only the context knows to which test a poll belongs.
    async ({ expect }) => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const effects = makeEffects([20, 100])
      const { env } = makeProject({ steps: effects.source })
      const load = await backUpUnderLoad(databaseKind, databaseUrl, { env, effects }, expect)
      const { backup, before } = load
      const restored = await restore(databaseKind, backup, databaseUrl)

      const copy = await startHeddle({ databaseUrl: restored.url, env })
      const allEnded = await waitForAllRuns(copy.url, TIMEOUT_MS)
      const missing = await findMissing(copy.url, before.threads)
      const audit = await auditRuns(copy.url, before.runs, effects.readAll())
      const { status } = (await send(copy.url, '/threads', {})) ?? {}
      await copy.stop()
      const figures = {
        test: 'backup-restore',
        database: databaseKind,
        acks_before: before.threads.length,
        acks_during: load.acks - before.threads.length,
        missing: missing.length,
        runs: audit,
        backup_ms: Math.round(backup.backupMs),
        longest_write_before_ms: load.longestBeforeMs,
        longest_write_during_ms: load.longestDuringMs,
      }
      console.log(JSON.stringify(figures))
      expect(missing).toEqual([])
      expect(allEnded).toBe(true)
      expect(audit.runs).toBeGreaterThanOrEqual(HELD_REQUESTS.length)
      // Nodes that ended after the backup are executed again, so only the results are compared.
      expect(audit).toMatchObject({ lost: 0, failed: 0, stuck: 0, gaps: 0, wrong_ends: 0, wrong_outputs: 0 })
      expect(status).toBe(201)
      if (databaseKind === 'sqlite') expectIntactSqlite(restored.url)
      await restored.drop()
      await drop()
    },
    3 * TIMEOUT_MS,
  )
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
