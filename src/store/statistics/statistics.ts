/**
 * Figures of runs and deliveries. The end of a run inserts an entry; folding adds entries to the buckets and removes them, in one
 * batch. Readers select both with one statement, and so from one snapshot: every entry counts exactly once.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { bindLimit, pick, prepare, requireRow, type SqlValue, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { UNFINISHED_STATUSES } from '../threads/status.js'

type EntryRow = Row<'stat_entries'>
type BucketRow = Row<'stat_buckets'>
export type BucketKey = Pick<BucketRow, 'tenant_id' | 'assistant_id' | 'resolution' | 'bucket_at'>

export interface StatisticsRange {
  tenant_id: string
  /** '' for the whole tenant. */
  assistant_id: string
  /** The length of the buckets in seconds. */
  resolution: number
  from: number
  to: number
}

/** The hours from `first_hour` to `last_hour` are whole; the rest of the range consists of minutes. */
export interface NodesRange {
  tenant_id: string
  assistant_id: string
  from: number
  first_hour: number
  last_hour: number
  to: number
}

/** `unfinished`: `data` is the number of unfinished runs that were created in the period that starts at `at`. */
export interface StatisticsRow {
  source: 'bucket' | 'entry' | 'unfinished'
  at: number
  data: string
}

/** Nodes of a cluster fold one after another. */
const LOCK = 'statistics'
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const KEYS_PER_READ = 50
const MAX_QUEUE_DEPTH = 10_000

type Scope = 'tenant' | 'assistant'
const toScope = (assistant_id: string): Scope => (assistant_id === '' ? 'tenant' : 'assistant')

