import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Bus, type Deletion } from '../../src/events/bus.js'
import { newId } from '../../src/platform/ids.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Row } from '../../src/store/sql/tables.js'
import { openMigratedDatabase, type DatabaseKind } from '../support/databases.js'
import { countRows, DAY_MS, insertEndedRun, makeRetentionStores, purge } from '../support/retention.js'
import { assistantRow, evaluationRow, messageRow, runRow, T0 } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

export const describeRetention = (databaseKind: DatabaseKind): void => {
  describe('retention', () => {
    let db: Database
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ db, close } = await openMigratedDatabase(databaseKind))
    })
    afterAll(() => close())

    const isStored = async ({ tenant_id, run_id }: Row<'runs'>): Promise<boolean> =>
      (await makeStores(db).runs.get({ tenant_id, run_id })) !== undefined
    const keepFor = async (
      tenant_id: string,
      resource: 'assistants' | 'threads',
      resource_id: string,
      retention_days: number,
    ): Promise<void> => {
      const { retentionOverrides } = makeRetentionStores(db)
      await db.write([retentionOverrides.putStatement({ tenant_id, resource, resource_id, retention_days })])
    }

    it('a run that ended before the period is removed with its events; others are kept', async () => {
      const tenant_id = newId()
      const old = await insertEndedRun(db, { tenant_id })
      const newer = await insertEndedRun(db, { tenant_id, completed_at: T0 + 1 })
      await purge(db, { now: T0 + 30 * DAY_MS, days: 30 })
      expect([await isStored(old), await isStored(newer)]).toEqual([false, true])
      expect(await makeStores(db).runEvents.listAfter(old, 0, 10)).toEqual([])
      expect(await makeStores(db).runEvents.listAfter(newer, 0, 10)).toHaveLength(2)
      await purge(db, { now: T0 + 30 * DAY_MS + 1, days: 30 })
      expect(await isStored(newer)).toBe(false)
    })

    it('without a period, nothing is removed', async () => {
      const run = await insertEndedRun(db, { tenant_id: newId() })
      await purge(db, { now: T0 + 36_500 * DAY_MS })
      expect(await isStored(run)).toBe(true)
    })

    it('runs that have not ended, and ended runs of threads that are busy or wait for a person, are kept', async () => {
      const tenant_id = newId()
      const kept = [
        await insertEndedRun(
          db,
          { tenant_id, status: 'queued', completed_at: null },
          { thread: { status: 'busy' } },
        ),
        await insertEndedRun(db, { tenant_id, status: 'requires_action', completed_at: null }),
        await insertEndedRun(db, { tenant_id }, { thread: { status: 'busy' } }),
        await insertEndedRun(db, { tenant_id }, { thread: { status: 'interrupted' } }),
      ]
      const ended = [
        await insertEndedRun(db, { tenant_id, status: 'failed' }, { thread: { status: 'error' } }),
        await insertEndedRun(db, { tenant_id, status: 'cancelled' }),
      ]
      await purge(db, { now: T0 + 2 * DAY_MS, days: 1 })
      expect(await Promise.all(kept.map(isStored))).toEqual([true, true, true, true])
      expect(await Promise.all(ended.map(isStored))).toEqual([false, false])
    })

    it('the period of a thread takes precedence over that of the assistant, and that over the default', async () => {
      const tenant_id = newId()
      const [shortLived, longLived] = [newId(), newId()]
      await keepFor(tenant_id, 'assistants', shortLived, 1)
      await keepFor(tenant_id, 'assistants', longLived, 100)
      const insert = async (assistant_id: string, threadDays?: number) => {
        const run = await insertEndedRun(db, { tenant_id, assistant_id })
        if (threadDays !== undefined) await keepFor(tenant_id, 'threads', run.thread_id, threadDays)
        return run
      }
      const runs = [
        await insert(shortLived),
        await insert(shortLived, 50),
        await insert(longLived, 0.5),
        await insert(newId()),
        await insert(longLived),
        await insert(newId(), 60),
      ]
      const listStored = () => Promise.all(runs.map(isStored))
      await purge(db, { now: T0 + 0.6 * DAY_MS, days: 10 })
      expect(await listStored()).toEqual([true, true, false, true, true, true])
      await purge(db, { now: T0 + 2 * DAY_MS })
      expect(await listStored()).toEqual([false, true, false, true, true, true])
      await purge(db, { now: T0 + 11 * DAY_MS, days: 10 })
      expect(await listStored()).toEqual([false, true, false, false, true, true])
      await purge(db, { now: T0 + 61 * DAY_MS })
      expect(await listStored()).toEqual([false, false, false, false, true, false])
      await purge(db, { now: T0 + 101 * DAY_MS })
      expect(await listStored()).toEqual([false, false, false, false, false, false])
    })

    it('a temporary thread is removed with its last run, and other threads keep their messages', async () => {
      const tenant_id = newId()
      const { threads, messages } = makeStores(db)
      const first = await insertEndedRun(db, { tenant_id }, { thread: { temporary: 1 } })
      const { thread_id } = first
      const second = await insertEndedRun(db, { tenant_id, thread_id, completed_at: T0 + DAY_MS })
      await keepFor(tenant_id, 'threads', thread_id, 1)
      const chat = await insertEndedRun(db, { tenant_id })
      for (const id of [thread_id, chat.thread_id]) {
        const message = messageRow({ tenant_id, thread_id: id })
        await db.write(messages.insertStatements([message]))
      }
      await purge(db, { now: T0 + DAY_MS, days: 1 })
      expect(await isStored(second)).toBe(true)
      expect(await threads.get(first)).toBeDefined()
      await purge(db, { now: T0 + 3 * DAY_MS, days: 1 })
      expect(await threads.get(first)).toBeUndefined()
      expect(await threads.get(chat)).toBeDefined()
      expect(await countRows(db, 'messages', tenant_id)).toBe(1)
      expect(await countRows(db, 'checkpoints', tenant_id)).toBe(1)
      expect(await countRows(db, 'retention_overrides', tenant_id)).toBe(0)
    })

    it('a thread keeps its latest checkpoint and those of newer runs', async () => {
      const tenant_id = newId()
      const { checkpoints } = makeStores(db)
      const old = await insertEndedRun(db, { tenant_id })
      const { thread_id } = old
      const listRunIds = async () =>
        (await checkpoints.find(tenant_id, { thread_id, limit: 10 })).map(({ row }) => row.run_id)
      const newer = [
        await insertEndedRun(db, { tenant_id, thread_id, completed_at: T0 + DAY_MS }),
        await insertEndedRun(db, { tenant_id, thread_id, completed_at: T0 + DAY_MS }),
      ].map(({ run_id }) => run_id)
      await purge(db, { now: T0 + DAY_MS, days: 1 })
      expect(await listRunIds()).toEqual(newer.toReversed())
      await purge(db, { now: T0 + 3 * DAY_MS, days: 1 })
      expect(await listRunIds()).toEqual([newer[1]])
    })

    it('the history of a thread without runs is pruned to the latest state, also if it was changed without a run', async () => {
      const tenant_id = newId()
      const { checkpoints } = makeStores(db)
      const { thread_id } = await insertEndedRun(db, { tenant_id })
      const update = {
        thread_id,
        checkpoint_ns: '',
        parent_checkpoint_id: null,
        run_id: null,
        checkpoint: '{}',
        metadata: '{}',
        created_at: T0,
      }
      const ids = [newId(), newId()]
      await db.write(
        checkpoints.insertStatements(tenant_id, {
          checkpoints: ids.map((checkpoint_id) => ({ ...update, checkpoint_id })),
          values: [],
          writes: [],
        }),
      )
      await purge(db, { now: T0 + 2 * DAY_MS, days: 1 })
      const left = await checkpoints.find(tenant_id, { thread_id, limit: 10 })
      expect(left.map(({ row }) => row.checkpoint_id)).toEqual([ids[1]])
      expect(await countRows(db, 'purge_tasks', tenant_id)).toBe(0)
    })

    it('the ordinals of purged runs are not assigned again', async () => {
      const tenant_id = newId()
      const { threads } = makeStores(db)
      const first = await insertEndedRun(db, { tenant_id, ordinal: 1 })
      await insertEndedRun(db, {
        tenant_id,
        thread_id: first.thread_id,
        ordinal: 2,
        completed_at: T0 + DAY_MS,
      })
      await purge(db, { now: T0 + DAY_MS, days: 1 })
      expect((await threads.get(first))?.last_ordinal).toBe(0)
      await purge(db, { now: T0 + 2 * DAY_MS, days: 1 })
      expect((await threads.get(first))?.last_ordinal).toBe(2)
    })

    it('runs of an evaluation are kept until it has ended', async () => {
      const tenant_id = newId()
      const { evaluations } = makeStores(db)
      const runs = await Promise.all(
        (['running', 'awaiting_feedback', 'completed'] as const).map(async (status) => {
          const evaluation = evaluationRow({ tenant_id, status })
          await evaluations.insert(evaluation)
          return insertEndedRun(db, { tenant_id, metadata: JSON.stringify({ eval_id: evaluation.eval_id }) })
        }),
      )
      await purge(db, { now: T0 + 2 * DAY_MS, days: 1 })
      expect(await Promise.all(runs.map(isStored))).toEqual([true, true, false])
    })

    it('a purge that was killed before all events were removed is completed by the next one', async () => {
      const tenant_id = newId()
      const run = await insertEndedRun(db, { tenant_id }, { eventRows: 130 })
      const { purges, purgeCandidates } = makeRetentionStores(db)
      const scope = { tenant_id, resource: 'tenants' as const, resource_id: '' }
      const found = await purgeCandidates.list(scope, { after: { at: 0, id: '' }, until: T0, limit: 10 })
      expect(await purges.purgeRuns(found)).toMatchObject({ runIds: [run.run_id], events: 400 })
      expect(await isStored(run)).toBe(false)
      expect(await countRows(db, 'run_events', tenant_id)).toBe(90)
      expect(await purges.purgeRuns(found)).toMatchObject({ runIds: [] })
      await purge(db, { now: T0, days: 1 })
      expect(await countRows(db, 'run_events', tenant_id)).toBe(0)
      expect(await countRows(db, 'purge_tasks', tenant_id)).toBe(0)
    })

    it('a run whose thread becomes busy after it was found is kept', async () => {
      const tenant_id = newId()
      const run = await insertEndedRun(db, { tenant_id })
      const { purges, purgeCandidates } = makeRetentionStores(db)
      const scope = { tenant_id, resource: 'threads' as const, resource_id: run.thread_id }
      const found = await purgeCandidates.list(scope, { after: { at: 0, id: '' }, until: T0, limit: 10 })
      expect(found).toHaveLength(1)
      const { assistants, runs } = makeStores(db)
      const next = runRow({ tenant_id, thread_id: run.thread_id, assistant_id: run.assistant_id })
      await assistants.insert(assistantRow({ tenant_id, assistant_id: run.assistant_id }))
      expect(await runs.insert(next, { mode: 'enqueue' })).toBe(true)
      expect(await purges.purgeRuns(found)).toMatchObject({ runIds: [], events: 0, checkpoints: 0 })
      expect(await isStored(run)).toBe(true)
      expect(await countRows(db, 'run_events', tenant_id)).toBe(2)
    })

    it('one node purges at a time, and another takes over when the lease has expired', async () => {
      const run = await insertEndedRun(db, { tenant_id: newId() })
      const now = T0 + 200 * DAY_MS
      const { retentionState } = makeRetentionStores(db)
      const counts = { purged_runs: 0, purged_events: 0, purged_checkpoints: 0, purged_threads: 0 }
      expect(await retentionState.acquire({ owner: 'a', now, expires: now + 1_000, ...counts })).toBe(true)
      await purge(db, { now: now + 999, days: 1 })
      expect(await isStored(run)).toBe(true)
      await purge(db, { now: now + 1_000, days: 1 })
      expect(await isStored(run)).toBe(false)
      expect(await retentionState.get()).toMatchObject({ last_purge_at: now + 1_000, lease_owner: null })
    })

    it('a purge of several pages removes all runs, counts them and reports them to the streams of changes', async () => {
      const tenant_id = newId()
      const bus = new Bus()
      const deletions: Deletion[] = []
      bus.onDeleted((deletion) => deletions.push(deletion))
      const { retentionState } = makeRetentionStores(db)
      const before = (await retentionState.get())!
      const runs = await Promise.all(
        Array.from({ length: 230 }, (_, index) =>
          insertEndedRun(
            db,
            { tenant_id, created_at: T0 - (index % 3) },
            { thread: { temporary: index % 2 } },
          ),
        ),
      )
      await purge(db, { now: T0 + 2 * DAY_MS, days: 1, bus })
      expect(await countRows(db, 'runs', tenant_id)).toBe(0)
      const listIds = (topic: string) =>
        deletions
          .filter((deletion) => deletion.topic === topic && deletion.tenant_id === tenant_id)
          .flatMap(({ ids }) => ids)
          .toSorted()
      expect(listIds('runs')).toEqual(runs.map(({ run_id }) => run_id).toSorted())
      const temporary = runs.filter((_, index) => index % 2 === 1)
      expect(listIds('threads')).toEqual(temporary.map(({ thread_id }) => thread_id).toSorted())
      const after = (await retentionState.get())!
      expect(after.purged_runs - before.purged_runs).toBe(230)
      expect(after.purged_events - before.purged_events).toBe(4_600)
      expect(after.purged_threads - before.purged_threads).toBe(115)
    })
  })
}
