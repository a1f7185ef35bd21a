/** The events of runs that have ended take less storage, and remain what they were. */
import { describe, expect, it } from 'vitest'
import { RunCompactor } from '../../src/domain/runs/run-compactor.js'
import type { RunEvent } from '../../src/events/run-event.js'
import { systemClock } from '../../src/platform/clock.js'
import type { Row } from '../../src/store/sql/tables.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { insertRun } from '../support/insert-run.js'
import { rawStatement } from '../support/raw-statement.js'
import { useStores } from '../support/stores.js'
import { makeTokenRun, toPlainRows } from '../support/token-run.js'
import { pino } from 'pino'

const TOKENS = 1_200

const getKey = ({ tenant_id, run_id }: Row<'runs'>) => ({ tenant_id, run_id })

const countText = (events: readonly RunEvent[]): number =>
  events.reduce((sum, { text }) => sum + text.length, 0)

/** The events of a run whose nodes call no model. */
const makeStepRun = (count: number): RunEvent[] =>
  Array.from({ length: count }, (_, index) => {
    const event = { type: 'node.completed', node_id: `node ${String(index)}`, step: index, output: { index } }
    return {
      seq: index + 1,
      type: event.type,
      text: JSON.stringify({ ...event, timestamp: new Date(index).toISOString() }),
    }
  })

