/**
 * The disk of the database fills up under a load of creates and runs, and gets space again. Reads work throughout, the service says why
 * writes fail, and it recovers without a restart. HEDDLE_LONG=1 fills it several times, with more load.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
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
        expect(await createThread(heddle)).toMatchObject({
          status: 503,
          body: { error: 'storage_full', retry_after: 5 },
        })
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
        ...(await auditRuns(heddle.url, load.acknowledged, effects.offset())),
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
      rmSync(join(disk.folder, 'heddle.db'), { force: true })
      disk.unmount()
    },
    TIMEOUT_MS * 2 + ROUNDS * 60_000,
  )
})

const createThread = (heddle: Heddle) => callServer(heddle, 'POST', '/api/v1/threads', { body: {} })

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
