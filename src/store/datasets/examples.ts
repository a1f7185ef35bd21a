/**
 * The examples of datasets in all their versions. A row is part of the versions from `since_version` up to, but not
 * including, `until_version`. The only change to a row is to close it by setting `until_version`.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { prepare, prepareBulkInsert, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type ExampleRow = Row<'examples'>
export type ExampleKey = Pick<ExampleRow, 'tenant_id' | 'dataset_id' | 'example_id'>

export interface ExampleFilter {
  /** Examples with at least one of these tags. */
  tags?: readonly string[] | undefined
  split?: string | undefined
  /** A split whose examples are left out. */
  excludedSplit?: string | undefined
}

/**
 * Serializes tags with each tag on its own line. JSON strings contain no raw line breaks, so a search for a line break
 * followed by the tag matches only a whole tag.
 */
export const serializeTags = (tags: readonly string[]): string => JSON.stringify(tags, null, 1)
const tagParam = (index: number) => `tag${String(index)}` as `tag${number}`
const idParam = (index: number) => `id${String(index)}` as `id${number}`
const toTagLine = (tag: string): string => `\n ${JSON.stringify(tag)}`

export const makeExampleStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepareBulkInsert('examples', (rows) => kysely.insertInto('examples').values(rows))

  const close = prepare<ExampleKey & { version: number }>()((p) =>
    kysely
      .updateTable('examples')
      .set({ until_version: p.version })
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('example_id', '=', p.example_id)
      .where('until_version', 'is', null)
      .returning('example_id'),
  )

  type DatasetVersionKey = Pick<ExampleRow, 'tenant_id' | 'dataset_id'> & { version: number }
  const selectAsOf = (p: DatasetVersionKey) =>
    kysely
      .selectFrom('examples')
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('since_version', '<=', p.version)
      .where(({ or, eb }) => or([eb('until_version', 'is', null), eb('until_version', '>', p.version)]))

  const publishStaged = prepare<DatasetVersionKey & { stage: number }>()((p) =>
    kysely
      .updateTable('examples')
      .set({ since_version: p.version, until_version: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('since_version', '=', p.stage),
  )

  const removeAbandoned = prepare<
    Pick<DatasetVersionKey, 'tenant_id' | 'dataset_id'> & { abandonedBefore: number }
  >()((p) =>
    kysely
      .deleteFrom('examples')
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('since_version', '<', sql.lit(0))
      .where('created_at', '<', p.abandonedBefore),
  )

  const select = prepare<ExampleKey & DatasetVersionKey>()((p) =>
    selectAsOf(p).selectAll().where('example_id', '=', p.example_id),
  )

  type Shape = { tags: number; split: boolean; excludedSplit: boolean }
  type FilterParams = DatasetVersionKey & { split: string; excludedSplit: string } & Record<
      `tag${number}`,
      string
    >
  const selectMatching = ({ tags, split, excludedSplit }: Shape, p: FilterParams) => {
    let query = selectAsOf(p)
    if (tags > 0) {
      // Both databases have `replace`, and both distinguish letter case in it.
      const hasTag = (index: number) => sql<boolean>`replace(tags, ${p[tagParam(index)]}, '') <> tags`
      query = query.where(({ or }) => or(Array.from({ length: tags }, (_, index) => hasTag(index))))
    }
    if (split) query = query.where('split', '=', p.split)
    if (excludedSplit)
      query = query.where(({ or, eb }) => or([eb('split', 'is', null), eb('split', '<>', p.excludedSplit)]))
    return query
  }

  const selectPage = memoizeByShape((shape: Shape) =>
    prepare<FilterParams & { after: string; limit: number }>()((p) =>
      selectMatching(shape, p)
        .selectAll()
        .where('example_id', '>', p.after)
        .orderBy('example_id')
        .limit(sql<number>`${p.limit}`),
    ),
  )
  const countAll = memoizeByShape((shape: Shape) =>
    prepare<FilterParams>()((p) =>
      selectMatching(shape, p).select(({ fn }) => fn.countAll<number>().as('count')),
    ),
  )

  const selectMany = memoizeByShape((count: number) =>
    prepare<DatasetVersionKey & Record<`id${number}`, string>>()((p) =>
      selectAsOf(p)
        .selectAll()
        .where(
          'example_id',
          'in',
          Array.from({ length: count }, (_, index) => p[idParam(index)] ?? ''),
        ),
    ),
  )

  const toFilterParams = ({ tags = [], split, excludedSplit }: ExampleFilter) => ({
    shape: { tags: tags.length, split: split !== undefined, excludedSplit: excludedSplit !== undefined },
    values: {
      ...Object.fromEntries(tags.map((tag, index) => [tagParam(index), toTagLine(tag)])),
      split: split ?? '',
      excludedSplit: excludedSplit ?? '',
    },
  })

  return {
    insertStatements: insert,

    /**
     * Inserts the rows of an import, which belong to no version until they are published. `stage` identifies the
     * import.
     */
    async stage(rows: readonly ExampleRow[], stage: number): Promise<void> {
      await db.write(insert(rows.map((row) => ({ ...row, since_version: -stage, until_version: 0 }))))
    },

    /**
     * Publishes the staged rows as part of a version and removes rows that abandoned imports staged before that time.
     */
    publishStatements: (
      key: Pick<ExampleRow, 'tenant_id' | 'dataset_id'>,
      stage: number,
      version: number,
      abandonedBefore: number,
    ): Statement[] => [
      publishStaged({ ...key, version, stage: -stage }),
      removeAbandoned({ ...key, abandonedBefore }),
    ],

    /** The batch is rolled back if there is no current row to close. */
    closeStatement: (key: ExampleKey, version: number): Statement => requireRow(close({ ...key, version })),

    async get(key: ExampleKey, version: number): Promise<ExampleRow | undefined> {
      return (await db.read(select({ ...key, version })))[0]
    },

    /** Sorted by ID, which is the order in which the examples were added. */
    list(
      key: DatasetVersionKey,
      filter: ExampleFilter,
      after: string | undefined,
      limit: number,
    ): Promise<ExampleRow[]> {
      const { shape, values } = toFilterParams(filter)
      return db.read(selectPage(shape)({ ...key, ...values, after: after ?? '', limit }))
    },

    async count(key: DatasetVersionKey, filter: ExampleFilter): Promise<number> {
      const { shape, values } = toFilterParams(filter)
      return (await db.read(countAll(shape)({ ...key, ...values })))[0]?.count ?? 0
    },

    /** Returns the rows in no particular order. */
    async listByIds(key: DatasetVersionKey, ids: readonly string[]): Promise<ExampleRow[]> {
      if (ids.length === 0) return []
      const values = Object.fromEntries(ids.map((id, index) => [idParam(index), id]))
      return db.read(selectMany(ids.length)({ ...key, ...values }))
    },
  }
}

export type ExampleStore = ReturnType<typeof makeExampleStore>
