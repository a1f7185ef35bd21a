/** Removes the checkpoint history of a thread and keeps the newest checkpoint of its graph and of each nested graph. */
import { sql } from 'kysely'
import { makeChannelValueReader } from './channel-values.js'
import { parseStoredVersions } from './checkpoint-format.js'
import { isShared } from '../../platform/shared-text.js'
import { expandRow, type CheckpointRow, type ExpandedCheckpoint } from '../packing/checkpoint-pack.js'
import type { Database } from '../sql/database.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { makeCheckpointStore } from './checkpoints.js'
import { makeCheckpointFinder } from './find-checkpoints.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

interface ValueKey {
  checkpoint_ns: string
  channel: string
  version: string
}

export const makeCheckpointPruning = (db: Database) => {
  const { kysely } = db.dialect
  const channelValues = makeChannelValueReader(db)
  const checkpoints = makeCheckpointStore(db)
  const finder = makeCheckpointFinder(db)

  /** Lists the rows that restore the values of a checkpoint. A version can be stored as the change against older ones, or in the row of a later one. */
  const listReferencedValues = async (
    key: ThreadKey,
    row: { checkpoint_ns: string; checkpoint: string },
  ): Promise<ValueKey[]> => {
    const { checkpoint_ns } = row
    const rows = await Promise.all(
      Object.entries(parseStoredVersions(row)).map(async ([channel, version]) => {
        const stored = await channelValues.listStoredRows({ ...key, checkpoint_ns, channel }, String(version))
        return stored.map((name) => ({ checkpoint_ns, channel, version: name }))
      }),
    )
    return rows.flat()
  }

  /** Selects the newest checkpoint in the same namespace. */
  const selectNewestId = (table: 'checkpoints' | 'checkpoint_writes', p: ThreadKey) =>
    kysely
      .selectFrom('checkpoints as newer')
      .select(({ fn }) => fn.max('newer.checkpoint_id').as('checkpoint_id'))
      .where('newer.tenant_id', '=', p.tenant_id)
      .where('newer.thread_id', '=', p.thread_id)
      .where('newer.checkpoint_ns', '=', sql.ref<string>(`${table}.checkpoint_ns`))

  const selectNewest = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('checkpoints')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('checkpoint_id', '=', selectNewestId('checkpoints', p)),
  )

  const selectValues = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('checkpoint_values')
      .select(['checkpoint_ns', 'channel', 'version', 'last_number'])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const removeOld = (table: 'checkpoints' | 'checkpoint_writes') =>
    prepare<ThreadKey>()((p) =>
      kysely
        .deleteFrom(table as 'checkpoints')
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .where('checkpoint_id', '<', selectNewestId(table, p)),
    )
  // Writes are removed first, because the condition reads the checkpoints.
  const removeOldStatements = [removeOld('checkpoint_writes'), removeOld('checkpoints')]

  /** Each call of a nested graph has its own checkpoints, which are needed only until the call has returned. */
  const removeNested = (['checkpoint_writes', 'checkpoints'] as const).map((table) =>
    prepare<ThreadKey>()((p) =>
      kysely
        .deleteFrom(table as 'checkpoints')
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .where('checkpoint_ns', '<>', sql.lit('')),
    ),
  )

  const prepareValueRemoval = (isPacked: boolean) =>
    prepare<ThreadKey & ValueKey>()((p) => {
      let query = kysely.deleteFrom('checkpoint_values')
      for (const name of ['tenant_id', 'thread_id', 'checkpoint_ns', 'channel', 'version'] as const)
        query = query.where(name, '=', p[name])
      return query.where('packed', isPacked ? 'is not' : 'is', null)
    })
  // A row that is packed after it was read can contain versions that are kept. What is packed never changes.
  const removeValue = prepareValueRemoval(false)
  const removePackedValue = prepareValueRemoval(true)

  const setRow = prepare<CheckpointRow>()((p) => {
    let query = kysely.updateTable('checkpoints').set({
      ...pick(p, ['parent_checkpoint_id', 'checkpoint', 'metadata', 'created_at']),
      first_checkpoint_id: null,
      packed_count: null,
      packed: null,
    })
    for (const name of ['tenant_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id'] as const)
      query = query.where(name, '=', p[name])
    return query
  })

  /**
   * Makes a checkpoint a row of its own. Also for one that is: it can be packed with its history before the batch is written. Large writes
   * are never packed.
   */
  const unpack = async (checkpoint: ExpandedCheckpoint): Promise<Statement[]> => {
    const { row } = checkpoint
    const { thread_id, checkpoint_ns, checkpoint_id } = row
    const writes = (await finder.readWrites(checkpoint)).filter(({ value }) => !isShared(value))
    return [
      setRow(row),
      ...checkpoints.insertStatements(row.tenant_id, {
        checkpoints: [],
        values: [],
        writes: writes.map((write) => ({ thread_id, checkpoint_ns, checkpoint_id, ...write })),
      }),
    ]
  }

  return {
    /**
     * Only for a thread that is not busy, so that no checkpoint is added meanwhile. A paused thread may be paused
     * inside a nested graph, so those are kept.
     */
    async buildStatements(key: ThreadKey, isPaused: boolean): Promise<Statement[]> {
      const [newest, values] = await Promise.all([db.read(selectNewest(key)), db.read(selectValues(key))])
      const retainedCheckpoints = newest
        .filter(({ checkpoint_ns }) => isPaused || checkpoint_ns === '')
        .flatMap((row) => expandRow(row).slice(-1))
      const referencedValues = await Promise.all(
        retainedCheckpoints.map(({ row }) => listReferencedValues(key, row)),
      )
      const unpackStatements = await Promise.all(retainedCheckpoints.map(unpack))
      const referencedKeys = new Set(referencedValues.flat().map(toMapKey))
      const unreferencedValues = values.filter((value) => !referencedKeys.has(toMapKey(value)))
      return [
        ...[...removeOldStatements, ...(isPaused ? [] : removeNested)].map((remove) => remove(key)),
        ...unpackStatements.flat(),
        ...unreferencedValues.map(({ last_number, ...value }) =>
          (last_number === null ? removeValue : removePackedValue)({ ...key, ...value }),
        ),
      ]
    },
  }
}

const toMapKey = ({ checkpoint_ns, channel, version }: ValueKey): string =>
  JSON.stringify([checkpoint_ns, channel, version])

export type CheckpointPruning = ReturnType<typeof makeCheckpointPruning>
