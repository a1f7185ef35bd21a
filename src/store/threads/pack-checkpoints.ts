/**
 * Replaces the checkpoints of an ended run and their writes by packed rows. The rows are read before the batch that replaces them, so the
 * batch requires that the thread has not changed since: whatever adds a checkpoint or a write changes the status of the thread or the time
 * of its last update.
 */
import { sql } from 'kysely'
import { packCheckpoints, type PackedCheckpoint } from '../packing/checkpoint-pack.js'
import type { Database } from '../sql/database.js'
import { pick, prepare, prepareBulkInsert, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import { splitSegments, type Segment } from './checkpoint-segments.js'
import { UNFINISHED_STATUSES } from './status.js'

interface RunKey {
  tenant_id: string
  run_id: string
}

interface RunOfThread extends RunKey {
  thread_id: string
}

interface SegmentKey extends RunOfThread, Segment {}

const BUSY = sql.lit('busy' as const)

export const makeCheckpointPacking = (db: Database) => {
  const { kysely, forUpdate } = db.dialect

  const selectThread = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs as r')
      .innerJoin('threads as t', (join) =>
        join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.thread_id', '=', 'r.thread_id'),
      )
      .select(['t.thread_id', 't.status', 't.updated_at'])
      .where('r.tenant_id', '=', p.tenant_id)
      .where('r.run_id', '=', p.run_id)
      .where('r.status', 'not in', UNFINISHED_STATUSES),
  )

  const lockThread = prepare<RunOfThread & { updated_at: number }>()((p) =>
    kysely
      .selectFrom('threads')
      .select('thread_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', '<>', BUSY)
      .where('updated_at', '=', p.updated_at)
      .modifyEnd(forUpdate),
  )

  const selectSizes = prepare<RunOfThread>()((p) =>
    kysely
      .selectFrom('checkpoints as c')
      .select((eb) => [
        'c.checkpoint_ns',
        'c.checkpoint_id',
        sql<number>`length(c.checkpoint) + length(c.metadata) + coalesce(${eb
          .selectFrom('checkpoint_writes as w')
          .select(sql`sum(length(w.value))`.as('chars'))
          .whereRef('w.tenant_id', '=', 'c.tenant_id')
          .whereRef('w.thread_id', '=', 'c.thread_id')
          .whereRef('w.checkpoint_ns', '=', 'c.checkpoint_ns')
          .whereRef('w.checkpoint_id', '=', 'c.checkpoint_id')}, 0)`.as('chars'),
      ])
      .where('c.tenant_id', '=', p.tenant_id)
      .where('c.run_id', '=', p.run_id)
      // An expression, because the primary key would read all checkpoints of the thread and not only those of the run.
      .where(sql<string>`c.thread_id || ''`, '=', p.thread_id)
      .where('c.packed', 'is', null)
      .orderBy('c.checkpoint_ns')
      .orderBy('c.checkpoint_id'),
  )

  /** The checkpoints of other runs and of updates between those of the run: a packed row must not span them. */
  const selectOthers = prepare<SegmentKey>()((p) =>
    kysely
      .selectFrom('checkpoints')
      .select('checkpoint_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('checkpoint_ns', '=', p.checkpoint_ns)
      .where('checkpoint_id', '>', p.first)
      .where('checkpoint_id', '<', p.last)
      .where((eb) =>
        eb.or([eb('run_id', 'is', null), eb('run_id', '<>', p.run_id), eb('packed', 'is not', null)]),
      ),
  )

  const selectCheckpoints = prepare<SegmentKey>()((p) =>
    kysely
      .selectFrom('checkpoints')
      .select(['checkpoint_id', 'parent_checkpoint_id', 'checkpoint', 'metadata', 'created_at'])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('checkpoint_ns', '=', p.checkpoint_ns)
      .where('checkpoint_id', '>=', p.first)
      .where('checkpoint_id', '<=', p.last)
      .orderBy('checkpoint_id'),
  )

  const selectWrites = prepare<SegmentKey>()((p) =>
    kysely
      .selectFrom('checkpoint_writes')
      .select(['checkpoint_id', 'task_id', 'idx', 'channel', 'value'])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('checkpoint_ns', '=', p.checkpoint_ns)
      .where('checkpoint_id', '>=', p.first)
      .where('checkpoint_id', '<=', p.last)
      .orderBy('checkpoint_id')
      .orderBy('task_id')
      .orderBy('idx'),
  )

  const removals = (['checkpoint_writes', 'checkpoints'] as const).map((table) =>
    prepare<SegmentKey>()((p) =>
      kysely
        .deleteFrom(table as 'checkpoints')
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .where('checkpoint_ns', '=', p.checkpoint_ns)
        .where('checkpoint_id', '>=', p.first)
        .where('checkpoint_id', '<=', p.last),
    ),
  )

  const insert = prepareBulkInsert('checkpoints', (rows) => kysely.insertInto('checkpoints').values(rows))

  const readSegments = async (run: RunOfThread): Promise<SegmentKey[]> => {
    const sizes = await db.read(selectSizes(run))
    const others = new Map<string, string[]>()
    for (const checkpoint_ns of new Set(sizes.map((row) => row.checkpoint_ns))) {
      const ids = sizes.filter((row) => row.checkpoint_ns === checkpoint_ns).map((row) => row.checkpoint_id)
      const [first, last] = [ids[0] ?? '', ids.at(-1) ?? '']
      const rows = ids.length < 2 ? [] : await db.read(selectOthers({ ...run, checkpoint_ns, first, last }))
      others.set(
        checkpoint_ns,
        rows.map((row) => row.checkpoint_id),
      )
    }
    return splitSegments(sizes, others).map((segment) => ({ ...run, ...segment }))
  }

  const readSegment = async (segment: SegmentKey): Promise<PackedCheckpoint[]> => {
    const [checkpoints, writes] = await Promise.all([
      db.read(selectCheckpoints(segment)),
      db.read(selectWrites(segment)),
    ])
    return checkpoints.map((row) => ({
      ...row,
      writes: writes
        .filter(({ checkpoint_id }) => checkpoint_id === row.checkpoint_id)
        .map((write) => pick(write, ['task_id', 'idx', 'channel', 'value'])),
    }))
  }

  const buildSegment = async (segment: SegmentKey): Promise<Statement[]> => {
    const checkpoints = await readSegment(segment)
    const last = checkpoints.at(-1)
    if (last === undefined) return []
    const row: Row<'checkpoints'> = {
      ...pick(segment, ['tenant_id', 'thread_id', 'checkpoint_ns', 'run_id']),
      checkpoint_id: segment.last,
      parent_checkpoint_id: null,
      checkpoint: '',
      metadata: '',
      created_at: last.created_at,
      first_checkpoint_id: segment.first,
      packed_count: checkpoints.length,
      packed: await packCheckpoints(checkpoints),
    }
    return [...removals.map((remove) => remove(segment)), ...insert([row])]
  }

  return {
    /**
     * Builds the statements that pack the checkpoints of a run. Returns none if the run has not ended, and undefined if its thread is
     * busy. The batch is rolled back if the thread has changed.
     */
    async buildStatements({ tenant_id, run_id }: RunKey): Promise<Statement[] | undefined> {
      const [thread] = await db.read(selectThread({ tenant_id, run_id }))
      if (thread === undefined) return []
      if (thread.status === 'busy') return undefined
      const { thread_id, updated_at } = thread
      const run = { tenant_id, run_id, thread_id }
      const statements: Statement[] = []
      for (const segment of await readSegments(run)) statements.push(...(await buildSegment(segment)))
      return statements.length === 0 ? [] : [requireRow(lockThread({ ...run, updated_at })), ...statements]
    },
  }
}

export type CheckpointPacking = ReturnType<typeof makeCheckpointPacking>
