/**
 * The disk of the database fills up under a load of creates and runs, and gets space again. Reads work throughout, the service says why
 * writes fail, and it recovers without a restart. HEDDLE_LONG=1 fills it several times, with more load.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.js'
import { callServer } from '../support/call-server.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { findSystemBinaries } from '../support/postgres-binaries.js'
import { initialize, launch, type PostgresServer } from '../support/postgres-server.js'
import { findUnprivilegedUser, grantAccess } from '../support/unprivileged-user.js'
import { findMountProblem, mountSmallDisk } from '../support/small-disk.js'
import { makeEffects } from './effects.js'
import { expectIntactSqlite } from './check-integrity.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import type { CreatedRun } from './run-load.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const ROUNDS = LONG ? 5 : 1
const DISK_MB = LONG ? 64 : 24
const CLIENTS = 4
const TIMEOUT_MS = 60_000
const mountProblem = findMountProblem()
if (mountProblem !== undefined) console.warn(`disk-full tests are skipped: ${mountProblem}`)

describe.skipIf(mountProblem !== undefined)('a full disk', () => {
  it(
    'writes get 503 storage_full and reads 200 while the disk is full, and no acknowledged run is lost',
    async () => {
      const disk = mountSmallDisk(DISK_MB)
      const effects = makeEffects([5, 40])
      const { env } = makeProject({ steps: effects.source })
      const databaseUrl = `sqlite:${join(disk.folder, 'heddle.db')}`
      const heddle = await startHeddle({ databaseUrl, env })
      const load = makeLoad(heddle)
      const detectMs: number[] = []
      const recoverMs: number[] = []

      for (let round = 0; round < ROUNDS; round++) {
        await load.waitForMore(20)
        disk.fill()
        detectMs.push(await waitForHealth(heddle, 503))
        expect((await callServer(heddle, 'GET', '/health')).body).toMatchObject({
          status: 'unavailable',
          checks: { database: 'storage_full' },
          error: 'storage_full',
        })
        expect(await waitForRejection(heddle)).toMatchObject({ error: 'storage_full', retry_after: 5 })
        expect((await callServer(heddle, 'GET', '/api/v1/runs?limit=100')).status).toBe(200)
        expect((await callServer(heddle, 'GET', '/ok')).status).toBe(200)
        // Executions that are waiting for space stay alive.
        await sleep(LONG ? 15_000 : 1_000)
        expect((await callServer(heddle, 'GET', '/health')).status).toBe(503)
        disk.free()
        recoverMs.push(await waitForHealth(heddle, 200))
        expect((await createThread(heddle)).status).toBe(201)
      }
      await load.waitForMore(5)
      await load.stop()
      const hasEnded = await waitForAllRuns(heddle.url, TIMEOUT_MS)
      const figures = {
        test: 'disk-full',
        database: 'sqlite',
        rounds: ROUNDS,
        disk_mb: DISK_MB,
        rejected: load.rejected(),
        ...(await auditRuns(heddle.url, load.acknowledged, effects.readAll())),
        detect_ms_max: Math.round(Math.max(...detectMs)),
        recover_ms_max: Math.round(Math.max(...recoverMs)),
      }
      console.log(JSON.stringify(figures))
      expect(load.unexpected).toEqual([])
      expect(hasEnded).toBe(true)
      expect(figures).toMatchObject({
        lost: 0,
        stuck: 0,
        failed: 0,
        wrong_ends: 0,
        gaps: 0,
        wrong_outputs: 0,
      })
      expect(figures.rejected).toBeGreaterThan(0)
      expect((await heddle.stop()).code).toBe(0)
      expectIntactSqlite(databaseUrl)
    },
    TIMEOUT_MS * 2 + ROUNDS * 60_000,
  )

  it('an idle service on a full disk is reported as unavailable, and recovers', async () => {
    const disk = mountSmallDisk(4)
    const app = await startApp({ databaseUrl: `sqlite:${join(disk.folder, 'heddle.db')}` })
    expect((await app.get('/health')).status).toBe(200)
    disk.fill()
    app.clock.advance(1_000)
    expect(await app.get('/health')).toMatchObject({ status: 503, body: { error: 'storage_full' } })
    disk.free()
    app.clock.advance(1_000)
    expect((await app.get('/health')).status).toBe(200)
    await app.stop()
  })

  it.runIf(LONG)(
    'a full disk of PostgreSQL loses no acknowledged write, and the service recovers when there is space',
    async () => {
      const disk = mountSmallDisk(192)
      const server = await startPostgresIn(join(disk.folder, 'postgres'))
      const heddle = await startHeddle({ databaseUrl: server.url })
      const acknowledged: string[] = []
      const codes = new Set<string>()
      const createUntil = async (isDone: () => boolean): Promise<void> => {
        const end = performance.now() + TIMEOUT_MS
        while (!isDone() && performance.now() < end) {
          const { status, body } = await callServer(heddle, 'POST', '/api/v1/threads', {
            body: { metadata: { text: randomBytes(20_000).toString('hex') } },
          })
          if (status === 201) acknowledged.push(body.thread_id as string)
          else codes.add(`${String(status)} ${String(body.error)}`)
        }
      }
      await createUntil(() => acknowledged.length >= 50)
      disk.fill()
      await createUntil(() => codes.size > 0)
      const unavailable = await callServer(heddle, 'GET', '/health')
      const read = await callServer(heddle, 'GET', `/api/v1/threads/${String(acknowledged[0])}`)
      disk.free()
      const recoverMs = await waitForHealth(heddle, 200)
      const before = acknowledged.length
      await createUntil(() => acknowledged.length > before)
      const statuses = await Promise.all(
        acknowledged.map(async (id) => (await callServer(heddle, 'GET', `/api/v1/threads/${id}`)).status),
      )
      const figures = {
        test: 'disk-full',
        database: 'postgres',
        acks: acknowledged.length,
        lost: statuses.filter((status) => status !== 200).length,
        codes: [...codes],
        health: unavailable.body.checks,
        read_while_full: read.status,
        recover_ms_max: Math.round(recoverMs),
      }
      console.log(JSON.stringify(figures))
      await heddle.stop()
      await server.stop()
      expect(figures).toMatchObject({ lost: 0, health: { database: 'storage_full' }, read_while_full: 200 })
      expect(figures.codes).toEqual(['503 storage_full'])
    },
    TIMEOUT_MS * 5,
  )
})

const startPostgresIn = async (folder: string): Promise<PostgresServer> => {
  const runAs = findUnprivilegedUser()
  mkdirSync(folder)
  const server = { bin: await grantAccess(folder, findSystemBinaries(), runAs), folder, runAs, fsync: true }
  await initialize(server)
  return launch(server)
}

const createThread = (heddle: Heddle) => callServer(heddle, 'POST', '/api/v1/threads', { body: {} })

/** SQLite reuses the space of its write-ahead log first, so a small write may still succeed for a while. */
const waitForRejection = async (heddle: Heddle): Promise<unknown> => {
  const end = performance.now() + TIMEOUT_MS
  for (;;) {
    const { status, body } = await createThread(heddle)
    if (status === 503) return body
    if (performance.now() > end) throw new Error('writes succeed although the disk is full')
  }
}

