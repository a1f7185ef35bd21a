import { Client, type Cron } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const hello = { messages: [{ role: 'user', content: 'Hello' }] }
/** Half an hour from now, so that no date is due unless the test advances the clock. */
const HOURLY = `${String((new Date().getUTCMinutes() + 30) % 60)} * * * *`
const HOUR = 3_600_000
const WITHIN = { timeout: 10_000, interval: 50 }

describe.each(DATABASE_KINDS)('crons on %s', (databaseKind) => {
  let apps: TestApp[]
  let client: Client
  const app = () => apps[0]!

  beforeAll(async () => {
    const first = await startApp({ databaseKind, execute: true })
    apps = [first]
    if (databaseKind === 'postgres')
      apps.push(await startApp({ databaseUrl: first.databaseUrl, execute: true }))
    client = new Client({ apiUrl: await first.listen(), callerOptions: { maxRetries: 0 } })
  })
  afterAll(async () => {
    for (const node of [...apps].reverse()) await node.stop()
  })
  const removeAll = async () => {
    for (const { cron_id } of await client.crons.search({ limit: 100 })) await client.crons.delete(cron_id)
  }
  /** Advances the clocks of all nodes, then waits until every due date has been claimed. */
  const advanceHours = async (hours: number) => {
    for (const node of apps) node.clock.advance(hours * HOUR)
    const isDue = ({ next_run_date }: Cron) => Date.parse(next_run_date ?? '') <= app().clock.now()
    const due = async () => (await client.crons.search({ limit: 100 })).filter(isDue)
    await vi.waitUntil(async () => (await due()).length === 0, WITHIN)
  }
  const read = async (cron_id: string): Promise<Cron> =>
    (await client.crons.search({ limit: 100 })).find((cron) => cron.cron_id === cron_id)!

  it('crons can be created, searched, counted, updated and deleted', async () => {
    const cron = (await client.crons.create('agent', {
      schedule: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
      endTime: '2999-01-01T00:00:00Z',
      input: hello,
      metadata: { team: 'blue' },
      interruptBefore: ['tools'],
    })) as unknown as Cron
    expect(cron).toMatchObject({
      thread_id: null,
      schedule: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
      end_time: '2999-01-01T00:00:00.000Z',
      on_run_completed: 'delete',
      enabled: true,
      user_id: 'anyone',
      metadata: { team: 'blue' },
      payload: { assistant_id: 'agent', schedule: '0 9 * * 1-5', input: hello, interrupt_before: ['tools'] },
    })
    expect(Date.parse(cron.next_run_date!)).toBeGreaterThan(app().clock.now())
    const { thread_id } = await client.threads.create()
    const other = await client.crons.createForThread(thread_id, 'agent', {
      schedule: '@daily',
      enabled: false,
    })
    expect(other).toMatchObject({ thread_id, enabled: false, next_run_date: null, on_run_completed: null })

    expect(await client.crons.search({ metadata: { team: 'blue' } })).toEqual([cron])
    expect(await client.crons.search({ threadId: thread_id })).toEqual([other])
    expect(await client.crons.search({ enabled: true, assistantId: cron.assistant_id })).toEqual([cron])
    expect(await client.crons.search({ sortBy: 'next_run_date', limit: 1 })).toEqual([cron])
    const selected = await client.crons.search({ select: ['cron_id', 'now'], offset: 1 })
    expect(selected).toEqual([{ cron_id: cron.cron_id, now: expect.any(String) }])
    expect(await client.crons.count()).toBe(2)
    expect(await client.crons.count({ threadId: thread_id })).toBe(1)

    const changed = await client.crons.update(cron.cron_id, {
      schedule: HOURLY,
      endTime: null,
      input: { messages: [] },
      metadata: { more: 1 },
      onRunCompleted: 'keep',
    })
    expect(changed).toMatchObject({
      schedule: HOURLY,
      timezone: 'Europe/Berlin',
      end_time: null,
      on_run_completed: 'keep',
      metadata: { team: 'blue', more: 1 },
      payload: { input: { messages: [] }, interrupt_before: ['tools'], metadata: { team: 'blue', more: 1 } },
    })
    expect(await client.crons.update(cron.cron_id, { enabled: false })).toMatchObject({ next_run_date: null })
    expect(await client.crons.update(other.cron_id, { enabled: true })).toMatchObject({
      next_run_date: expect.any(String),
    })
    await client.crons.delete(cron.cron_id)
    await expect(client.crons.delete(cron.cron_id)).rejects.toThrow(/404.*does not exist/s)
    await expect(client.crons.update(cron.cron_id, {})).rejects.toThrow(/404/)
    await client.crons.delete(other.cron_id)
  })

  it.each([
    ['an invalid schedule', { schedule: '61 * * * *' }, /422.*61 \* \* \* \*/s],
    ['a schedule with seconds', { schedule: '* * * * * *' }, /422.*five fields/s],
    ['a schedule that never matches', { schedule: '0 0 30 2 *' }, /422.*never matches a date/s],
    ['an unknown time zone', { schedule: HOURLY, timezone: 'Mars/Olympus' }, /422.*Mars\/Olympus/s],
    ['an end time that is not a timestamp', { schedule: HOURLY, endTime: 'soon' }, /422.*end_time/s],
    ['a missing schedule', {}, /422.*schedule/s],
    ['an invalid webhook', { schedule: HOURLY, webhook: 'no url' }, /422.*webhook/s],
    [
      'both context and configurable',
      { schedule: HOURLY, context: { a: 1 }, config: { configurable: { a: 1 } } },
      /422.*context/s,
    ],
  ])('a cron with %s is rejected', async (_, body, message) => {
    await expect(client.crons.create('agent', body as { schedule: string })).rejects.toThrow(message)
  })

  it('unknown assistants, unknown threads and invalid updates are rejected', async () => {
    const every = { schedule: HOURLY }
    await expect(client.crons.create(MISSING_ID, every)).rejects.toThrow(/404/)
    await expect(client.crons.createForThread(MISSING_ID, 'agent', every)).rejects.toThrow(/404/)
    const { cron_id } = await client.crons.create('agent', { schedule: '@yearly' })
    await expect(client.crons.update(cron_id, { schedule: 'x' })).rejects.toThrow(/422.*five fields/s)
    expect(await read(cron_id)).toMatchObject({ schedule: '@yearly' })
    await client.crons.delete(cron_id)
  })

  describe('due crons', () => {
    interface CreatedCron {
      cron_id: string
      assistant_id: string
    }
    const every = { schedule: HOURLY, input: hello }
    const many: CreatedCron[] = []
    let ending: CreatedCron
    let thread_id: string
    let waitingRunId: string
    const strategies: Record<string, CreatedCron> = {}
    const orphans: CreatedCron[] = []

    beforeAll(async () => {
      for (let index = 0; index < 3; index++)
        many.push(
          await client.crons.create('agent', {
            ...every,
            metadata: { team: 'blue' },
            config: { tags: ['nightly'] },
            onRunCompleted: 'keep',
          }),
        )
      const endTime = new Date(app().clock.now() + HOUR).toISOString()
      ending = await client.crons.create('agent', { ...every, endTime })

      thread_id = (await client.threads.create()).thread_id
      waitingRunId = (await client.runs.create(thread_id, 'agent', { input: hello, afterSeconds: 86_400 }))
        .run_id
      for (const multitaskStrategy of ['reject', 'enqueue'] as const)
        strategies[multitaskStrategy] = await client.crons.createForThread(thread_id, 'agent', {
          ...every,
          multitaskStrategy,
        })

      const gone = await client.threads.create()
      const { assistant_id } = await client.assistants.create({ graphId: 'agent' })
      orphans.push(await client.crons.createForThread(gone.thread_id, 'agent', every))
      orphans.push(await client.crons.create(assistant_id, every))
      await client.threads.delete(gone.thread_id)
      await client.assistants.delete(assistant_id)
      await advanceHours(10)
    })
    afterAll(removeAll)

    it('one node creates one run for all dates that have passed', async () => {
      for (const { cron_id, assistant_id } of many) {
        const [thread, ...others] = await client.threads.search({ metadata: { cron_id } })
        expect(others).toEqual([])
        expect(thread!.metadata).toEqual({ graph_id: 'agent', assistant_id, cron_id })
        const runs = await client.runs.list(thread!.thread_id)
        expect(runs).toHaveLength(1)
        expect(runs[0]).toMatchObject({
          metadata: { team: 'blue', cron_id },
          kwargs: { input: hello, config: { tags: ['nightly'] } },
        })
        await client.runs.join(thread!.thread_id, runs[0]!.run_id)
        const { values } = await client.threads.getState<{ messages: unknown[] }>(thread!.thread_id)
        expect(values.messages).toHaveLength(2)
      }
    })

    it('a busy thread gets no run from a cron with reject, and a queued run from a cron with enqueue', async () => {
      const runs = await client.runs.list(thread_id)
      expect(runs).toMatchObject([
        { metadata: { cron_id: strategies['enqueue']!.cron_id }, multitask_strategy: 'enqueue' },
        { run_id: waitingRunId, status: 'pending' },
      ])
    })

    it('a cron whose assistant or thread was deleted is removed', async () => {
      const remaining = await client.crons.search({ limit: 100 })
      for (const orphan of orphans)
        expect(remaining.map(({ cron_id }) => cron_id)).not.toContain(orphan.cron_id)
    })

    it('a cron stops at its end time, and the thread of its run is not listed', async () => {
      const { cron_id } = ending
      expect(await read(cron_id)).toMatchObject({ next_run_date: null, enabled: true })
      expect(await client.threads.search({ metadata: { cron_id } })).toEqual([])
      const listStatuses = async () => {
        const { body } = await app().get('/api/v1/runs')
        const runs = body.data as { status: string; metadata: { cron_id?: string } }[]
        return runs.filter(({ metadata }) => metadata.cron_id === cron_id).map(({ status }) => status)
      }
      await expect.poll(listStatuses, WITHIN).toEqual(['completed'])
    })

    it('a cron with interrupt cancels the run of a busy thread', async () => {
      await removeAll()
      const interrupt = { ...every, multitaskStrategy: 'interrupt' } as const
      await client.crons.createForThread(thread_id, 'agent', interrupt)
      await advanceHours(1)
      expect(await client.runs.get(thread_id, waitingRunId)).toMatchObject({ status: 'interrupted' })
      expect(await client.runs.list(thread_id)).toHaveLength(3)
    })
  })
})