describe.each(DATABASE_KINDS)('compaction of events on %s', (databaseKind) => {
  const stores = useStores(databaseKind)

  const makeCompactor = (eventCompactions = stores.eventCompactions) =>
    new RunCompactor({ ...stores, eventCompactions, clock: systemClock, log: pino({ level: 'silent' }) })
  const setStatus = (run: Row<'runs'>, status: string) =>
    stores.db.write([
      rawStatement(`update runs set status = '${status}' where run_id = '${run.run_id}' returning run_id`),
      rawStatement(
        `update threads set status = '${status === 'in_progress' ? 'busy' : 'idle'}' where thread_id = '${run.thread_id}'`,
      ),
    ])
  const insertEndedRun = async (overrides: Partial<Row<'runs'>> = {}): Promise<Row<'runs'>> => {
    const run = await insertRun(stores, overrides)
    await setStatus(run, 'completed')
    return run
  }
  const insertRunsOfThread = async (count: number): Promise<Row<'runs'>[]> => {
    const first = await insertEndedRun()
    const { tenant_id, thread_id } = first
    const runs = [first]
    while (runs.length < count) runs.push(await insertEndedRun({ tenant_id, thread_id }))
    for (const run of runs) await storeEvents(run, makeStepRun(6))
    return runs
  }
  /** Stores the events in batches, as a worker does. */
  const storeEvents = async (run: Row<'runs'>, events: readonly RunEvent[], batchSize = 2): Promise<void> => {
    const toStatements = stores.runEvents.makeWriter(run)
    const statements: ReturnType<typeof toStatements> = []
    for (let start = 0; start < events.length; start += batchSize)
      statements.push(...toStatements(events.slice(start, start + batchSize)))
    await stores.db.write(statements)
  }
  const listEvents = async (run: Row<'runs'>, after = 0): Promise<RunEvent[]> =>
    (await stores.runEvents.listAfter(run, after, 100_000)).flatMap(({ events }) => events)
  const listRows = (run: Row<'runs'>) => stores.runEvents.listRowsAfter(run, 0, 100_000)
  const countMarks = async (run: Row<'runs'>): Promise<number> =>
    (
      await stores.db.read(
        rawStatement(`select run_id from event_compactions where run_id = '${run.run_id}'`),
      )
    ).length
  const readStoredRows = (run: Row<'runs'>) =>
    stores.db.read(
      rawStatement<Row<'run_events'>>(
        `select * from run_events where run_id = '${run.run_id}' order by last_seq`,
      ),
    )
  const countBytes = (rows: readonly { events: string }[]): number =>
    rows.reduce((sum, { events }) => sum + Buffer.byteLength(events), 0)

  it('a compacted run has the same events in a few rows, read from any position', async () => {
    const run = await insertEndedRun()
    const events = makeTokenRun(TOKENS)
    await storeEvents(run, events)
    expect(await listEvents(run)).toEqual(events)
    const liveRows = await listRows(run)
    expect(liveRows.length).toBeLessThan(TOKENS / 10)
    expect(countBytes(liveRows) / TOKENS).toBeLessThan(40)
    for (const after of [1, 63, 64, 65, 700, events.length - 3])
      expect(await listEvents(run, after)).toEqual(events.slice(after))
    await makeCompactor().compact()
    const rows = await listRows(run)
    expect(rows.length).toBeLessThan(10)
    expect(countBytes(rows) / TOKENS).toBeLessThan(20)
    expect(await countMarks(run)).toBe(0)
    expect(await listEvents(run)).toEqual(events)
    for (const after of [1, 2, 3, 700, 701, 2_000, events.length - 1, events.length])
      expect(await listEvents(run, after)).toEqual(events.slice(after))
    await expect(stores.runEvents.getLastEvent(run)).resolves.toEqual(events.at(-1))
  })

  it('runs of older programs are compacted, and a large row without tokens keeps its text', async () => {
    const run = await insertEndedRun()
    const tokens = makeTokenRun(TOKENS)
    const large = JSON.stringify({ type: 'lg.values', data: 'x'.repeat(50_000) })
    const events = [...tokens, { seq: tokens.length + 1, type: 'lg.values', text: large }]
    const rows = [...toPlainRows(run, tokens, 36), ...toPlainRows(run, events.slice(-1), 1)].map(
      ({ first_seq, last_seq, events }) => ({
        tenant_id: run.tenant_id,
        run_id: run.run_id,
        first_seq,
        last_seq,
        events,
      }),
    )
    const mark = { tenant_id: run.tenant_id, run_id: run.run_id, position: 0, claimed_until: 0 }
    await stores.db.write([
      ...stores.runEvents.insertStatements(rows),
      rawStatement(`insert into event_compactions values ('${mark.tenant_id}', '${mark.run_id}', 0, 0)`),
    ])
    await makeCompactor().compact()
    expect(await listEvents(run)).toEqual(events)
    const stored = await listRows(run)
    expect(stored.at(-1)).toEqual({ ...rows.at(-1), isPacked: true })
    expect(countBytes(stored.slice(0, -1)) / TOKENS).toBeLessThan(20)
  })

  it('a run is compacted when it is no longer executing, and again after it was resumed', async () => {
    const run = await insertRun(stores)
    const events = makeTokenRun(100)
    await setStatus(run, 'in_progress')
    await storeEvents(run, events.slice(0, 120))
    const rowsBefore = await listRows(run)
    await makeCompactor().compact()
    expect(await listRows(run)).toEqual(rowsBefore)
    await setStatus(run, 'requires_action')
    await makeCompactor().compact()
    expect((await listRows(run)).length).toBeLessThan(5)
    await setStatus(run, 'in_progress')
    await storeEvents(run, events.slice(120))
    await setStatus(run, 'completed')
    await makeCompactor().compact()
    expect((await listRows(run)).length).toBeLessThan(5)
    expect(await listEvents(run)).toEqual(events)
  })

  it('the events of a run without tokens become one compressed row, and later events another one', async () => {
    const run = await insertRun(stores)
    const stored = makeStepRun(12)
    await storeEvents(run, stored)
    await setStatus(run, 'requires_action')
    await makeCompactor().compact()
    const [row, ...others] = await readStoredRows(run)
    expect(others).toEqual([])
    expect(row).toMatchObject({ first_seq: 1, last_seq: 12, events: '' })
    expect(row?.packed?.length).toBeLessThan(countText(stored) / 3)
    const cancelled = { seq: 13, type: 'run.cancelled', text: '{"type":"run.cancelled"}' }
    await stores.db.write([
      stores.runEvents.appendStatement({ ...getKey(run), events: `[${cancelled.text}]` }),
      stores.runEvents.markForCompactionStatement(getKey(run)),
    ])
    const events = [...stored, cancelled]
    expect(await listEvents(run)).toEqual(events)
    await setStatus(run, 'cancelled')
    await makeCompactor().compact()
    expect(await readStoredRows(run)).toMatchObject([{ first_seq: 1, last_seq: 13, events: '' }])
    for (let after = 0; after <= 13; after++)
      expect(await listEvents(run, after)).toEqual(events.slice(after))
    await expect(stores.runEvents.getLastEvent(run)).resolves.toEqual(cancelled)
    await expect(stores.runEvents.getLastSeq(run)).resolves.toBe(13)
    const last = await stores.runEvents.readLastEvents(run.tenant_id, [run.run_id], 10_000)
    expect(last.get(run.run_id)).toBe(`[${events.map(({ text }) => text).join(',')}]`)
  })

  it('a node that was paused for longer than its lease replaces nothing', async () => {
    const run = await insertEndedRun()
    const events = makeStepRun(6)
    await storeEvents(run, events)
    const claim = async (now: number) =>
      (await stores.eventCompactions.claim(now, now + 10, 1_000)).find(({ run_id }) => run_id === run.run_id)!
    const paused = await claim(1_000)
    const row = { ...getKey(run), first_seq: 1, last_seq: 6, events: 'replaced' }
    const replace = (compaction: typeof paused, position: number | undefined) =>
      stores.eventCompactions.replaceRows(
        compaction,
        position,
        stores.runEvents.replaceStatements(row, { first: 1, last: 6 }, [{ ...row, packed: null }]),
      )
    const next = await claim(2_000)
    for (const position of [6, undefined]) await expect(replace(paused, position)).resolves.toBe(false)
    expect(await listEvents(run)).toEqual(events)
    await expect(replace(next, undefined)).resolves.toBe(true)
    expect(await listRows(run)).toEqual([row])
  })

  it('two nodes that compact the same runs, and readers meanwhile, see every event once', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, () => insertEndedRun()))
    const events = makeTokenRun(600)
    for (const run of runs) await storeEvents(run, events)
    const compactions = [makeCompactor().compact(), makeCompactor().compact()]
    const progress = { isDone: false }
    const done = Promise.all(compactions).then(() => {
      progress.isDone = true
    })
    let reads = 0
    for (; !progress.isDone; reads++)
      expect(await listEvents(runs[reads % runs.length]!, reads % 500)).toEqual(events.slice(reads % 500))
    await done
    expect(reads).toBeGreaterThan(0)
    for (const run of runs) {
      expect(await listEvents(run)).toEqual(events)
      expect((await listRows(run)).length).toBeLessThan(10)
    }
  })

  it('runs of one thread are compacted one after another', async () => {
    const runs = await insertRunsOfThread(5)
    const { eventCompactions } = stores
    let current = 0
    let most = 0
    const replaceRows: typeof eventCompactions.replaceRows = async (...args) => {
      most = Math.max(most, ++current)
      return eventCompactions.replaceRows(...args).finally(() => current--)
    }
    await makeCompactor({ ...eventCompactions, replaceRows }).compact()
    expect(most).toBe(1)
    for (const run of runs) expect(await countMarks(run)).toBe(0)
  })

  it('runs that are not compacted because the service stops can be claimed at once', async () => {
    const runs = await insertRunsOfThread(4)
    const compactor = makeCompactor()
    const work = compactor.compact()
    await compactor.stop()
    await work
    const now = Date.now()
    const claimed = await stores.eventCompactions.claim(now, now, 1_000)
    const ids = claimed.map(({ run_id }) => run_id)
    expect(ids).toEqual(expect.arrayContaining(runs.map(({ run_id }) => run_id)))
  })

  it('a deleted run is not restored by its compaction, and its mark is removed', async () => {
    const run = await insertEndedRun()
    const compaction = { ...getKey(run), position: 0, claimed_until: 0 }
    await storeEvents(run, makeTokenRun(100))
    const rows = await listRows(run)
    await stores.runs.removeEnded(run)
    await expect(
      stores.eventCompactions.replaceRows(
        compaction,
        rows.at(-1)!.last_seq,
        stores.runEvents.insertStatements(rows),
      ),
    ).resolves.toBe(false)
    expect(await listRows(run)).toEqual([])
    await makeCompactor().compact()
    expect(await countMarks(run)).toBe(0)
  })
})
