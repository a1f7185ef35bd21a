/**
 * The events of runs of an older version and the values of their threads are compacted in the background, although the service is killed
 * again and again. Readers get the same events before, meanwhile and afterwards, and the same values. HEDDLE_LONG uses more runs and more kills.
 */
import { it } from 'vitest'
import { ThreadValues } from '../../src/engine/executor/thread-values.js'
import { createTestDatabase, DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { readAllFrames, readFrames } from '../support/event-stream.js'
import { startHeddle } from '../support/heddle-process.js'
import { insertRun } from '../support/insert-run.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'
import { T0 } from '../support/rows.js'
import { makeStores } from '../support/stores.js'
import { makeTokenRun, toPlainRows } from '../support/token-run.js'

const IS_LONG = process.env['HEDDLE_LONG'] === '1'
const RUNS = IS_LONG ? 40 : 6
const KILLS = IS_LONG ? 20 : 2
const TOKENS = 3_000
/** Versions of the output of each thread. */
const OUTPUTS = Array.from({ length: 60 }, (_, count) =>
  JSON.stringify(
    Array.from({ length: 10 + count }, (__, index) => `message ${String(index)} ${'text '.repeat(60)}`),
  ),
)
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)

it.concurrent.for(DATABASE_KINDS)(
  `the events of a run are the same after a compaction with ${String(KILLS)} kills, on %s`,
  { timeout: 600_000 },
  async (databaseKind, { expect }) => {
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const db = await openDatabase(databaseUrl)
    await db.migrate(T0)
    const stores = makeStores(db)
    const events = makeTokenRun(TOKENS)
    const runIds: string[] = []
    const outputs: { key: { tenant_id: string; thread_id: string }; versions: string[] }[] = []
    for (let index = 0; index < RUNS; index++) {
      const { tenant_id, run_id, thread_id } = await insertRun(stores, { tenant_id: 'default' })
      const values = new ThreadValues(thread_id)
      outputs.push({ key: { tenant_id, thread_id }, versions: OUTPUTS.map((text) => values.add(text)!) })
      await db.write([
        ...stores.threadValues.insertStatements({ tenant_id, thread_id }, values.takeRows()),
        rawStatement(`update runs set status = 'completed' where run_id = '${run_id}'`),
        rawStatement(`update threads set status = 'idle' where thread_id = '${thread_id}'`),
        ...stores.runEvents.insertStatements(
          toPlainRows({ tenant_id, run_id }, events, 1 + (index % 4) * 20),
        ),
      ])
      runIds.push(run_id)
    }
    /** Marks some of the runs before each kill, so that the service has something to compact when it is killed. */
    const markRuns = async (kill: number): Promise<void> => {
      const marked = runIds.filter((_, index) => index % KILLS === kill)
      await db.write(
        marked.map((runId) =>
          rawStatement(`insert into event_compactions values ('default', '${runId}', 0, 0)`),
        ),
      )
    }
    const countMarks = async () =>
      (await db.read(rawStatement('select run_id from event_compactions'))).length
    const readProgress = () =>
      db.read(rawStatement('select count(*) as marks, sum(position) as positions from event_compactions'))
    const killed: number[] = []
    const expected = events.filter(({ type }) => !type.startsWith('lg.')).map(({ seq }) => seq)

    const random = makeRandom(SEED)
    const startKilled = () => startHeddle({ databaseUrl, env: { EXECUTOR_THREADS: '1' } })
    let first: string[] | undefined
    for (let kill = 0; kill < KILLS; kill++) {
      const heddle = await startKilled()
      const runId = runIds[Math.floor(random() * RUNS)]!
      const frames = (await readAllFrames(heddle.url, runId)).map(({ text }) => text.replaceAll(runId, ''))
      expect(frames).toHaveLength(expected.length)
      first ??= frames.map((text) => text.replaceAll(/"thread_id":"[^"]*"/g, ''))
      await markRuns(kill)
      const progress = await readProgress()
      await expect.poll(readProgress, { timeout: 60_000, interval: 5 }).not.toEqual(progress)
      heddle.kill('SIGKILL')
      await heddle.exited
      // A lease of the killed process would delay the rest of the test by a minute.
      await db.write([rawStatement('update event_compactions set claimed_until = 0')])
      killed.push(await countMarks())
    }

    expect(Math.max(...killed), 'runs that were not compacted when the service was killed').toBeGreaterThan(0)
    const heddle = await startKilled()
    await expect.poll(countMarks, { timeout: 120_000 }).toBe(0)
    for (const runId of runIds) {
      const frames = await readAllFrames(heddle.url, runId)
      expect(frames.map(({ id }) => id)).toEqual(expected)
      const texts = frames.map(({ text }) =>
        text.replaceAll(runId, '').replaceAll(/"thread_id":"[^"]*"/g, ''),
      )
      expect(texts).toEqual(first)
      const after = Math.floor(random() * events.length)
      const rest: number[] = []
      for await (const { id } of readFrames(heddle.url, runId, { after })) rest.push(id)
      expect(rest).toEqual(expected.filter((seq) => seq > after))
      const rows = await stores.runEvents.listRowsAfter({ tenant_id: 'default', run_id: runId }, 0, 100_000)
      expect(rows.reduce((sum, row) => sum + Buffer.byteLength(row.events), 0) / TOKENS).toBeLessThan(20)
    }
    await heddle.stop()
    for (const { key, versions } of outputs)
      expect(
        await Promise.all(versions.map((version) => stores.threadValues.readText(key, version))),
      ).toEqual(OUTPUTS)
    const packed = await db.read(rawStatement('select version from thread_values where packed is not null'))
    expect(packed).toHaveLength(2 * RUNS)
    await db.close()
    await drop()
  },
)
