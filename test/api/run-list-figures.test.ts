/** Filters by what is known of a run only after it was executed: duration, attempts, guardrails; and by its cron. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { makeRunEventStore } from '../../src/store/runs/events.js'
import { Database } from '../../src/store/sql/database.js'
import type { Row } from '../../src/store/sql/tables.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { insertRun } from '../support/insert-run.js'
import { makeStores } from '../support/stores.js'

const SECOND = 1_000

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let db: Database
  const cronId = newId()
  const otherCronId = newId()
  const names = new Map<string, string>()

  beforeAll(async () => {
    app = await startApp({ databaseKind })
    db = await Database.open({ url: app.databaseUrl, durability: 'relaxed', poolSize: 1 })
    const stores = makeStores(db)
    const now = app.clock.now()
    const insert = async (name: string, fields: Partial<Row<'runs'>>): Promise<void> => {
      const created_at = now + names.size
      const { run_id } = await insertRun(stores, { tenant_id: 'default', created_at, ...fields })
      names.set(run_id, name)
    }
    const ended = (ms: number) => ({ started_at: now - 20 * SECOND, completed_at: now - 20 * SECOND + ms })
    await insert('queued', { status: 'queued', metadata: JSON.stringify({ cron_id: cronId }) })
    await insert('fast', { status: 'completed', attempt: 1, guardrail_outcome: 'passed', ...ended(999) })
    await insert('slow', {
      status: 'completed',
      attempt: 2,
      guardrail_outcome: 'flagged',
      metadata: JSON.stringify({ cron_id: otherCronId }),
      ...ended(SECOND),
    })
    await insert('failed', {
      status: 'failed',
      attempt: 3,
      guardrail_outcome: 'blocked',
      error: JSON.stringify({ code: 'guardrail_blocked', message: 'no' }),
      metadata: JSON.stringify({ cron_id: cronId, customer: 'acme' }),
      ...ended(5 * SECOND),
    })
    // Its duration is the time since it started.
    await insert('running', { status: 'in_progress', attempt: 1, started_at: now - 10 * SECOND })
    await insert('cancelled', { status: 'cancelled', completed_at: now + 60 * SECOND })
  })
  afterAll(async () => {
    await db.close()
    await app.stop()
  })

  it('a summary of a run in progress names the node of its last events', async () => {
    const [runId] = [...names].find(([, name]) => name === 'running') ?? []
    const store = async (seq: number, events: object[]): Promise<string | null> => {
      await db.write(
        makeRunEventStore(db).insertStatements([
          {
            tenant_id: 'default',
            run_id: runId!,
            first_seq: seq,
            last_seq: seq,
            events: JSON.stringify(events),
          },
        ]),
      )
      const { body } = await app.get('/api/v1/runs?view=summary&status=in_progress')
      return body.data[0].current_node
    }
    expect(await store(1, [{ type: 'run.started' }])).toBeNull()
    expect(await store(2, [{ type: 'node.started', node_id: 'plan', task_id: '1' }])).toBe('plan')
    expect(await store(3, [{ type: 'llm.token', node_id: 'reply', task_id: '2' }])).toBe('reply')
    const large = 'x'.repeat(20_000)
    expect(await store(4, [{ type: 'tool.result', node_id: 'reply', task_id: '2', large }])).toBeNull()
    const { body: summaries } = await app.get('/api/v1/runs?view=summary&status=completed')
    expect(summaries.data[0].current_node).toBeNull()
    const { body: full } = await app.get('/api/v1/runs?status=in_progress')
    expect(full.data[0]).not.toHaveProperty('current_node')
  })

  /** A time relative to the start of the runs that have ended. */
  const at = (ms: number): string => new Date(app.clock.now() - 20 * SECOND + ms).toISOString()

  it('lists and counts filtered by the time of the end contain ended runs only', async () => {
    const find = async (query: string): Promise<(string | undefined)[]> => {
      const { body } = await app.get(`/api/v1/runs?order=asc&${query}`)
      const counted = await app.get(`/api/v1/runs/counts?${query}`)
      expect(counted.body.total).toBe(body.data.length)
      return (body.data as { run_id: string }[]).map(({ run_id }) => names.get(run_id))
    }
    expect(await find(`ended_after=${at(SECOND)}`)).toEqual(['slow', 'failed', 'cancelled'])
    expect(await find(`ended_before=${at(SECOND)}`)).toEqual(['fast'])
    expect(await find(`ended_after=${at(999)}&ended_before=${at(5 * SECOND)}`)).toEqual(['fast', 'slow'])
    expect(await find(`ended_after=${at(0)}&ended_before=${at(999)}`)).toEqual([])
    expect(await find(`ended_after=${at(0)}&status=failed,in_progress`)).toEqual(['failed'])
  })

  const cases: [query: string, expected: string[]][] = [
    [`cron_id=${cronId}`, ['queued', 'failed']],
    [`cron_id=${otherCronId.toUpperCase()}`, ['slow']],
    [`cron_id=${newId()}`, []],
    [`cron_id=${cronId}&metadata=${encodeURIComponent(JSON.stringify({ customer: 'acme' }))}`, ['failed']],
    ['guardrail_outcome=passed', ['fast']],
    ['guardrail_outcome=flagged,blocked', ['slow', 'failed']],
    ['guardrail_outcome=blocked&status=completed', []],
    ['min_duration_ms=0', ['fast', 'slow', 'failed', 'running']],
    ['min_duration_ms=1000', ['slow', 'failed', 'running']],
    ['min_duration_ms=5001', ['running']],
    ['min_duration_ms=10001', []],
    ['attempt_gte=1', ['fast', 'slow', 'failed', 'running']],
    ['attempt_gte=2', ['slow', 'failed']],
    ['attempt_gte=4', []],
    ['attempt_gte=2&status=failed', ['failed']],
    ['error_code=guardrail_blocked', ['failed']],
  ]

  it.each(cases)('lists and counts filtered by %s contain the matching runs', async (query, expected) => {
    const { status, body } = await app.get(`/api/v1/runs?order=asc&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    const found = (body.data as { run_id: string }[]).map(({ run_id }) => names.get(run_id))
    expect(found).toEqual(expected)
    const counted = await app.get(`/api/v1/runs/counts?${query}`)
    expect(counted.body).toMatchObject({ total: expected.length, capped: false })
  })
})