export const makeStatisticsStore = (db: Database) => {
  const { kysely, isInList } = db.dialect

  const insertEntry = prepare<EntryRow>()((p) =>
    kysely.insertInto('stat_entries').values(pick(p, getColumnNames('stat_entries'))),
  )

  const selectEntries = prepare<{ limit: number }>()((p) =>
    kysely
      .selectFrom('stat_entries')
      .selectAll()
      .orderBy('tenant_id')
      .orderBy('entry_id')
      .limit(bindLimit(p.limit)),
  )

  type ListParams = Record<string, SqlValue>
  const selectBuckets = memoizeByShape((count: number) =>
    prepare<ListParams>()((p) => {
      const selectOne = (index: number) =>
        kysely
          .selectFrom('stat_buckets')
          .selectAll()
          .where('tenant_id', '=', p[`tenant_id${String(index)}`] as string)
          .where('assistant_id', '=', p[`assistant_id${String(index)}`] as string)
          .where('resolution', '=', p[`resolution${String(index)}`] as number)
          .where('bucket_at', '=', p[`bucket_at${String(index)}`] as number)
      return Array.from({ length: count - 1 }, (_, index) => index + 1).reduce(
        (query, index) => query.unionAll(selectOne(index)),
        selectOne(0),
      )
    }),
  )

  // The entries were read in the order of their key, so the range of tenants limits how much of the index is searched. The list is a
  // single parameter: a text for each length would stay prepared in every connection.
  interface ListedEntries {
    first: string
    last: string
    ids: string
    count: number
  }
  const countEntries = prepare<ListedEntries>()((p) =>
    kysely
      .selectFrom('stat_entries')
      .select(({ fn }) => fn.countAll<number>().as('found'))
      .where('tenant_id', '>=', p.first)
      .where('tenant_id', '<=', p.last)
      .where(({ ref }) => isInList(ref('entry_id'), p.ids))
      .having(({ fn }) => fn.countAll(), '=', p.count),
  )
  const removeEntries = prepare<ListedEntries>()((p) =>
    kysely
      .deleteFrom('stat_entries')
      .where('tenant_id', '>=', p.first)
      .where('tenant_id', '<=', p.last)
      .where(({ ref }) => isInList(ref('entry_id'), p.ids)),
  )

  /** Returns no row if the bucket is not the one that was read. */
  const putBucket = prepare<BucketRow>()((p) =>
    kysely
      .insertInto('stat_buckets')
      .values(pick(p, getColumnNames('stat_buckets')))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'assistant_id', 'resolution', 'bucket_at'])
          .doUpdateSet(({ ref }) => ({
            revision: ref('excluded.revision'),
            data: ref('excluded.data'),
            nodes: ref('excluded.nodes'),
          }))
          .where(({ eb, ref }) =>
            eb('stat_buckets.revision', '=', eb(ref('excluded.revision'), '-', sql.lit(1))),
          ),
      )
      .returning('revision'),
  )

  const lock = prepare<object>()(() => kysely.selectNoFrom(db.dialect.lockName(LOCK).as('locked')))

  const selectRange = memoizeByShape((scope: Scope) =>
    prepare<StatisticsRange>()((p) =>
      kysely
        .selectFrom('stat_buckets')
        .select([sql.lit<StatisticsRow['source']>('bucket').as('source'), 'bucket_at as at', 'data'])
        .where('tenant_id', '=', p.tenant_id)
        .where('assistant_id', '=', p.assistant_id)
        .where('resolution', '=', p.resolution)
        .where('bucket_at', '>=', p.from)
        .where('bucket_at', '<', p.to)
        .unionAll(
          kysely
            .selectFrom('stat_entries')
            .select([sql.lit<StatisticsRow['source']>('entry').as('source'), 'ended_at as at', 'data'])
            .where('tenant_id', '=', p.tenant_id)
            .$if(scope === 'assistant', (query) => query.where('assistant_id', '=', p.assistant_id)),
        )
        .unionAll(
          kysely
            .selectFrom('runs')
            .select(({ fn }) => [
              sql.lit<StatisticsRow['source']>('unfinished').as('source'),
              sql<number>`(created_at / ${sql.lit(60_000)}) * ${sql.lit(60_000)}`.as('at'),
              sql<string>`cast(${fn.countAll()} as text)`.as('data'),
            ])
            .where('tenant_id', '=', p.tenant_id)
            .where('status', 'in', UNFINISHED_STATUSES)
            // SQLite uses a partial index only if its condition is part of the query.
            .where('status', '<>', sql.lit('completed'))
            .where('created_at', '>=', p.from)
            .where('created_at', '<', p.to)
            // An expression, because the index by assistant would read all runs of the range and not only the unfinished ones.
            .$if(scope === 'assistant', (query) =>
              query.where(sql<string>`assistant_id || ''`, '=', p.assistant_id),
            )
            .groupBy(sql.lit(2)),
        ),
    ),
  )

  /** Hours in the middle of the range, minutes before and after them, and the entries that are not folded yet. */
  const selectNodes = prepare<NodesRange>()((p) => {
    const selectBetween = (seconds: number, from: number, to: number) =>
      kysely
        .selectFrom('stat_buckets')
        .select('nodes')
        .where('tenant_id', '=', p.tenant_id)
        .where('assistant_id', '=', p.assistant_id)
        .where('resolution', '=', sql.lit(seconds))
        .where('bucket_at', '>=', from)
        .where('bucket_at', '<', to)
        .where('nodes', 'is not', null)
    return selectBetween(MINUTE_SECONDS, p.from, p.first_hour)
      .unionAll(selectBetween(HOUR_SECONDS, p.first_hour, p.last_hour))
      .unionAll(selectBetween(MINUTE_SECONDS, p.last_hour, p.to))
      .unionAll(
        kysely
          .selectFrom('stat_entries')
          .select('nodes')
          .where('tenant_id', '=', p.tenant_id)
          .where('assistant_id', '=', p.assistant_id)
          .where('ended_at', '>=', p.from)
          .where('ended_at', '<', p.to)
          .where('nodes', 'is not', null),
      )
  })

  const selectQueue = memoizeByShape((scope: Scope) =>
    prepare<{ tenant_id: string; assistant_id: string; now: number }>()((p) =>
      kysely
        .selectFrom((eb) =>
          eb
            .selectFrom('runs')
            .select(({ ref }) =>
              db.dialect.greatest(ref('updated_at'), ref('available_at')).as('waiting_since'),
            )
            .where('tenant_id', '=', p.tenant_id)
            .where('status', '=', sql.lit('queued'))
            .where('available_at', '<=', p.now)
            .$if(scope === 'assistant', (query) => query.where('assistant_id', '=', p.assistant_id))
            .orderBy('run_id')
            .limit(sql.lit(MAX_QUEUE_DEPTH))
            .as('waiting'),
        )
        .select(({ fn }) => [
          fn.countAll<number>().as('depth'),
          fn.min<number | null>('waiting_since').as('waiting_since'),
        ]),
    ),
  )

  const removeBuckets = prepare<{ resolution: number; before: number; limit: number }>()((p) =>
    kysely
      .deleteFrom('stat_buckets')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenant_id', 'assistant_id', 'resolution', 'bucket_at'),
          'in',
          selectFrom('stat_buckets as b')
            .select(['b.tenant_id', 'b.assistant_id', 'b.resolution', 'b.bucket_at'])
            .where('b.resolution', '=', p.resolution)
            .where('b.bucket_at', '<', p.before)
            .limit(bindLimit(p.limit))
            .$asTuple('tenant_id', 'assistant_id', 'resolution', 'bucket_at'),
        ),
      )
      .returning('bucket_at'),
  )

  return {
    insertEntryStatement: (row: EntryRow): Statement => insertEntry(row),

    /** Entries of all tenants. */
    listEntries: (limit: number): Promise<EntryRow[]> => db.read(selectEntries({ limit })),

    async listBuckets(keys: readonly BucketKey[]): Promise<BucketRow[]> {
      const rows: BucketRow[] = []
      for (let start = 0; start < keys.length; start += KEYS_PER_READ) {
        const chunk = keys.slice(start, start + KEYS_PER_READ)
        const params = chunk.flatMap((key, index) =>
          Object.entries(key).map(([name, value]) => [`${name}${String(index)}`, value] as const),
        )
        rows.push(...(await db.read(selectBuckets(chunk.length)(Object.fromEntries(params)))))
      }
      return rows
    },

    /**
     * Stores the buckets and removes the entries that they now contain. Returns false, and stores nothing, if another node has folded
     * one of the entries or changed one of the buckets since they were read.
     */
    async fold(entries: readonly EntryRow[], buckets: readonly BucketRow[]): Promise<boolean> {
      const params = {
        first: entries[0]?.tenant_id ?? '',
        last: entries.at(-1)?.tenant_id ?? '',
        ids: JSON.stringify(entries.map(({ entry_id }) => entry_id)),
        count: entries.length,
      }
      const result = await db.write([
        lock({}),
        requireRow(countEntries(params)),
        removeEntries(params),
        ...buckets.map((bucket) => requireRow(putBucket(bucket))),
      ])
      return result !== undefined
    },

    /** `from` and `to` must be multiples of the resolution. */
    readRange: (range: StatisticsRange): Promise<StatisticsRow[]> =>
      db.read(selectRange(toScope(range.assistant_id))(range)),

    listNodes: (range: NodesRange): Promise<{ nodes: string | null }[]> => db.read(selectNodes(range)),

    /** Counts the runs that can start now, up to 10,000. */
    async readQueue(
      key: { tenant_id: string; assistant_id: string },
      now: number,
    ): Promise<{ depth: number; waiting_since: number | null }> {
      const [queue] = await db.read(selectQueue(toScope(key.assistant_id))({ ...key, now }))
      return queue ?? { depth: 0, waiting_since: null }
    },

    /** Removes old buckets of all tenants. Returns their number. */
    async removeBefore(resolution: number, before: number, limit: number): Promise<number> {
      return (await db.write([removeBuckets({ resolution, before, limit })]))?.[0].length ?? 0
    },
  }
}

export type StatisticsStore = ReturnType<typeof makeStatisticsStore>
