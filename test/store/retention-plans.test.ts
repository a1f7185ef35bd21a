/** The queries of a purge use an index. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Statement } from '../../src/store/sql/statement.js'
import { DATABASE_KINDS, openMigratedDatabase } from '../support/databases.js'
import { readText } from '../../src/platform/shared-text.js'
import type { SqlValue } from '../../src/store/sql/statement.js'
import { rawStatement } from '../support/raw-statement.js'
import { insertEndedRun, makeRetentionStores } from '../support/retention.js'
import { T0 } from '../support/rows.js'

const TENANT = 'busy'
const TABLES = [
  'runs',
  'run_events',
  'checkpoints',
  'checkpoint_writes',
  'checkpoint_values',
  'threads',
  'evaluations',
]

const toSql = (value: SqlValue): string =>
  value === null || typeof value === 'number' ? String(value) : `'${readText(value).replaceAll("'", "''")}'`

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let db: Database
  let close: () => Promise<void>
  const thread_id = newId()

  beforeAll(async () => {
    ;({ db, close } = await openMigratedDatabase(databaseKind))
    await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        insertEndedRun(db, { tenant_id: TENANT }, { thread: { temporary: index % 2 } }),
      ),
    )
    await db.write([rawStatement('analyze')])
  }, 120_000)
  afterAll(() => close())

  /** Plans as PostgreSQL makes them for large tables: a scan of a table that it knows to be small would be cheaper than an index. */
  const explain = async (statement: Statement): Promise<string> => {
    if (databaseKind === 'sqlite') {
      const rows = await db.read({ ...statement, sql: `explain query plan ${statement.sql}` })
      return (rows as { detail: string }[]).map(({ detail }) => detail).join('\n')
    }
    const results = await db.write([
      rawStatement('set local plan_cache_mode = force_generic_plan'),
      rawStatement('set local enable_seqscan = off'),
      rawStatement(`prepare explained as ${statement.sql}`),
      rawStatement<Record<string, string>>(
        `explain execute explained(${statement.params.map(toSql).join(', ')})`,
      ),
      rawStatement('deallocate explained'),
    ])
    return (results?.[3] ?? []).map((row) => row['QUERY PLAN'] ?? '').join('\n')
  }

  /** Runs the request and returns its statements. */
  const record = async (request: (recorder: Database) => Promise<unknown>): Promise<Statement[]> => {
    const statements: Statement[] = []
    const recorder = {
      dialect: db.dialect,
      read: (statement: Statement) => {
        statements.push(statement)
        return db.read(statement)
      },
      write: (batch: Statement[]) => {
        statements.push(...batch)
        return Promise.resolve(undefined)
      },
    }
    await request(recorder as unknown as Database)
    expect(statements.length).toBeGreaterThan(0)
    return statements
  }

  const expectNoScans = async (statements: Statement[]): Promise<void> => {
    for (const statement of statements) {
      const plan = await explain(statement)
      for (const table of TABLES)
        expect(plan, statement.sql).not.toMatch(
          new RegExp(`Seq Scan on ${table}\\b|SCAN ${table}(?! USING)\\b`),
        )
      expect(plan, statement.sql).not.toMatch(/SCAN [a-z](?! USING)\b/)
    }
  }

  it.each([
    ['tenants', /runs_newest/],
    ['assistants', /runs_of_assistant/],
    ['threads', /runs_of_thread/],
  ] as const)('the old runs of %s are found by an index', async (resource, index) => {
    const scope = { tenant_id: TENANT, resource, resource_id: thread_id }
    const page = { after: { at: 0, id: '' }, until: T0, limit: 10 }
    const [statement] = await record((recorder) =>
      makeRetentionStores(recorder).purgeCandidates.list(scope, page),
    )
    expect(await explain(statement!)).toMatch(index)
    await expectNoScans([statement!])
  })

  it('the statements that remove runs, their events and their checkpoints scan no table', async () => {
    const scope = { tenant_id: TENANT, resource: 'tenants', resource_id: '' } as const
    const { purgeCandidates } = makeRetentionStores(db)
    const runs = await purgeCandidates.list(scope, { after: { at: 0, id: '' }, until: T0, limit: 2 })
    expect(runs.map(({ is_temporary }) => is_temporary).toSorted()).toEqual([0, 1])
    const statements = await record((recorder) => makeRetentionStores(recorder).purges.purgeRuns(runs))
    await expectNoScans(statements)
  })

  it('the tasks of a purge, its tenants and the oldest run are found without a scan', async () => {
    const task = { tenant_id: TENANT, resource: 'runs', resource_id: newId() } as const
    await expectNoScans([
      ...(await record((recorder) => makeRetentionStores(recorder).purgeTasks.purgeEvents([task]))),
      ...(await record((recorder) =>
        makeRetentionStores(recorder).purgeTasks.pruneHistory({ ...task, resource: 'threads' }, []),
      )),
      ...(await record((recorder) => makeRetentionStores(recorder).purgeCandidates.getTenantAfter(''))),
      ...(await record((recorder) => makeRetentionStores(recorder).purgeCandidates.getOldestRunTime(TENANT))),
    ])
  })
})
