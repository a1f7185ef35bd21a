/** Finds checkpoints, whether they are rows of their own or packed with others (store/packing/checkpoint-pack.ts). */
import { sql } from 'kysely'
import type { Text } from '../../platform/shared-text.js'
import {
  expandRow,
  mergeWrites,
  type CheckpointRow,
  type ExpandedCheckpoint,
  type PackedWrite,
} from '../packing/checkpoint-pack.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { bindLimit, pick, prepare, shareTexts } from '../sql/statement.js'

/** Selects checkpoints, newest first. Undefined members do not filter. */
export interface CheckpointQuery {
  thread_id?: string | undefined
  checkpoint_ns?: string | undefined
  checkpoint_id?: string | undefined
  /** Only checkpoints with a smaller ID. */
  before?: string | undefined
  limit: number
}

/** The value can be large, and is then in shared memory. */
export type StoredWrite = Omit<PackedWrite, 'value'> & { value: Text }

const SCOPE = ['thread_id', 'checkpoint_ns'] as const
export const FILTERS = [...SCOPE, 'checkpoint_id'] as const
type Filter = (typeof FILTERS)[number]
type FilterValues = { tenant_id: string } & Record<Filter, string>

const CHECKPOINT_KEY = ['tenant_id', ...FILTERS] as const
type CheckpointKey = Pick<CheckpointRow, (typeof CHECKPOINT_KEY)[number]>

/**
 * Rows that are read to find the packed row around an ID. It is the next one, unless checkpoints were added between packed ones later, by a
 * node whose clock is behind.
 */
const MAX_NEXT_ROWS = 16

