/** Lists, counts and statistics of 100,000 runs, and the start and the packing of a run, use an index, and read a bounded number of rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { RunFilter } from '../../src/store/runs/run-filter.js'
import { makeRunEventStore } from '../../src/store/runs/events.js'
import { makeCheckpointStore } from '../../src/store/threads/checkpoints.js'
import { makeMessageStore } from '../../src/store/threads/messages.js'
import { makeCheckpointPacking } from '../../src/store/threads/pack-checkpoints.js'
import { makeThreadStore } from '../../src/store/threads/threads.js'
import { makeRunListStore } from '../../src/store/runs/run-lists.js'
import { makeStatisticsStore } from '../../src/store/statistics/statistics.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Statement } from '../../src/store/sql/statement.js'
import { getColumnNames } from '../../src/store/sql/tables.js'
import { DATABASE_KINDS, openMigratedDatabase } from '../support/databases.js'
import { readText } from '../../src/platform/shared-text.js'
import type { SqlValue } from '../../src/store/sql/statement.js'
import { rawStatement } from '../support/raw-statement.js'
import { messageRow, runRow, T0, threadRow } from '../support/rows.js'

const RUNS = 100_000
const TENANT = 'busy'
/** One assistant has a tenth of the runs, one thread a hundredth; one run in fifty has failed, one in a hundred is queued. */
const VALUES: Record<string, string> = {
  tenant_id: `'${TENANT}'`,
  run_id: `'00000000-0000-7000-8000-' || substr('000000000000' || cast(n as text), -12)`,
  thread_id: `'thread-' || cast(n % 100 as text)`,
  assistant_id: `'assistant-' || cast(n % 10 as text)`,
  status: `case when n % 100 = 1 then 'queued' when n % 50 = 2 then 'failed' else 'completed' end`,
  error: `case when n % 50 = 2 then '{"code":"graph_error","message":"\\u0000"}' end`,
  preview: `'question ' || cast(n as text)`,
  created_at: `${String(T0)} + n`,
}

