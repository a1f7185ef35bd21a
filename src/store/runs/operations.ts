/**
 * Bulk operations on runs. The runs of an operation are listed when it is created. Nodes claim a few of them at a time with a lease, which
 * only avoids that two nodes do the same work: an item is marked as done in the batch that changes its run, and only if it is still
 * pending, so each run is changed once.
 */
import { sql } from 'kysely'
import type { OperationItemStatus, OperationStatus } from '../../schema/run-operation.js'
import type { Database } from '../sql/database.js'
import { bindLimit, pick, prepare, prepareBulkInsert, requireRow, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type OperationRow = Row<'run_operations'>
export type OperationItem = Row<'run_operation_items'>
type OperationKey = Pick<OperationRow, 'tenant_id' | 'operation_id'>
type ItemKey = Pick<OperationItem, 'tenant_id' | 'operation_id' | 'idx'>

export interface OperationProgress {
  done: number
  failed: number
  /** The first failed items. */
  errors: Pick<OperationItem, 'run_id' | 'error'>[]
}

const MAX_ERRORS = 10
/** Operations that are removed together. */
const REMOVED_TOGETHER = 20

const operationStatus = (value: OperationStatus) => sql.lit<OperationStatus>(value)
const itemStatus = (value: OperationItemStatus) => sql.lit<OperationItemStatus>(value)

export const makeRunOperationStore = (db: Database) => {
  const { kysely, forUpdateSkipLocked } = db.dialect

  const insert = prepare<OperationRow>()((p) =>
    kysely.insertInto('run_operations').values(pick(p, getColumnNames('run_operations'))),
  )
  const insertItems = prepareBulkInsert('run_operation_items', (rows) =>
    kysely.insertInto('run_operation_items').values(rows),
  )

  const select = prepare<OperationKey>()((p) =>
    kysely
      .selectFrom('run_operations')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('operation_id', '=', p.operation_id),
  )
  const countItems = prepare<OperationKey>()((p) =>
    kysely
      .selectFrom('run_operation_items')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .where('tenant_id', '=', p.tenant_id)
      .where('operation_id', '=', p.operation_id)
      .groupBy('status'),
  )
  const selectErrors = prepare<OperationKey>()((p) =>
    kysely
      .selectFrom('run_operation_items')
      .select(['run_id', 'error'])
      .where('tenant_id', '=', p.tenant_id)
      .where('operation_id', '=', p.operation_id)
      .where('status', '=', itemStatus('failed'))
      .orderBy('idx')
      .limit(sql.lit(MAX_ERRORS)),
  )

  const selectOpen = prepare<{ limit: number }>()((p) =>
    kysely
      .selectFrom('run_operations')
      .selectAll()
      .where('status', '=', operationStatus('running'))
      .orderBy('operation_id')
      .limit(bindLimit(p.limit)),
  )

  const claimItems = prepare<OperationKey & { now: number; expires: number; limit: number }>()((p) =>
    kysely
      .updateTable('run_operation_items')
      .set({ lease_expires_at: p.expires })
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenant_id', 'operation_id', 'idx'),
          'in',
          selectFrom('run_operation_items as i')
            .select(['i.tenant_id', 'i.operation_id', 'i.idx'])
            .where('i.tenant_id', '=', p.tenant_id)
            .where('i.operation_id', '=', p.operation_id)
            .where('i.status', '=', itemStatus('pending'))
            .where('i.lease_expires_at', '<=', p.now)
            .orderBy('i.lease_expires_at')
            .orderBy('i.idx')
            .limit(bindLimit(p.limit))
            .modifyEnd(forUpdateSkipLocked)
            .$asTuple('tenant_id', 'operation_id', 'idx'),
        ),
      )
      .returningAll(),
  )

  const buildItemUpdate = (p: ItemKey) =>
    kysely
      .updateTable('run_operation_items')
      .where('tenant_id', '=', p.tenant_id)
      .where('operation_id', '=', p.operation_id)
      .where('idx', '=', p.idx)
      .where('status', '=', itemStatus('pending'))
  const finishItem = prepare<ItemKey>()((p) =>
    buildItemUpdate(p)
      .set({ status: itemStatus('done') })
      .returning('idx'),
  )
  const failItem = prepare<ItemKey & { error: string }>()((p) =>
    buildItemUpdate(p).set({ status: itemStatus('failed'), error: p.error }),
  )
  const postponeItem = prepare<ItemKey & { until: number }>()((p) =>
    buildItemUpdate(p).set({ lease_expires_at: p.until }),
  )

  const complete = prepare<OperationKey & { now: number }>()((p) =>
    kysely
      .updateTable('run_operations')
      .set({ status: operationStatus('completed'), completed_at: p.now })
      .where('tenant_id', '=', p.tenant_id)
      .where('operation_id', '=', p.operation_id)
      .where('status', '=', operationStatus('running'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('run_operation_items as i')
              .select('i.idx')
              .where('i.tenant_id', '=', p.tenant_id)
              .where('i.operation_id', '=', p.operation_id)
              .where('i.status', '=', itemStatus('pending')),
          ),
        ),
      ),
  )

  const expireLeases = prepare<object>()(() =>
    kysely
      .updateTable('run_operation_items')
      .set({ lease_expires_at: sql.lit(0) })
      .where('status', '=', itemStatus('pending'))
      .where('lease_expires_at', '>', sql.lit(0)),
  )

  const selectEnded = prepare<{ before: number; limit: number }>()((p) =>
    kysely
      .selectFrom('run_operations')
      .select(['tenant_id', 'operation_id'])
      .where('status', '=', operationStatus('completed'))
      .where('completed_at', '<', p.before)
      .limit(bindLimit(p.limit)),
  )
  const prepareRemoval = (table: 'run_operations' | 'run_operation_items') =>
    prepare<OperationKey>()((p) =>
      kysely
        .deleteFrom(table)
        .where('tenant_id', '=', p.tenant_id)
        .where('operation_id', '=', p.operation_id),
    )
  const removeItems = prepareRemoval('run_operation_items')
  const remove = prepareRemoval('run_operations')

  return {
    async insert(row: OperationRow, items: OperationItem[], extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...insertItems(items), ...extraStatements])
    },

    async get(key: OperationKey): Promise<OperationRow | undefined> {
      return (await db.read(select(key)))[0]
    },

    async getProgress(key: OperationKey): Promise<OperationProgress> {
      const [counts, errors] = await Promise.all([db.read(countItems(key)), db.read(selectErrors(key))])
      const countOf = (status: OperationItemStatus): number =>
        counts.find((row) => row.status === status)?.count ?? 0
      return { done: countOf('done'), failed: countOf('failed'), errors }
    },

    listOpen: (limit: number): Promise<OperationRow[]> => db.read(selectOpen({ limit })),

    async claimItems(
      key: OperationKey,
      claim: { now: number; expires: number; limit: number },
    ): Promise<OperationItem[]> {
      return (await db.write([claimItems({ ...key, ...claim })]))?.[0] ?? []
    },

    /** For the batch that changes the run: it is rolled back if the item is no longer pending. */
    finishItemStatement: (item: ItemKey): Statement => requireRow(finishItem(item)),

    async finishItem(item: ItemKey): Promise<void> {
      await db.write([finishItem(item)])
    },

    async failItem(item: ItemKey, error: string): Promise<void> {
      await db.write([failItem({ ...item, error })])
    },

    /** No node claims the item before this time. */
    async postponeItem(item: ItemKey, until: number): Promise<void> {
      await db.write([postponeItem({ ...item, until })])
    },

    /** Completes an operation that has no pending items left. */
    async completeIfProcessed(key: OperationKey, now: number): Promise<void> {
      await db.write([complete({ ...key, now })])
    },

    /** Only for the start of a single node, when no other node can hold a lease. */
    async expireLeases(): Promise<void> {
      await db.write([expireLeases({})])
    },

    /** Removes operations that were completed before this time. */
    async removeEnded(before: number): Promise<void> {
      for (;;) {
        const ended = await db.read(selectEnded({ before, limit: REMOVED_TOGETHER }))
        if (ended.length === 0) return
        await db.write(ended.flatMap((key) => [removeItems(key), remove(key)]))
      }
    },
  }
}

export type RunOperationStore = ReturnType<typeof makeRunOperationStore>
