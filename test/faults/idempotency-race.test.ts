/**
 * Many requests with one Idempotency-Key arrive at once, and the process is killed meanwhile: each key creates one resource, and all
 * responses are equal. HEDDLE_SEED and HEDDLE_LONG=1 change the kills and the load.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, createTestDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { send } from './create-load.js'
import type { Thread } from './acknowledged-writes.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const KEYS = LONG ? 200 : 12
const PARALLEL = LONG ? 100 : 30
const KILLS = LONG ? 20 : 2
const TIMEOUT_MS = 60_000

interface ErrorBody {
  error: string
  message: string
  retry_after?: number
}

const toBody = (request: number) => ({ title: `Thread ${String(request)}`, metadata: { request } })

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `${String(PARALLEL)} concurrent requests with each of ${String(KEYS)} keys and ${String(KILLS)} kills create one resource per key`,
    async () => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const random = makeRandom(SEED)
      const bodiesByKey = new Map<number, Set<string>>()
      const unexpected: string[] = []
      const counts = { replies: 0, in_use: 0, without_retry_after: 0, mismatches: 0 }
      let heddle: Heddle = await startHeddle({ databaseUrl })

      const post = async (request: number): Promise<boolean> => {
        const response = await send(heddle.url, '/threads', toBody(request), {
          'idempotency-key': `key-${String(request)}`,
        })
        if (response === undefined) return false
        counts.replies++
        if (response.status === 201) {
          bodiesByKey.set(request, (bodiesByKey.get(request) ?? new Set()).add(JSON.stringify(response.body)))
          return true
        }
        const { error, message, retry_after } = response.body as ErrorBody
        if (error !== 'resource_conflict' || !/still running/.test(message))
          unexpected.push(JSON.stringify(response))
        counts.in_use++
        if (retry_after === undefined) counts.without_retry_after++
        return false
      }

      const killedKeys = new Set(
        Array.from({ length: KILLS }, (_, index) => Math.floor(((index + 0.5) * KEYS) / KILLS)),
      )
      for (let request = 0; request < KEYS; request++) {
        const replies = Promise.all(Array.from({ length: PARALLEL }, () => post(request)))
        if (killedKeys.has(request)) {
          await sleep(random() * 30)
          heddle.kill('SIGKILL')
          await heddle.exited
        }
        await replies
        if (killedKeys.has(request)) heddle = await startHeddle({ databaseUrl })
      }
      const restartedAt = performance.now()
      for (let request = 0; request < KEYS; request++) {
        while (!(await post(request))) {
          if (performance.now() - restartedAt > TIMEOUT_MS)
            throw new Error(`key ${String(request)} is still in use`)
          await sleep(200)
        }
        const other = await send(heddle.url, '/threads', toBody(-1), {
          'idempotency-key': `key-${String(request)}`,
        })
        if (other?.status === 409) counts.mismatches++
      }
      const freeAfterMs = Math.round(performance.now() - restartedAt)
      const threads = await listThreads(heddle.url)
      const figures = {
        test: 'idempotency-race',
        database: databaseKind,
        seed: SEED,
        keys: KEYS,
        parallel: PARALLEL,
        kills: KILLS,
        ...counts,
        all_keys_free_ms: freeAfterMs,
        threads: threads.length,
        keys_without_one_object: countKeysWithoutOne(threads),
        keys_with_different_bodies: [...bodiesByKey.values()].filter(({ size }) => size !== 1).length,
      }
      console.log(JSON.stringify(figures))
      expect(unexpected).toEqual([])
      expect(figures).toMatchObject({ threads: KEYS, mismatches: KEYS, without_retry_after: 0 })
      expect(figures).toMatchObject({ keys_without_one_object: 0, keys_with_different_bodies: 0 })
      await heddle.stop()
      await drop()
    },
    TIMEOUT_MS * 2 + KILLS * 20_000 + KEYS * 2_000,
  )
})

const listThreads = async (url: string): Promise<Thread[]> => {
  const threads: Thread[] = []
  let cursor = ''
  for (;;) {
    const response = await fetch(`${url}/api/v1/threads?limit=100${cursor}`)
    const page = (await response.json()) as { data: Thread[]; next_cursor: string | null }
    threads.push(...page.data)
    if (page.next_cursor === null) return threads
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
  }
}

const countKeysWithoutOne = (threads: Thread[]): number =>
  Array.from(
    { length: KEYS },
    (_, request) => threads.filter(({ metadata }) => metadata.request === request).length,
  ).filter((count) => count !== 1).length