const toSql = (value: SqlValue): string =>
  value === null || typeof value === 'number' ? String(value) : `'${readText(value).replaceAll("'", "''")}'`

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let db: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ db, close } = await openMigratedDatabase(databaseKind))
    const defaults = runRow()
    const columns = getColumnNames('runs')
    const isSqlite = databaseKind === 'sqlite'
    const listNumbers = (first: number, last: number): string =>
      isSqlite
        ? `with recursive s(n) as (select ${first} union all select n + 1 from s where n < ${last}) select * from s`
        : `select n from generate_series(${first}, ${last}) as s(n)`
    const values = columns.map((name) => {
      const value = VALUES[name] ?? toSql(defaults[name])
      // PostgreSQL's substr does not count from the end.
      return isSqlite
        ? value
        : value.replace(/substr\((.*), -12\)/, 'right($1, 12)').replace("'{}'", "'{}'::jsonb")
    })
    // Several statements, because one of 100,000 rows can exceed the time limit on a busy machine.
    for (let first = 1; first <= RUNS; first += 10_000) {
      const numbers = listNumbers(first, first + 9_999)
      const insert = `insert into runs (${columns.join(', ')}) select ${values.join(', ')} from (${numbers}) as s`
      await db.write([rawStatement(insert)])
    }
    await db.write([rawStatement('analyze')])
  }, 120_000)
  afterAll(() => close())

  /** Runs the request and returns the plans of its queries. PostgreSQL's are those that it uses for any values. */
  const explain = async (request: (recorder: Database) => Promise<unknown>) => {
    const statements: Statement[] = []
    const recorder = {
      dialect: db.dialect,
      read: (statement: Statement) => {
        statements.push(statement)
        return db.read(statement)
      },
    }
    await request(recorder as unknown as Database)
    expect(statements.length).toBeGreaterThan(0)
    const plans: string[] = []
    for (const statement of statements) {
      if (databaseKind === 'sqlite') {
        const rows = await db.read({ ...statement, sql: `explain query plan ${statement.sql}` })
        plans.push((rows as { detail: string }[]).map(({ detail }) => detail).join('\n'))
        continue
      }
      const results = await db.write([
        rawStatement('set local plan_cache_mode = force_generic_plan'),
        rawStatement(`prepare listed as ${statement.sql}`),
        rawStatement<Record<string, string>>(
          `explain execute listed(${statement.params.map(toSql).join(', ')})`,
        ),
        rawStatement('deallocate listed'),
      ])
      plans.push((results?.[2] ?? []).map((row) => row['QUERY PLAN'] ?? '').join('\n'))
    }
    return plans
  }

  const filters: { name: string; filter: RunFilter; index: RegExp }[] = [
    { name: 'nothing', filter: {}, index: /runs_newest/ },
    { name: 'time', filter: { created_after: T0 + 500, created_before: T0 + 9_000 }, index: /runs_newest/ },
    {
      name: 'the time of the end',
      filter: { ended_after: T0, ended_before: T0 + 9_000 },
      index: /runs_newest/,
    },
    { name: 'a status', filter: { statuses: ['failed'] }, index: /runs_by_status/ },
    { name: 'several statuses', filter: { statuses: ['failed', 'queued'] }, index: /runs_by_status/ },
    { name: 'an assistant', filter: { assistant_ids: ['assistant-3'] }, index: /runs_of_assistant/ },
    { name: 'a thread', filter: { thread_id: 'thread-7' }, index: /runs_of_thread/ },
    {
      name: 'an ID',
      filter: { id_prefix: '00000000-0000-7000-8000-00000000' },
      index: /runs_pkey|sqlite_autoindex_runs_1/,
    },
    {
      name: 'an error code',
      filter: { statuses: ['failed'], error_codes: ['timeout'] },
      index: /runs_by_status/,
    },
    { name: 'metadata', filter: { metadata: '{"a":1}' }, index: /runs_newest/ },
    { name: 'text', filter: { words: ['nowhere'] }, index: /runs_newest/ },
    { name: 'completed', filter: { statuses: ['completed'] }, index: /runs_newest/ },
    {
      name: 'an excluded assistant',
      filter: { excluded_assistant_ids: ['assistant-3'] },
      index: /runs_newest/,
    },
    {
      name: 'an assistant and a duration',
      filter: { assistant_ids: ['assistant-3'], min_duration_ms: 5 },
      index: /runs_of_assistant/,
    },
  ]

  it.each(filters)('a list and a count filtered by $name scan no table', async ({ filter, index }) => {
    const plans = [
      ...(await explain((recorder) => makeRunListStore(recorder).list(TENANT, filter, { limit: 50 }, T0))),
      ...(await explain((recorder) =>
        makeRunListStore(recorder).listSummaries(TENANT, filter, { limit: 50, order: 'asc' }, T0),
      )),
      ...(await explain((recorder) => makeRunListStore(recorder).count(TENANT, filter, 'assistant_id', T0))),
    ]
    for (const plan of plans) {
      expect(plan).toMatch(index)
      expect(plan).not.toMatch(/Seq Scan on runs|SCAN runs(?! USING)|Bitmap Heap Scan/)
    }
  })

  it.each(['', 'assistant-3'])(
    'statistics of the assistant "%s" read the unfinished runs and no others',
    async (assistant_id) => {
      const range = { tenant_id: TENANT, assistant_id, resolution: 3600, from: T0, to: T0 + RUNS }
      const [plan] = await explain((recorder) => makeStatisticsStore(recorder).readRange(range))
      expect(plan).toMatch(/runs_by_status|runs_unfinished/)
      expect(plan).not.toMatch(/runs_newest|runs_of_assistant|Seq Scan on runs|SCAN runs/)
    },
  )

  it('a page of a filter that nothing matches ends after 10,000 rows, and the next one continues there', async () => {
    const lists = makeRunListStore(db)
    const filter = { words: ['nowhere'] }
    const first = await lists.list(TENANT, filter, { limit: 50 }, T0)
    expect(first.rows).toEqual([])
    expect(first.next?.at).toBe(T0 + RUNS - 10_000 + 1)
    const second = await lists.list(TENANT, filter, { limit: 50, after: first.next }, T0)
    expect(second.next?.at).toBe(T0 + RUNS - 20_000 + 1)
    const rare = await lists.listSummaries(TENANT, { words: ['question', '95000'] }, { limit: 50 }, T0)
    expect(rare.rows.map(({ preview }) => preview)).toEqual(['question 95000'])
    expect(rare.next?.at).toBe(T0 + RUNS - 10_000 + 1)
    expect((await lists.list(newId(), filter, { limit: 50 }, T0)).next).toBeUndefined()
  })

  it('the last events of runs are found by primary keys', async () => {
    const row = (seq: number) => ({
      tenant_id: TENANT,
      run_id: `run-${String(seq % 500)}`,
      first_seq: seq,
      last_seq: seq,
      events: '[{"type":"run.started"}]',
    })
    await db.write(
      makeRunEventStore(db).insertStatements(Array.from({ length: 5_000 }, (_, seq) => row(seq))),
    )
    await db.write([rawStatement('analyze run_events')])
    const ids = ['run-1', 'run-2']
    const [plan] = await explain((recorder) => makeRunEventStore(recorder).readLastEvents(TENANT, ids, 100))
    expect(plan).toMatch(/run_events_pkey|run_events USING PRIMARY KEY|sqlite_autoindex_run_events_1/)
    expect(plan).not.toMatch(/Seq Scan on run|SCAN run/)
  })

  it('a run reads only the messages of its thread that no run has', async () => {
    const row = (index: number) =>
      messageRow({
        tenant_id: TENANT,
        thread_id: 'thread-7',
        message_id: newId(),
        run_id: index % 1_000 === 0 ? null : 'run-1',
        created_at: T0 + index,
      })
    await db.write(
      makeMessageStore(db).insertStatements(Array.from({ length: 4_000 }, (_, index) => row(index))),
    )
    await db.write([rawStatement('analyze messages')])
    const key = { tenant_id: TENANT, thread_id: 'thread-7' }
    const [plan] = await explain((recorder) => makeMessageStore(recorder).listUnassigned(key, 1_000))
    expect(plan).toMatch(/messages_new/)
    const unassigned = await makeMessageStore(db).listUnassigned(key, 1_000)
    expect(unassigned.map(({ created_at }) => created_at - T0)).toEqual([0, 1_000, 2_000, 3_000])
  })

  it('packing the checkpoints of a run reads only those of the run', async () => {
    const [run] = await db.read(
      rawStatement<{ run_id: string; thread_id: string }>(
        "select run_id, thread_id from runs where thread_id = 'thread-8' and status = 'completed' limit 1",
      ),
    )
    const thread = { tenant_id: TENANT, thread_id: run!.thread_id }
    await db.write([makeThreadStore(db).insertStatement(threadRow(thread))])
    const checkpoints = Array.from({ length: 4_000 }, (_, index) => ({
      thread_id: thread.thread_id,
      checkpoint_ns: '',
      checkpoint_id: newId(),
      parent_checkpoint_id: null,
      run_id: index % 1_000 === 0 ? run!.run_id : newId(),
      checkpoint: '{}',
      metadata: '{}',
      created_at: T0 + index,
    }))
    await db.write(makeCheckpointStore(db).insertStatements(TENANT, { checkpoints, values: [], writes: [] }))
    await db.write([rawStatement('analyze checkpoints')])
    const plans = await explain((recorder) =>
      makeCheckpointPacking(recorder).buildStatements({ tenant_id: TENANT, run_id: run!.run_id }),
    )
    expect(plans[1]).toMatch(/checkpoints_of_run/)
  })

  it('a filter by the time of the end reads no runs that were created later', async () => {
    const ended_before = T0 + RUNS - 90_000
    const { next } = await makeRunListStore(db).list(TENANT, { ended_before }, { limit: 50 }, T0)
    expect(next?.at).toBeLessThanOrEqual(ended_before + 60_000 - 10_000 + 1)
  })

  it('counts end after 10,000 rows and say so', async () => {
    const lists = makeRunListStore(db)
    const sum = async (filter: RunFilter, by?: 'status' | 'error_code') => {
      const { counts, isCapped } = await lists.count(TENANT, filter, by, T0)
      return { total: counts.reduce((total, { count }) => total + count, 0), isCapped }
    }
    expect(await sum({})).toEqual({ total: 10_000, isCapped: true })
    expect(await sum({ thread_id: 'thread-7' })).toEqual({ total: 1_000, isCapped: false })
    expect(await sum({ statuses: ['failed'], error_codes: ['graph_error'] }, 'error_code')).toEqual({
      total: 2_000,
      isCapped: false,
    })
    const { counts } = await lists.count(TENANT, { statuses: ['failed'] }, 'error_code', T0)
    expect(counts).toEqual([{ value: 'graph_error', count: 2_000 }])
    expect(await sum({ statuses: ['queued', 'failed'] }, 'status')).toEqual({ total: 3_000, isCapped: false })
    expect((await sum({ statuses: ['completed'] })).isCapped).toBe(true)
  })
})
