import { describe, expect, it } from 'vitest'
import type { RunResult } from '../../src/store/runs/queue.js'
import type { Row } from '../../src/store/sql/tables.js'
import { insertRun as insertQueuedRun } from '../support/insert-run.js'
import { T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

const DONE: RunResult = {
  status: 'completed',
  output: '{"b":1,"a":2}',
  error: null,
  required_action: null,
  usage: null,
  cost: null,
  action_expires_at: null,
  guardrail_outcome: null,
}

/** Needs its own database: a claim takes runs of all tenants. */
export const describeRunQueue = (stores: Stores): void => {
  describe('the run queue', () => {
    const insertRun = (overrides: Partial<Row<'runs'>> = {}) => insertQueuedRun(stores, overrides)
    const claim = (limit = 10, now = T0 + 10, owner = 'node') =>
      stores.runQueue.claim({ owner, now, expires: now + 10_000 }, limit)
    const drainQueue = async (): Promise<void> => {
      for (const run of await claim(100, T0 + 1_000_000)) await stores.runQueue.finish(run, DONE, T0, [])
    }

    it('the oldest runs are claimed first, each once, with a lease and a fence', async () => {
      const rows = [await insertRun(), await insertRun(), await insertRun()]
      const [first, second] = [await claim(2), await claim(2)]
      expect(first.map(({ run_id }) => run_id).sort()).toEqual(rows.slice(0, 2).map(({ run_id }) => run_id))
      expect(second.map(({ run_id }) => run_id)).toEqual([rows[2]!.run_id])
      expect(first[0]).toMatchObject({
        status: 'in_progress',
        attempt: 1,
        fence: 1,
        lease_owner: 'node',
        lease_expires_at: T0 + 10_010,
        started_at: T0 + 10,
      })
      await expect(claim()).resolves.toEqual([])
      for (const run of [...first, ...second]) await stores.runQueue.finish(run, DONE, T0, [])
    })

    it('each run is claimed by one of many concurrent nodes', async () => {
      const rows = await Promise.all(Array.from({ length: 20 }, () => insertRun()))
      const claimed = (
        await Promise.all(Array.from({ length: 10 }, (_, n) => claim(5, T0, `node ${n}`)))
      ).flat()
      const rest = await claim(20)
      const runIds = [...claimed, ...rest].map(({ run_id }) => run_id)
      expect(runIds.sort()).toEqual(rows.map(({ run_id }) => run_id).sort())
      for (const run of [...claimed, ...rest]) await stores.runQueue.finish(run, DONE, T0, [])
    })

    it('the runs of a thread get ordinals in the order of their start, and no ordinal is assigned twice', async () => {
      const { tenant_id, thread_id } = await insertRun()
      const key = { tenant_id, thread_id }
      await insertRun(key)
      const startAndFinish = async (): Promise<Row<'runs'>> => {
        const run = (await claim(1))[0]!
        await stores.runQueue.release(run, T0, { countsAttempt: false })
        const again = (await claim(1))[0]!
        expect(again.ordinal).toBe(run.ordinal)
        await stores.runQueue.finish(again, DONE, T0, [])
        return again
      }
      const startedRuns = [await startAndFinish(), await startAndFinish()]
      await stores.runs.remove(startedRuns[1]!)
      await insertRun(key)
      startedRuns.push(await startAndFinish())
      expect(startedRuns.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3])
      expect((await stores.runOrdinals.getNextAfter(key, 1))?.run_id).toBe(startedRuns[2]!.run_id)
      await expect(stores.runOrdinals.getNextAfter(key, 3)).resolves.toBeUndefined()
    })

    it('the runs of a thread are claimed one at a time and in order', async () => {
      const first = await insertRun()
      const { tenant_id, thread_id } = first
      const second = await insertRun({ tenant_id, thread_id })
      const third = await insertRun({ tenant_id, thread_id })
      for (const expected of [first, second, third]) {
        const claimed = await claim()
        expect(claimed.map(({ run_id }) => run_id)).toEqual([expected.run_id])
        await expect(claim()).resolves.toEqual([])
        await stores.runQueue.finish(claimed[0]!, DONE, T0, [])
      }
    })

    it('while a run waits for input no other run of its thread is claimed, and after the input it is claimed first', async () => {
      const first = await insertRun()
      const { tenant_id, thread_id } = first
      const second = await insertRun({ tenant_id, thread_id })
      const [claimed] = await claim()
      const requiresAction = {
        ...DONE,
        status: 'requires_action',
        output: null,
        required_action: '{}',
      } as const
      await expect(stores.runQueue.finish(claimed!, requiresAction, T0 + 1, [])).resolves.toBe(true)
      await expect(stores.runs.get(claimed!)).resolves.toMatchObject({
        status: 'requires_action',
        completed_at: null,
        lease_owner: null,
      })
      await expect(stores.threads.get(first)).resolves.toMatchObject({ status: 'interrupted' })
      await expect(claim()).resolves.toEqual([])
      const backToQueue = {
        from: ['requires_action'],
        to: 'queued',
        resume: '{}',
        completed_at: null,
      } as const
      await stores.runs.transition(first, { ...backToQueue, updated_at: T0 })
      await expect(stores.threads.get(first)).resolves.toMatchObject({ status: 'busy' })
      const [again] = await claim()
      expect(again).toMatchObject({ run_id: first.run_id, attempt: 2, fence: 2, started_at: T0 + 10 })
      await stores.runQueue.finish(again!, DONE, T0, [])
      expect(await claim()).toMatchObject([{ run_id: second.run_id }])
      await drainQueue()
      await stores.runQueue.finish({ ...second, fence: 1 }, DONE, T0, [])
    })

    it('a delayed run is not claimed before its time, and other runs of its thread can overtake it', async () => {
      const delayed = await insertRun({ available_at: T0 + 5_000 })
      const { tenant_id, thread_id } = delayed
      const later = await insertRun({ tenant_id, thread_id })
      await expect(stores.runQueue.getNextDelayed(T0)).resolves.toBe(T0 + 5_000)
      const [claimed] = await claim(10, T0 + 4_999)
      expect(claimed).toMatchObject({ run_id: later.run_id })
      // Its time has come while the other run is in progress, so it waits for that run.
      await expect(claim(10, T0 + 5_000)).resolves.toEqual([])
      await stores.runQueue.finish(claimed!, DONE, T0, [])
      const [now] = await claim(10, T0 + 5_000)
      expect(now).toMatchObject({ run_id: delayed.run_id })
      await stores.runQueue.finish(now!, DONE, T0, [])
      await expect(stores.runQueue.getNextDelayed(T0)).resolves.toBeNull()
    })

    it('a worker that lost its lease can neither store events nor finish the run', async () => {
      await insertRun()
      const [stale] = await claim()
      await expect(stores.runQueue.requeueExpired(T0 + 10_011)).resolves.toHaveLength(1)
      const [current] = await claim(1, T0 + 20_000, 'another')
      expect(current).toMatchObject({ run_id: stale!.run_id, fence: 2, attempt: 2, lease_owner: 'another' })
      const events = {
        tenant_id: stale!.tenant_id,
        run_id: stale!.run_id,
        first_seq: 1,
        last_seq: 1,
        events: '[]',
      }
      const statements = stores.runEvents.insertStatements([events])
      await expect(stores.runQueue.writeFenced(stale!, 'none', statements)).resolves.toBe(false)
      await expect(stores.runQueue.writeFenced(stale!, 'progressed', statements)).resolves.toBe(false)
      await expect(stores.runQueue.finish(stale!, DONE, T0, statements)).resolves.toBe(false)
      for (const steps of ['none', 'both'] as const)
        await expect(
          stores.runQueue.release(stale!, T0, { countsAttempt: true, steps, statements }),
        ).resolves.toBe(false)
      await expect(stores.runEvents.getLastSeq(stale!)).resolves.toBe(0)
      await expect(stores.runQueue.writeFenced(current!, 'none', statements)).resolves.toBe(true)
      await expect(stores.runQueue.finish(current!, DONE, T0 + 7, [])).resolves.toBe(true)
      await expect(stores.runs.get(current!)).resolves.toMatchObject({
        status: 'completed',
        output: DONE.output,
        completed_at: T0 + 7,
        lease_owner: null,
      })
      await expect(stores.threads.get(stale!)).resolves.toMatchObject({ status: 'idle' })
    })

    it('a worker cannot write to a run that was cancelled meanwhile', async () => {
      const row = await insertRun()
      const [claimed] = await claim()
      const cancel = { from: ['in_progress'], to: 'cancelled', resume: null, completed_at: T0 } as const
      await stores.runs.transition(row, { ...cancel, updated_at: T0 })
      await expect(stores.runQueue.writeFenced(claimed!, 'none', [])).resolves.toBe(false)
      await expect(stores.runQueue.finish(claimed!, DONE, T0, [])).resolves.toBe(false)
      await expect(stores.runs.get(row)).resolves.toMatchObject({ status: 'cancelled', output: null })
    })

    it('a thread stays busy until its last run has ended, and every end sets its time', async () => {
      const { tenant_id, thread_id } = await insertRun()
      await insertRun({ tenant_id, thread_id })
      const [first] = await claim()
      await stores.runQueue.finish(first!, DONE, T0 + 20, [])
      const key = { tenant_id, thread_id }
      await expect(stores.threads.get(key)).resolves.toMatchObject({ status: 'busy', updated_at: T0 + 20 })
      const [second] = await claim()
      await stores.runQueue.finish(second!, { ...DONE, status: 'failed' }, T0 + 30, [])
      await expect(stores.threads.get(key)).resolves.toMatchObject({ status: 'error', updated_at: T0 + 30 })
    })

    it('a heartbeat renews all leases of its owner and no others', async () => {
      await Promise.all([insertRun(), insertRun()])
      const [ownRun] = await claim(1, T0, 'me')
      const [otherRun] = await claim(1, T0, 'them')
      const heartbeats = await stores.runQueue.heartbeat('me', T0 + 99_000)
      expect(heartbeats).toEqual([{ tenant_id: ownRun!.tenant_id, run_id: ownRun!.run_id, fence: 1 }])
      await expect(stores.runQueue.requeueExpired(T0 + 50_000)).resolves.toHaveLength(1)
      await expect(stores.runs.get(otherRun!)).resolves.toMatchObject({ status: 'queued', lease_owner: null })
      await expect(stores.runs.get(ownRun!)).resolves.toMatchObject({ status: 'in_progress' })
      await stores.runQueue.finish(ownRun!, DONE, T0, [])
      await drainQueue()
    })

    it('a drain gives back the attempt of a run but never its fence', async () => {
      await insertRun()
      const [first] = await claim()
      await stores.runQueue.release(first!, T0, { countsAttempt: false })
      const [second] = await claim()
      expect(second).toMatchObject({ attempt: 1, fence: 2 })
      await stores.runQueue.release(second!, T0, { countsAttempt: true })
      const [third] = await claim()
      expect(third).toMatchObject({ attempt: 2, fence: 3 })
      await stores.runQueue.finish(third!, DONE, T0, [])
    })

    it('a release stores the last statements and steps of the execution', async () => {
      await insertRun()
      const [first] = await claim()
      await stores.runQueue.release(first!, T0, { countsAttempt: true })
      const [second] = await claim()
      const { tenant_id, run_id } = second!
      const events = { tenant_id, run_id, first_seq: 1, last_seq: 2, events: '[]' }
      const statements = stores.runEvents.insertStatements([events])
      const release = { countsAttempt: true, steps: 'both', statements } as const
      await expect(stores.runQueue.release(second!, T0, release)).resolves.toBe(true)
      await expect(stores.runEvents.getLastSeq(second!)).resolves.toBe(2)
      const [third] = await claim()
      // The progress has reset the tries before this one was counted.
      expect(third).toMatchObject({ attempt: 3, tries: 1, node_started_fence: 2 })
      await stores.runQueue.finish(third!, DONE, T0, [])
    })

    it('progress resets the tries and the crashes of a run', async () => {
      await insertRun()
      const [first] = await claim()
      await stores.runQueue.release(first!, T0, { countsAttempt: true })
      const [second] = await claim()
      expect(second).toMatchObject({ attempt: 2, tries: 1 })
      await stores.runQueue.writeFenced(second!, 'node_started', [])
      await expect(stores.runs.get(second!)).resolves.toMatchObject({ tries: 1, node_started_fence: 2 })
      await stores.runQueue.requeueExpired(T0 + 10_011)
      const [third] = await claim(1, T0 + 20_000)
      expect(third).toMatchObject({ attempt: 3, tries: 2, crashes: 1 })
      await stores.runQueue.writeFenced(third!, 'both', [])
      await expect(stores.runs.get(third!)).resolves.toMatchObject({
        attempt: 3,
        tries: 0,
        crashes: 0,
        node_started_fence: 3,
      })
      await stores.runQueue.finish(third!, DONE, T0, [])
    })

    it('the crash of a worker counts against a run only if a node has started in that claim', async () => {
      await Promise.all([insertRun(), insertRun()])
      const [waiting, executing] = await claim(2)
      await stores.runQueue.writeFenced(executing!, 'node_started', [])
      await expect(stores.runQueue.listExpiredInNode(T0 + 10_009)).resolves.toEqual([])
      await expect(stores.runQueue.listExpiredInNode(T0 + 10_011)).resolves.toMatchObject([
        { run_id: executing!.run_id },
      ])
      await stores.runQueue.requeueExpired(T0 + 10_011)
      await expect(stores.runs.get(waiting!)).resolves.toMatchObject({ tries: 0, crashes: 1 })
      await expect(stores.runs.get(executing!)).resolves.toMatchObject({ tries: 1, crashes: 1 })
      // In the next claim no node starts, so that crash does not count.
      await claim(2, T0 + 20_000)
      await stores.runQueue.requeueExpired(T0 + 40_000)
      await expect(stores.runs.get(waiting!)).resolves.toMatchObject({ tries: 0, crashes: 2 })
      await expect(stores.runs.get(executing!)).resolves.toMatchObject({ tries: 1, crashes: 2 })
      await drainQueue()
    })

    it('from the third crash in a node on, a run waits before it is claimed again, for at most 30 seconds', async () => {
      const row = await insertRun()
      const delays: number[] = []
      let now = T0
      for (let crash = 0; crash < 9; crash++) {
        const [claimed] = await claim(1, now)
        await stores.runQueue.writeFenced(claimed!, 'node_started', [])
        now += 20_000
        await stores.runQueue.requeueExpired(now)
        const { available_at } = (await stores.runs.get(row))!
        delays.push(Math.max(0, available_at - now))
        now = Math.max(now, available_at)
      }
      expect(delays).toEqual([0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000])
      await drainQueue()
    })

    it('runs with an expired action are listed', async () => {
      await insertRun()
      const [claimed] = await claim()
      const requiresAction = { ...DONE, status: 'requires_action', action_expires_at: T0 + 500 } as const
      await stores.runQueue.finish(claimed!, requiresAction, T0, [])
      await expect(stores.runQueue.listExpiredActions(T0 + 499)).resolves.toEqual([])
      await expect(stores.runQueue.listExpiredActions(T0 + 501)).resolves.toMatchObject([
        { run_id: claimed!.run_id },
      ])
    })

    it('a thread has the status error when its last run has failed', async () => {
      const row = await insertRun()
      const [claimed] = await claim()
      await stores.runQueue.finish(claimed!, { ...DONE, status: 'failed', output: null, error: '{}' }, T0, [])
      await expect(stores.threads.get(row)).resolves.toMatchObject({ status: 'error' })
    })
  })
}
