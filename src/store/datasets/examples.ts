/**
 * The examples of datasets, as they are and as they were. A row holds from its `since_version` on and before its
 * `until_version`; rows change only by being closed.
 */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { variants } from '../sql/page.js'
import { prepare, prepareRows, required, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'

export type ExampleRow = Row<'examples'>
export type ExampleKey = Pick<ExampleRow, 'tenant_id' | 'dataset_id' | 'example_id'>

export interface ExampleFilter {
  /** Those with one of these at least. */
  tags?: readonly string[] | undefined
  split?: string | undefined
  /** A split that is left out. */
  without?: string | undefined
}

/**
 * Each tag on a line of its own. JSON has no bare line breaks in strings, so a tag with its line break before it is
 * found nowhere but where it is a tag.
 */
export const tagsText = (tags: readonly string[]): string => JSON.stringify(tags, null, 1)
const tagAt = (at: number) => `tag${String(at)}` as `tag${number}`
const idAt = (at: number) => `id${String(at)}` as `id${number}`
const lineOf = (tag: string): string => `\n ${JSON.stringify(tag)}`

export const makeExampleStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepareRows('examples', (rows) => build.insertInto('examples').values(rows))

  const close = prepare<ExampleKey & { version: number }>()((p) =>
    build
      .updateTable('examples')
      .set({ until_version: p.version })
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('example_id', '=', p.example_id)
      .where('until_version', 'is', null)
      .returning('example_id'),
  )

  type AsOf = Pick<ExampleRow, 'tenant_id' | 'dataset_id'> & { version: number }
  const asOf = (p: AsOf) =>
    build
      .selectFrom('examples')
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('since_version', '<=', p.version)
      .where(({ or, eb }) => or([eb('until_version', 'is', null), eb('until_version', '>', p.version)]))

  const publish = prepare<AsOf & { stage: number }>()((p) =>
    build
      .updateTable('examples')
      .set({ since_version: p.version, until_version: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('since_version', '=', p.stage),
  )

  const removeAbandoned = prepare<Pick<AsOf, 'tenant_id' | 'dataset_id'> & { before: number }>()((p) =>
    build
      .deleteFrom('examples')
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('since_version', '<', sql.lit(0))
      .where('created_at', '<', p.before),
  )

  const select = prepare<ExampleKey & AsOf>()((p) =>
    asOf(p).selectAll().where('example_id', '=', p.example_id),
  )

  type Shape = { tags: number; split: boolean; without: boolean }
  type FilterParams = AsOf & { split: string; without: string } & Record<`tag${number}`, string>
  const matching = ({ tags, split, without }: Shape, p: FilterParams) => {
    let query = asOf(p)
    if (tags > 0) {
      // Both engines have `replace`, and tell letter case apart in it.
      const has = (at: number) => sql<boolean>`replace(tags, ${p[tagAt(at)]}, '') <> tags`
      query = query.where(({ or }) => or(Array.from({ length: tags }, (_, at) => has(at))))
    }
    if (split) query = query.where('split', '=', p.split)
    if (without)
      query = query.where(({ or, eb }) => or([eb('split', 'is', null), eb('split', '<>', p.without)]))
    return query
  }

  const selectPage = variants((shape: Shape) =>
    prepare<FilterParams & { after: string; limit: number }>()((p) =>
      matching(shape, p)
        .selectAll()
        .where('example_id', '>', p.after)
        .orderBy('example_id')
        .limit(sql<number>`${p.limit}`),
    ),
  )
  const countAll = variants((shape: Shape) =>
    prepare<FilterParams>()((p) => matching(shape, p).select(({ fn }) => fn.countAll<number>().as('count'))),
  )

  const selectMany = variants((count: number) =>
    prepare<AsOf & Record<`id${number}`, string>>()((p) =>
      asOf(p)
        .selectAll()
        .where(
          'example_id',
          'in',
          Array.from({ length: count }, (_, at) => p[idAt(at)] ?? ''),
        ),
    ),
  )

  const filtered = ({ tags = [], split, without }: ExampleFilter) => ({
    shape: { tags: tags.length, split: split !== undefined, without: without !== undefined },
    values: {
      ...Object.fromEntries(tags.map((tag, at) => [tagAt(at), lineOf(tag)])),
      split: split ?? '',
      without: without ?? '',
    },
  })

  return {
    insertStatements: insert,

    /** Rows that belong to no version yet, under a number that their import has to itself. */
    async stage(rows: readonly ExampleRow[], stage: number): Promise<void> {
      await db.write(insert(rows.map((row) => ({ ...row, since_version: -stage, until_version: 0 }))))
    },

    /** Makes them part of a version, and clears away what others left behind before that time. */
    publishStatements: (
      of: Pick<ExampleRow, 'tenant_id' | 'dataset_id'>,
      stage: number,
      version: number,
      before: number,
    ): Statement[] => [publish({ ...of, version, stage: -stage }), removeAbandoned({ ...of, before })],

    /** The batch does not happen when there is nothing to close. */
    closeStatement: (key: ExampleKey, version: number): Statement => required(close({ ...key, version })),

    async get(key: ExampleKey, version: number): Promise<ExampleRow | undefined> {
      return (await db.read(select({ ...key, version })))[0]
    },

    /** In order of their ids, which is the order in which they were added. */
    list(at: AsOf, filter: ExampleFilter, after: string | undefined, limit: number): Promise<ExampleRow[]> {
      const { shape, values } = filtered(filter)
      return db.read(selectPage(shape)({ ...at, ...values, after: after ?? '', limit }))
    },

    async count(at: AsOf, filter: ExampleFilter): Promise<number> {
      const { shape, values } = filtered(filter)
      return (await db.read(countAll(shape)({ ...at, ...values })))[0]?.count ?? 0
    },

    /** In any order. */
    async many(at: AsOf, ids: readonly string[]): Promise<ExampleRow[]> {
      if (ids.length === 0) return []
      const values = Object.fromEntries(ids.map((id, index) => [idAt(index), id]))
      return db.read(selectMany(ids.length)({ ...at, ...values }))
    },
  }
}

export type ExampleStore = ReturnType<typeof makeExampleStore>