/** Returns how long it took. */
const waitForHealth = async (heddle: Heddle, status: number): Promise<number> => {
  const started = performance.now()
  while ((await callServer(heddle, 'GET', '/health')).status !== status) {
    if (performance.now() - started > TIMEOUT_MS) throw new Error(`/health does not return ${String(status)}`)
    await sleep(50)
  }
  return performance.now() - started
}

/** Clients that create runs one after another. They tolerate only responses that a full disk explains. */
const makeLoad = (heddle: Heddle) => {
  const acknowledged: CreatedRun[] = []
  const unexpected: string[] = []
  let rejectedCount = 0
  let isStopped = false
  let request = 0
  const client = async (): Promise<void> => {
    while (!isStopped) {
      const body = { assistant_id: builtInAssistantId('steps'), input: { request: ++request } }
      const response = await callServer(heddle, 'POST', '/api/v1/runs', { body })
      if (response.status === 201) acknowledged.push(response.body as CreatedRun)
      else if (response.status === 503 && (response.body as { error: string }).error === 'storage_full')
        rejectedCount++
      else unexpected.push(JSON.stringify(response))
      await sleep(30)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  return {
    acknowledged,
    unexpected,
    rejected: () => rejectedCount,
    waitForMore: async (count: number): Promise<void> => {
      const target = acknowledged.length + count
      const end = performance.now() + TIMEOUT_MS
      while (acknowledged.length < target) {
        if (performance.now() > end) throw new Error('no more runs are acknowledged')
        await sleep(20)
      }
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await clients
    },
  }
}
