/** Datasets and their versions; examples.ts stores the examples. */
import { sql } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type DatasetRow = Row<'datasets'>
export type DatasetVersionRow = Row<'dataset_versions'>
export type DatasetKey = Pick<DatasetRow, 'tenant_id' | 'dataset_id'>

const UPDATABLE = ['name', 'description', 'metadata', 'held_out_split', 'revision', 'updated_at'] as const

export const makeDatasetStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<DatasetRow>()((p) =>
    kysely.insertInto('datasets').values(pick(p, getColumnNames('datasets'))),
  )

  const insertVersion = prepare<DatasetVersionRow>()((p) =>
    kysely.insertInto('dataset_versions').values(pick(p, getColumnNames('dataset_versions'))),
  )

  const select = prepare<DatasetKey>()((p) =>
    kysely
      .selectFrom('datasets')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id),
  )

  const selectPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('datasets').selectAll().where('tenant_id', '=', p.tenant_id),
        'dataset_id',
        p,
        continued,
      ),
    ),
  )

  const selectVersionPage = memoizeByShape((continued: boolean) =>
    prepare<PageParams & DatasetKey>()((p) => {
      const page = kysely
        .selectFrom('dataset_versions')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('dataset_id', '=', p.dataset_id)
        .orderBy('version', 'desc')
        .limit(sql<number>`${p.limit}`)
      return continued ? page.where('version', '<', p.at) : page
    }),
  )

  const replace = prepare<DatasetRow & { old_revision: number }>()((p) =>
    kysely
      .updateTable('datasets')
      .set(pick(p, UPDATABLE))
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('revision', '=', p.old_revision)
      .returningAll(),
  )

  const createVersion = prepare<DatasetVersionRow & { old_version: number }>()((p) =>
    kysely
      .updateTable('datasets')
      .set({ version: p.version, examples: p.examples, updated_at: p.created_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .where('version', '=', p.old_version)
      .returning('dataset_id'),
  )

  const remove = prepare<DatasetKey>()((p) =>
    kysely
      .deleteFrom('datasets')
      .where('tenant_id', '=', p.tenant_id)
      .where('dataset_id', '=', p.dataset_id)
      .returning('dataset_id'),
  )

  const prepareRemoval = (table: 'dataset_versions' | 'examples') =>
    prepare<DatasetKey>()((p) =>
      kysely.deleteFrom(table).where('tenant_id', '=', p.tenant_id).where('dataset_id', '=', p.dataset_id),
    )
  const removeVersions = prepareRemoval('dataset_versions')
  const removeExamples = prepareRemoval('examples')

  return {
    /** Inserts the dataset with its first version, which has no examples. */
    async insert(row: DatasetRow, ...extraStatements: Statement[]): Promise<void> {
      const first = { ...row, added: 0, changed: 0, removed: 0 }
      await db.write([insert(row), insertVersion(first), ...extraStatements])
    },

    async get(key: DatasetKey): Promise<DatasetRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    list(tenant_id: string, page: PageRequest): Promise<DatasetRow[]> {
      return db.read(selectPage(page.after !== undefined)({ tenant_id, ...toPageParams(page) }))
    },

    listVersions(key: DatasetKey, page: PageRequest): Promise<DatasetVersionRow[]> {
      return db.read(selectVersionPage(page.after !== undefined)({ ...key, ...toPageParams(page) }))
    },

    /** Does not change the version. Returns undefined if the dataset has changed since it was read. */
    async replace(row: DatasetRow, oldRevision: number): Promise<DatasetRow | undefined> {
      return (await db.write([requireRow(replace({ ...row, old_revision: oldRevision }))]))?.[0][0]
    },

    /**
     * Creates the next version together with the statements that change the examples. Returns false if the dataset does
     * not exist or its current version is not the one before.
     */
    async createVersion(next: DatasetVersionRow, ...changes: Statement[]): Promise<boolean> {
      // The dataset's row comes first: its lock prevents others from creating the same version meanwhile.
      const updateDataset = requireRow(createVersion({ ...next, old_version: next.version - 1 }))
      return (await db.write([updateDataset, insertVersion(next), ...changes])) !== undefined
    },

    /** Removes the dataset with its versions and examples. Returns false if it does not exist. */
    async remove(key: DatasetKey): Promise<boolean> {
      const batch = [requireRow(remove(key)), removeVersions(key), removeExamples(key)]
      return (await db.write(batch)) !== undefined
    },
  }
}

export type DatasetStore = ReturnType<typeof makeDatasetStore>