export const makeCheckpointFinder = (db: Database) => {
  const { kysely } = db.dialect

  const select = memoizeByShape((shape: { filters: Filter[]; olderOnly: boolean }) =>
    prepare<FilterValues & { before: string; limit: number }>()((p) => {
      let query = kysely.selectFrom('checkpoints').selectAll().where('tenant_id', '=', p.tenant_id)
      for (const name of shape.filters) query = query.where(name, '=', p[name])
      if (shape.olderOnly) query = query.where('checkpoint_id', '<', p.before)
      return query.orderBy('checkpoint_id', 'desc').limit(bindLimit(p.limit))
    }),
  )

  /** Selects the packed rows that contain IDs on both sides of an ID, or the ID itself. */
  const selectAround = memoizeByShape((shape: { filters: Filter[] }) =>
    prepare<FilterValues>()((p) => {
      let next = kysely.selectFrom('checkpoints').selectAll().where('tenant_id', '=', p.tenant_id)
      for (const name of shape.filters) next = next.where(name, '=', p[name])
      next = next.where('checkpoint_id', '>=', p.checkpoint_id)
      if (shape.filters.length === SCOPE.length)
        next = next.orderBy('checkpoint_id').limit(sql.lit(MAX_NEXT_ROWS))
      return kysely
        .selectFrom(next.as('next'))
        .selectAll()
        .where('next.first_checkpoint_id', '<=', p.checkpoint_id)
    }),
  )

  const selectWrites = prepare<CheckpointKey>()((p) => {
    let query = kysely.selectFrom('checkpoint_writes').select(['task_id', 'idx', 'channel', 'value'])
    for (const name of CHECKPOINT_KEY) query = query.where(name, '=', p[name])
    return query.orderBy('task_id').orderBy('idx')
  })

  /** Returns no row if the checkpoint is not a row of its own, and otherwise a row of nulls if it has no writes. */
  const selectWritesOfRow = prepare<CheckpointKey>()((p) => {
    let query = kysely
      .selectFrom('checkpoints as c')
      .leftJoin('checkpoint_writes as w', (join) =>
        join
          .onRef('w.tenant_id', '=', 'c.tenant_id')
          .onRef('w.thread_id', '=', 'c.thread_id')
          .onRef('w.checkpoint_ns', '=', 'c.checkpoint_ns')
          .onRef('w.checkpoint_id', '=', 'c.checkpoint_id'),
      )
      .select(['w.task_id', 'w.idx', 'w.channel', 'w.value'])
      .where('c.packed', 'is', null)
    for (const name of CHECKPOINT_KEY) query = query.where(`c.${name}`, '=', p[name])
    return query.orderBy('w.task_id').orderBy('w.idx')
  })

  const toFilterValues = (tenant_id: string, query: CheckpointQuery): FilterValues => {
    const { thread_id = '', checkpoint_ns = '', checkpoint_id = '' } = query
    return { tenant_id, thread_id, checkpoint_ns, checkpoint_id }
  }

  const readRows = async (tenant_id: string, query: CheckpointQuery): Promise<ExpandedCheckpoint[]> => {
    const shape = {
      filters: FILTERS.filter((name) => query[name] !== undefined),
      olderOnly: query.before !== undefined,
    }
    const { before = '', limit } = query
    const rows = await db.read(select(shape)({ ...toFilterValues(tenant_id, query), before, limit }))
    return rows.flatMap(expandRow)
  }

  const readRowsAround = async (
    tenant_id: string,
    query: CheckpointQuery,
    checkpoint_id: string,
  ): Promise<ExpandedCheckpoint[]> => {
    const filters = SCOPE.filter((name) => query[name] !== undefined)
    const rows = await db.read(
      selectAround({ filters })({ ...toFilterValues(tenant_id, query), checkpoint_id }),
    )
    return rows.flatMap(expandRow)
  }

  const findById = async (
    tenant_id: string,
    query: CheckpointQuery,
    id: string,
  ): Promise<ExpandedCheckpoint[]> => {
    const hasId = ({ row }: ExpandedCheckpoint): boolean => row.checkpoint_id === id
    const found = (await readRows(tenant_id, query)).filter(hasId)
    return found.length > 0 || (query.before !== undefined && query.before <= id)
      ? found
      : (await readRowsAround(tenant_id, query, id)).filter(hasId)
  }

  const list = async (tenant_id: string, query: CheckpointQuery): Promise<ExpandedCheckpoint[]> => {
    const { before, limit } = query
    const rows = await readRows(tenant_id, query)
    const around = before === undefined ? [] : await readRowsAround(tenant_id, query, before)
    const older = [...rows, ...around].filter(({ row }) => before === undefined || row.checkpoint_id < before)
    return removeShadowed(older)
      .toSorted((a, b) => (a.row.checkpoint_id < b.row.checkpoint_id ? 1 : -1))
      .slice(0, limit)
  }

  const find = (tenant_id: string, query: CheckpointQuery): Promise<ExpandedCheckpoint[]> =>
    query.checkpoint_id === undefined
      ? list(tenant_id, query)
      : findById(tenant_id, query, query.checkpoint_id)

  const readWrites = async ({ row, packedWrites }: ExpandedCheckpoint): Promise<StoredWrite[]> => {
    const key = pick(row, CHECKPOINT_KEY)
    if (packedWrites !== undefined)
      return mergeWrites<StoredWrite>(packedWrites, await db.read(shareTexts(selectWrites(key), ['value'])))
    const writes = await db.read(shareTexts(selectWritesOfRow(key), ['value']))
    if (writes.length > 0) return writes.filter((write): write is StoredWrite => write.task_id !== null)
    // The row was packed, or removed, after it was read.
    const [packed] = await find(row.tenant_id, { ...pick(row, FILTERS), limit: 1 })
    return packed === undefined ? [] : readWrites(packed)
  }

  return { find, readWrites }
}

/** A row of its own replaces a packed checkpoint with the same ID. */
const removeShadowed = (checkpoints: readonly ExpandedCheckpoint[]): ExpandedCheckpoint[] => {
  const toKey = ({ row }: ExpandedCheckpoint): string =>
    JSON.stringify([row.thread_id, row.checkpoint_ns, row.checkpoint_id])
  const byKey = new Map<string, ExpandedCheckpoint>()
  for (const checkpoint of checkpoints) {
    const key = toKey(checkpoint)
    if (checkpoint.packedWrites === undefined || !byKey.has(key)) byKey.set(key, checkpoint)
  }
  return [...byKey.values()]
}
