/** When the checkpoints of a run are packed, and what others do meanwhile. Random histories are in checkpoint-histories.test.ts. */
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { makePurgeStore } from '../../src/store/retention/purge.js'
import type { Row } from '../../src/store/sql/tables.js'
import type { CheckpointRows } from '../../src/store/threads/checkpoints.js'
import { makeCheckpointFinder } from '../../src/store/threads/find-checkpoints.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { insertEndedRun } from '../support/retention.js'
import { rawStatement } from '../support/raw-statement.js'
import { T0 } from '../support/rows.js'
import { useStores } from '../support/stores.js'

describe.each(DATABASE_KINDS)('packing of checkpoints on %s', (databaseKind) => {
  const stores = useStores(databaseKind)

  const toKey = ({ tenant_id, run_id }: Row<'runs'>) => ({ tenant_id, run_id })
  const execute = (sql: string) => stores.db.write([rawStatement(sql)])
  const addCheckpoints = async (
    run: Row<'runs'>,
    count: number,
    { checkpoint_ns = '', value = '"written"' } = {},
  ): Promise<string[]> => {
    const { thread_id, run_id } = run
    const ids = Array.from({ length: count }, () => newId())
    const rows: CheckpointRows = {
      checkpoints: ids.map((checkpoint_id, index) => ({
        thread_id,
        checkpoint_ns,
        checkpoint_id,
        parent_checkpoint_id: ids[index - 1] ?? null,
        run_id,
        checkpoint: JSON.stringify({ v: 4, id: checkpoint_id, channel_values: { text: 'weft 😀' } }),
        metadata: `{"step":${String(index)}}`,
        created_at: T0 + index,
      })),
      values: [],
      writes: ids.map((checkpoint_id) => ({
        thread_id,
        checkpoint_ns,
        checkpoint_id,
        task_id: 'task',
        idx: 0,
        channel: 'text',
        value,
      })),
    }
    await stores.db.write(stores.checkpoints.insertStatements(run.tenant_id, rows))
    return ids
  }
  const list = ({ tenant_id, thread_id }: Row<'runs'>) =>
    stores.checkpoints.find(tenant_id, { thread_id, limit: 100 })
  const readRows = ({ thread_id }: Row<'runs'>) =>
    stores.db.read(
      rawStatement<{ checkpoint_ns: string; packed_count: number | null }>(
        `select checkpoint_ns, packed_count from checkpoints where thread_id = '${thread_id}' order by checkpoint_ns, checkpoint_id`,
      ),
    )
  const build = (run: Row<'runs'>) => stores.checkpointPacking.buildStatements(toKey(run))
  const pack = async (run: Row<'runs'>) => stores.db.write((await build(run))!)
  const makeRun = () => insertEndedRun(stores.db, { tenant_id: newId() })

  it('the checkpoints of each graph of a run become one row, and are read as before', async () => {
    const run = await makeRun()
    await addCheckpoints(run, 4)
    await addCheckpoints(run, 3, { checkpoint_ns: 'nested:1' })
    const before = await list(run)
    await pack(run)
    expect(await readRows(run)).toEqual([
      { checkpoint_ns: '', packed_count: 5 },
      { checkpoint_ns: 'nested:1', packed_count: 3 },
    ])
    expect(await list(run)).toEqual(before)
    await expect(build(run)).resolves.toEqual([])
  })

  it('a run that waits keeps its rows, and so does a run whose thread is busy', async () => {
    const run = await makeRun()
    await execute(`update runs set status = 'requires_action' where run_id = '${run.run_id}'`)
    await expect(build(run)).resolves.toEqual([])
    await execute(`update runs set status = 'completed' where run_id = '${run.run_id}'`)
    await execute(`update threads set status = 'busy' where thread_id = '${run.thread_id}'`)
    await expect(build(run)).resolves.toBeUndefined()
  })

  it('nothing is packed if the thread has changed after its rows were read', async () => {
    const run = await makeRun()
    await addCheckpoints(run, 2)
    for (const change of ["status = 'busy'", 'updated_at = updated_at + 1']) {
      const statements = (await build(run))!
      await execute(`update threads set ${change} where thread_id = '${run.thread_id}'`)
      await expect(stores.db.write(statements)).resolves.toBeUndefined()
      await execute(`update threads set status = 'idle' where thread_id = '${run.thread_id}'`)
    }
    expect((await readRows(run)).map(({ packed_count }) => packed_count)).toEqual([null, null, null])
  })

  it('a reader that found a checkpoint before it was packed reads its writes afterwards', async () => {
    const run = await makeRun()
    await addCheckpoints(run, 3)
    const finder = makeCheckpointFinder(stores.db)
    const found = await finder.find(run.tenant_id, { thread_id: run.thread_id, checkpoint_ns: '', limit: 3 })
    await pack(run)
    for (const checkpoint of found)
      expect(await finder.readWrites(checkpoint)).toEqual([
        { task_id: 'task', idx: 0, channel: 'text', value: '"written"' },
      ])
  })

  it('the latest checkpoint can be changed after it was packed, and the others stay as they were', async () => {
    const run = await makeRun()
    await addCheckpoints(run, 2)
    await pack(run)
    const [newest, ...others] = await list(run)
    const changed = { ...newest!.row, metadata: '{"note":"kept"}' }
    await stores.db.write(
      stores.checkpoints.insertStatements(run.tenant_id, { checkpoints: [changed], values: [], writes: [] }),
    )
    expect(await list(run)).toEqual([{ ...newest!, row: changed }, ...others])
  })

  it('a checkpoint with a large write stays a row of its own, and no packed row spans it', async () => {
    const run = await makeRun()
    await addCheckpoints(run, 2)
    await addCheckpoints(run, 1, { value: JSON.stringify('x'.repeat(70_000)) })
    await addCheckpoints(run, 2)
    const before = await list(run)
    await pack(run)
    expect((await readRows(run)).map(({ packed_count }) => packed_count)).toEqual([3, null, 2])
    expect(await list(run)).toEqual(before)
  })

  it('a purge removes packed checkpoints and counts each of them', async () => {
    const run = await makeRun()
    await addCheckpoints(run, 3)
    await pack(run)
    const newer = await insertEndedRun(stores.db, { tenant_id: run.tenant_id, thread_id: run.thread_id })
    const candidate = {
      ...run,
      thread_status: 'idle' as const,
      is_temporary: 0,
      thread_days: null,
      assistant_days: null,
      evaluation_status: null,
    }
    await expect(makePurgeStore(stores.db).purgeRuns([candidate])).resolves.toMatchObject({
      runIds: [run.run_id],
      checkpoints: 4,
    })
    expect((await list(newer)).map(({ row }) => row.run_id)).toEqual([newer.run_id])
  })
})
