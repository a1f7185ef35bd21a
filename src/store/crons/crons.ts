/**
 * Crons. One statement compares the due date and sets the next one, in the same batch that inserts the run. So only one of
 * several nodes creates the run, and a crash leaves both changes or neither.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import {
  orderNewestFirst,
  toPageParams,
  type PageParams,
  type PageRequest,
  type SearchPage,
} from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type CronRow = Row<'crons'>
type CronKey = Pick<CronRow, 'tenant_id' | 'cron_id'>
/** Identifies the state of a cron as it was read. */
type CronVersion = Pick<CronRow, 'tenant_id' | 'cron_id' | 'next_run_date' | 'revision'>

export interface CronFilter {
  assistant_id?: string | undefined
  thread_id?: string | undefined
  enabled?: boolean | undefined
  metadata?: string | undefined
}

const UPDATABLE = [
  'schedule',
  'timezone',
  'end_time',
  'on_run_completed',
  'enabled',
  'payload',
  'metadata',
  'next_run_date',
  'revision',
  'updated_at',
] as const satisfies (keyof CronRow)[]

export const makeCronStore = (db: Database) => {
  const { kysely, jsonContains } = db.dialect

  const insert = prepare<CronRow>()((p) =>
    kysely.insertInto('crons').values(pick(p, getColumnNames('crons'))),
  )

  const select = prepare<CronKey>()((p) =>
    kysely
      .selectFrom('crons')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id),
  )

  const replace = prepare<CronRow & { old_revision: number }>()((p) =>
    kysely
      .updateTable('crons')
      .set(pick(p, UPDATABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .where('revision', '=', p.old_revision)
      .returning('cron_id'),
  )

  const advanceNextRun = prepare<CronVersion & { next: number | null }>()((p) =>
    kysely
      .updateTable('crons')
      .set(({ eb }) => ({ next_run_date: p.next, revision: eb('revision', '+', sql.lit(1)) }))
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .where('next_run_date', '=', p.next_run_date)
      .where('revision', '=', p.revision)
      .returning('cron_id'),
  )

  const remove = prepare<CronKey>()((p) =>
    kysely
      .deleteFrom('crons')
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .returning('cron_id'),
  )

  /** Changes nothing; it returns a row if the cron exists, and locks it until the end of the batch. */
  const touch = prepare<CronKey>()((p) =>
    kysely
      .updateTable('crons')
      .set(({ ref }) => ({ revision: ref('revision') }))
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .returning('cron_id'),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('crons').selectAll().where('tenant_id', '=', p.tenant_id),
        'cron_id',
        p,
        continued,
      ),
    ),
  )

  const selectDue = prepare<{ now: number; limit: number }>()((p) =>
    kysely
      .selectFrom('crons')
      .selectAll()
      .where('next_run_date', '<=', p.now)
      .orderBy('next_run_date')
      .limit(sql<number>`${p.limit}`),
  )

  type Shape = Record<keyof CronFilter, boolean>
  type Params = { tenant_id: string; assistant_id: string; thread_id: string } & {
    enabled: number
    metadata: string
  }
  const selectMatching = ({ assistant_id, thread_id, enabled, metadata }: Shape, p: Params) => {
    let query = kysely.selectFrom('crons').where('tenant_id', '=', p.tenant_id)
    if (assistant_id) query = query.where('assistant_id', '=', p.assistant_id)
    if (thread_id) query = query.where('thread_id', '=', p.thread_id)
    if (enabled) query = query.where('enabled', '=', p.enabled)
    if (metadata) query = query.where(jsonContains('metadata', p.metadata))
    return query
  }
  const search = memoizeByShape(({ sort, order, ...shape }: Shape & Pick<SearchPage, 'sort' | 'order'>) =>
    prepare<Params & { limit: number; offset: number }>()((p) =>
      selectMatching(shape, p)
        .selectAll()
        // The databases differ in how they sort nulls.
        .orderBy(sql`${sql.ref(sort)} is null`)
        .orderBy(sql.ref(sort), order)
        .orderBy('cron_id', order)
        .limit(sql<number>`${p.limit}`)
        .offset(sql<number>`${p.offset}`),
    ),
  )
  const count = memoizeByShape((shape: Shape) =>
    prepare<Params>()((p) => selectMatching(shape, p).select(({ fn }) => fn.countAll<number>().as('count'))),
  )
  const toSearchQuery = (tenant_id: string, { assistant_id, thread_id, enabled, metadata }: CronFilter) => ({
    shape: {
      assistant_id: assistant_id !== undefined,
      thread_id: thread_id !== undefined,
      enabled: enabled !== undefined,
      metadata: metadata !== undefined,
    },
    params: {
      tenant_id,
      assistant_id: assistant_id ?? '',
      thread_id: thread_id ?? '',
      enabled: enabled === true ? 1 : 0,
      metadata: metadata ?? '{}',
    },
  })

  return {
    async insert(row: CronRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    async get(key: CronKey): Promise<CronRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    /** Returns false if the cron has changed or has created a run since it was read. */
    async replace(row: CronRow, oldRevision: number, extraStatements: Statement[] = []): Promise<boolean> {
      const replaced = requireRow(replace({ ...row, old_revision: oldRevision }))
      return (await db.write([replaced, ...extraStatements])) !== undefined
    },

    /**
     * Claims the due date. Returns false if another node has claimed it, if the cron has changed since it was read, or if a
     * statement that requires a row returned none.
     */
    async advanceNextRun(
      cron: CronVersion,
      next: number | null,
      extraStatements: Statement[],
    ): Promise<boolean> {
      return (
        (await db.write([requireRow(advanceNextRun({ ...cron, next })), ...extraStatements])) !== undefined
      )
    },

    /** Returns false if the cron does not exist. */
    async remove(key: CronKey, extraStatements: Statement[] = []): Promise<boolean> {
      return (await db.write([requireRow(remove(key)), ...extraStatements])) !== undefined
    },

    /** Writes the statements if the cron still exists. Its next date stays as it is. */
    async writeIfPresent(key: CronKey, statements: Statement[]): Promise<boolean> {
      return (await db.write([requireRow(touch(key)), ...statements])) !== undefined
    },

    /** Newest first. */
    list(tenant_id: string, page: PageRequest): Promise<CronRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    /** Lists the due crons of all tenants, the longest due first. */
    listDue(now: number, limit: number): Promise<CronRow[]> {
      return db.read(selectDue({ now, limit }))
    },

    /** Returns one row more than the page if another page follows. */
    search(tenant_id: string, filter: CronFilter, page: SearchPage): Promise<CronRow[]> {
      const { shape, params } = toSearchQuery(tenant_id, filter)
      const { sort, order, limit, offset } = page
      return db.read(search({ ...shape, sort, order })({ ...params, limit: limit + 1, offset }))
    },
    async count(tenant_id: string, filter: CronFilter): Promise<number> {
      const { shape, params } = toSearchQuery(tenant_id, filter)
      return (await db.read(count(shape)(params)))[0]?.count ?? 0
    },
  }
}

export type CronStore = ReturnType<typeof makeCronStore>
