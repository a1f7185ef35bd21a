/**
 * Runs that are made at dates. A due date is taken by one statement that compares it and sets the next one; what it gives
 * is in the same batch, so that of several nodes one makes the run, and a crash leaves both or neither.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { variants } from '../sql/page.js'
import type { SearchPage } from '../threads/search.js'
import { pick, prepare, required, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

export type CronRow = Row<'crons'>
type Key = Pick<CronRow, 'tenant_id' | 'cron_id'>
/** As it was read. */
type Seen = Pick<CronRow, 'tenant_id' | 'cron_id' | 'next_run_date' | 'revision'>

export interface CronSearch {
  assistant_id?: string | undefined
  thread_id?: string | undefined
  enabled?: boolean | undefined
  metadata?: string | undefined
}

const CHANGING = [
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
  const { build, contains } = db.dialect

  const insert = prepare<CronRow>()((p) => build.insertInto('crons').values(pick(p, columnsOf('crons'))))

  const select = prepare<Key>()((p) =>
    build
      .selectFrom('crons')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id),
  )

  const replace = prepare<CronRow & { old_revision: number }>()((p) =>
    build
      .updateTable('crons')
      .set(pick(p, CHANGING))
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .where('revision', '=', p.old_revision)
      .returning('cron_id'),
  )

  const advance = prepare<Seen & { next: number | null }>()((p) =>
    build
      .updateTable('crons')
      .set(({ eb }) => ({ next_run_date: p.next, revision: eb('revision', '+', sql.lit(1)) }))
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .where('next_run_date', '=', p.next_run_date)
      .where('revision', '=', p.revision)
      .returning('cron_id'),
  )

  const remove = prepare<Key>()((p) =>
    build
      .deleteFrom('crons')
      .where('tenant_id', '=', p.tenant_id)
      .where('cron_id', '=', p.cron_id)
      .returning('cron_id'),
  )

  const selectDue = prepare<{ now: number; limit: number }>()((p) =>
    build
      .selectFrom('crons')
      .selectAll()
      .where('next_run_date', '<=', p.now)
      .orderBy('next_run_date')
      .limit(sql<number>`${p.limit}`),
  )

  type Shape = Record<keyof CronSearch, boolean>
  type Params = { tenant_id: string; assistant_id: string; thread_id: string } & {
    enabled: number
    metadata: string
  }
  const matching = ({ assistant_id, thread_id, enabled, metadata }: Shape, p: Params) => {
    let query = build.selectFrom('crons').where('tenant_id', '=', p.tenant_id)
    if (assistant_id) query = query.where('assistant_id', '=', p.assistant_id)
    if (thread_id) query = query.where('thread_id', '=', p.thread_id)
    if (enabled) query = query.where('enabled', '=', p.enabled)
    if (metadata) query = query.where(contains('metadata', p.metadata))
    return query
  }
  const search = variants(({ sort, order, ...shape }: Shape & Pick<SearchPage, 'sort' | 'order'>) =>
    prepare<Params & { limit: number; offset: number }>()((p) =>
      matching(shape, p)
        .selectAll()
        // The engines differ in where they put nulls.
        .orderBy(sql`${sql.ref(sort)} is null`)
        .orderBy(sql.ref(sort), order)
        .orderBy('cron_id', order)
        .limit(sql<number>`${p.limit}`)
        .offset(sql<number>`${p.offset}`),
    ),
  )
  const count = variants((shape: Shape) =>
    prepare<Params>()((p) => matching(shape, p).select(({ fn }) => fn.countAll<number>().as('count'))),
  )
  const asked = (tenant_id: string, { assistant_id, thread_id, enabled, metadata }: CronSearch) => ({
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
    async insert(row: CronRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    async get(key: Key): Promise<CronRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    /** False: it changed, or gave a run, since it was read. */
    async replace(row: CronRow, oldRevision: number): Promise<boolean> {
      return (await db.write([required(replace({ ...row, old_revision: oldRevision }))])) !== undefined
    },

    /** Takes its due date. False: somebody else did, it changed since it was read, or `also` could not be. */
    async advance(cron: Seen, next: number | null, also: Statement[]): Promise<boolean> {
      return (await db.write([required(advance({ ...cron, next })), ...also])) !== undefined
    },

    /** False: there was none. */
    async remove(key: Key): Promise<boolean> {
      return (await db.write([required(remove(key))])) !== undefined
    },

    /** Of all tenants, the longest due first. */
    listDue(now: number, limit: number): Promise<CronRow[]> {
      return db.read(selectDue({ now, limit }))
    },

    /** One more than the page, where there is one. */
    search(tenant_id: string, wanted: CronSearch, page: SearchPage): Promise<CronRow[]> {
      const { shape, params } = asked(tenant_id, wanted)
      const { sort, order, limit, offset } = page
      return db.read(search({ ...shape, sort, order })({ ...params, limit: limit + 1, offset }))
    },
    async count(tenant_id: string, wanted: CronSearch): Promise<number> {
      const { shape, params } = asked(tenant_id, wanted)
      return (await db.read(count(shape)(params)))[0]?.count ?? 0
    },
  }
}

export type CronStore = ReturnType<typeof makeCronStore>
