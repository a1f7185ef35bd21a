/**
 * The state of a thread after its last run. A small one is in the row of the thread. A large one is mostly the output of the run, which is a
 * version in `thread_values`, so the row contains its version, its small members, by which threads are searched, and the names of the others.
 */
import type { Text } from '../../platform/shared-text.js'
import type { Database } from '../sql/database.js'
import { prepare, requireRow, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import { makeLockThread } from './lock-thread.js'
import { divideState } from './state-members.js'
import { makeThreadValueStore } from './thread-values.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

export type StoredState = Pick<Row<'threads'>, 'state_version' | 'state_omitted'> & {
  state_values: Text | null
}

type ThreadWithState = ThreadKey & Pick<Row<'threads'>, keyof StoredState>

export const makeThreadStates = (db: Database) => {
  const { kysely } = db.dialect
  const values = makeThreadValueStore(db)

  const selectState = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('threads')
      .select(['tenant_id', 'thread_id', 'state_values', 'state_version', 'state_omitted'])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const lockThread = makeLockThread(db)

  const setWhole = prepare<ThreadKey & { state_values: string; old_version: string }>()((p) =>
    kysely
      .updateTable('threads')
      .set({ state_values: p.state_values, state_version: null, state_omitted: null })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('state_version', '=', p.old_version),
  )

  const setReference = prepare<
    ThreadKey & { members: string; omitted: string; version: string; old_values: string }
  >()((p) =>
    kysely
      .updateTable('threads')
      .set({ state_values: p.members, state_version: p.version, state_omitted: p.omitted })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('state_version', 'is', null)
      .where('state_values', '=', p.old_values)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('thread_values')
            .select('version')
            .where('tenant_id', '=', p.tenant_id)
            .where('thread_id', '=', p.thread_id)
            .where('version', '=', p.version),
        ),
      ),
  )

  const get = async (key: ThreadKey): Promise<ThreadWithState | undefined> =>
    (await db.read(selectState(key)))[0]

  /** The version is gone if the thread was deleted, or if its state was made whole again after the row was read. */
  const readWhole = async (row: ThreadWithState): Promise<string | null> => {
    const { state_version } = row
    if (state_version === null) return row.state_values
    try {
      return await values.readText(row, state_version)
    } catch (error) {
      const current = await get(row)
      if (current?.state_version === state_version) throw error
      return current === undefined ? null : readWhole(current)
    }
  }

  return {
    /** Returns the JSON of the whole state. */
    readWhole,

    /** Returns the row with the whole state. */
    async expand<T extends ThreadWithState>(row: T): Promise<T> {
      const state_values = await readWhole(row)
      return { ...row, state_values, state_version: null, state_omitted: null }
    },

    /**
     * Removes the versions of a thread that has no runs. Its state is stored in its row again. The batch removes nothing if the thread has
     * another large state by then.
     */
    async buildValueRemoval(key: ThreadKey): Promise<Statement[]> {
      const row = await get(key)
      const old_version = row?.state_version
      const state_values = row && (await readWhole(row))
      return [
        ...(old_version == null || state_values == null
          ? []
          : [setWhole({ ...key, state_values, old_version })]),
        values.removeUnusedStatement(key),
      ]
    },

    /**
     * Replaces a state that is stored whole by a reference to the newest version, if this contains the same text. The version exists in the
     * batch, because what removes it locks the thread too.
     */
    async referToVersion(key: ThreadKey): Promise<void> {
      const row = await get(key)
      const version = await values.findLatest(key)
      if (row?.state_values == null || row.state_version !== null || version === undefined) return
      const old_values = row.state_values
      if ((await values.readText(key, version)) !== old_values) return
      const members = divideState(JSON.parse(old_values))
      await db.write([requireRow(lockThread(key)), setReference({ ...key, ...members, version, old_values })])
    },
  }
}
