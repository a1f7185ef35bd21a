/** The threads of the embedded database are replaced when they end unexpectedly. */
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppError } from '../../src/errors.js'
import { Database } from '../../src/store/sql/database.js'
import { createTestDatabase, type TestDatabase } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'

const WITHIN = { timeout: 20_000, interval: 20 }
const OriginalWorker = workerThreads.Worker
let threads: { worker: workerThreads.Worker; role: string }[] = []

beforeAll(() => {
  workerThreads.Worker = class extends OriginalWorker {
    constructor(file: string | URL, options: workerThreads.WorkerOptions = {}) {
      super(file, options)
      threads.push({ worker: this, role: (options.workerData as { role: string }).role })
    }
  }
  syncBuiltinESMExports()
})
afterAll(() => {
  workerThreads.Worker = OriginalWorker
  syncBuiltinESMExports()
})

describe('threads of the embedded database', () => {
  let database: TestDatabase
  let db: Database
  let errors: string[]
  beforeEach(async () => {
    threads = []
    errors = []
    database = await createTestDatabase('sqlite')
    db = await Database.open({
      url: database.url,
      durability: 'full',
      poolSize: 1,
      exclusive: true,
      onError: ({ message }) => errors.push(message),
    })
    await db.migrate(0)
    await db.write([rawStatement('create table numbers (n integer primary key)')])
  })
  afterEach(async () => {
    await db.close()
    await database.drop()
  })

  /** The thread cannot read this message, so it ends with an uncaught exception. */
  const kill = async (role: string): Promise<void> => {
    const { worker } = threads.findLast((thread) => thread.role === role)!
    worker.postMessage([null])
    await once(worker, 'exit').catch(() => undefined)
  }
  /** Each number is a new SQL text, which also covers the texts that only the dead thread knew. */
  const insert = (n: number) => db.write([rawStatement(`insert into numbers values (${String(n)})`)])
  const readNumbers = async () =>
    (await db.read<{ n: number }>(rawStatement('select n from numbers order by n'))).map(({ n }) => n)

  it('a writer that dies is replaced, its requests get a retryable error, and nothing acknowledged is lost', async () => {
    const acknowledged: number[] = []
    const failures: AppError[] = []
    let isDone = false
    const load = async (first: number): Promise<void> => {
      for (let n = first; !isDone; n += 8) {
        await insert(n).then(
          () => acknowledged.push(n),
          (error: unknown) => failures.push(error as AppError),
        )
        if (failures.length > 1_000) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const clients = Array.from({ length: 8 }, (_, index) => load(index))
    for (let kills = 0; kills < 5; kills++) {
      const before = acknowledged.length
      await vi.waitUntil(() => acknowledged.length > before + 20, WITHIN)
      await kill('writer')
    }
    const before = acknowledged.length
    await vi.waitUntil(() => acknowledged.length > before + 20, WITHIN)
    isDone = true
    await Promise.all(clients)
    expect(failures.length).toBeGreaterThanOrEqual(5)
    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['service_unavailable']))
    const stored = new Set(await readNumbers())
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([])
    expect(errors).toHaveLength(5)
    expect(errors[0]).toMatch(/^the writer thread stopped and is replaced/)
    await db.probe()
  })

  it('a reader that dies is replaced while writes continue', async () => {
    await insert(1)
    await kill('reader')
    await insert(2)
    await vi.waitUntil(
      () =>
        readNumbers().then(
          (numbers) => numbers.length === 2,
          () => false,
        ),
      WITHIN,
    )
  })

  it('a write probe fails until the writer is replaced', async () => {
    const killed = kill('writer')
    await expect(db.probe()).rejects.toMatchObject({ code: 'service_unavailable' })
    await killed
    await vi.waitUntil(
      () =>
        db.probe().then(
          () => true,
          () => false,
        ),
      WITHIN,
    )
  })
})
