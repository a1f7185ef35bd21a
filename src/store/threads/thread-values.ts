/**
 * Large outputs of the runs of a thread. Consecutive outputs are mostly the same text, for example the messages of a conversation, so they
 * are stored as versions of one value (value-versions.ts). The row of a run and its events refer to a version instead of repeating it.
 */
import type { Text } from '../../platform/shared-text.js'
import type { Database } from '../sql/database.js'
import { prepare, prepareBulkInsert, type Statement } from '../sql/statement.js'
import { readVersion, restoreRows, type VersionRow } from './read-version.js'
import { isWhole } from './value-versions.js'
import { makeVersionRowReader, UNPACKED_VALUE } from './version-rows.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

interface RunKey {
  tenant_id: string
  run_id: string
}

export const makeThreadValueStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepareBulkInsert('thread_values', (rows) => kysely.insertInto('thread_values').values(rows))

  const readStored = makeVersionRowReader(db, 'thread_values')

  const selectLatest = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('thread_values')
      .select('version')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .orderBy('version', 'desc')
      .limit(1),
  )

  const selectThread = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select('thread_id')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const remove = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('thread_values')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const removeUnused = prepare<ThreadKey>()((p) =>
    kysely
      .deleteFrom('thread_values')
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('threads')
              .select('threads.thread_id')
              .where('threads.tenant_id', '=', p.tenant_id)
              .where('threads.thread_id', '=', p.thread_id)
              .where('threads.state_version', 'is not', null),
          ),
        ),
      ),
  )

  const readRows = ({ tenant_id, thread_id }: ThreadKey, version: string): Promise<VersionRow[]> =>
    readVersion(version, (versions) => readStored({ tenant_id, thread_id }, versions))

  /** Throws if the version is not stored. */
  const readText = async (key: ThreadKey, version: string): Promise<string> => {
    return restoreRows(version, await readRows(key, version)).text
  }

  /** Like readText, but a large text that is stored whole is returned as it is. */
  const readShared = async (key: ThreadKey, version: string): Promise<Text> => {
    const rows = await readRows(key, version)
    const [first] = rows
    return first !== undefined && rows.length === 1 && isWhole(first.value)
      ? first.value
      : restoreRows(version, rows).text
  }

  return {
    insertStatements: ({ tenant_id, thread_id }: ThreadKey, rows: readonly VersionRow[]): Statement[] =>
      insert(rows.map(({ version, value }) => ({ tenant_id, thread_id, version, value, ...UNPACKED_VALUE }))),

    removeStatement: remove,

    /** Removes nothing if the state of the thread refers to a version. Only for a thread without runs. */
    removeUnusedStatement: removeUnused,

    /** Returns the newest version, or undefined if the thread has none. */
    async findLatest(key: ThreadKey): Promise<string | undefined> {
      return (await db.read(selectLatest(key)))[0]?.version
    },

    /** Returns the rows that a version is restored from, or none if it is not stored. */
    readRows,

    readText,
    readShared,

    /** Returns undefined if the run was deleted. */
    async readTextOfRun({ tenant_id, run_id }: RunKey, version: string): Promise<string | undefined> {
      const [run] = await db.read(selectThread({ tenant_id, run_id }))
      return run && readText({ tenant_id, thread_id: run.thread_id }, version)
    },
  }
}

export type ThreadValueStore = ReturnType<typeof makeThreadValueStore>
