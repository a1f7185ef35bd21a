/**
 * Packs the versions of the values of a thread: of the channels of its graph, and of the outputs of its runs. Rows of values are never
 * changed, so what was read before the batch is still true if the rows exist. Nested graphs have a few versions for each call, which are not
 * worth packing.
 */
import { sql } from 'kysely'
import { packValues } from '../packing/value-pack.js'
import type { Database } from '../sql/database.js'
import { prepare, requireRow, type Statement } from '../sql/statement.js'
import { makeLockThread } from './lock-thread.js'
import { makeThreadStates } from './thread-states.js'
import { groupVersions, type SizedVersion } from './value-groups.js'
import { MIN_VERSION_CHARS } from './value-versions.js'
import { toVersionNumber, VALUE_KEYS, type ValueKey, type ValueTable } from './version-rows.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

interface RunKey {
  tenant_id: string
  run_id: string
}

/** A thread with more groups is continued by a later call. */
const GROUPS_PER_CALL = 16

/** The texts of larger rows are not looked into. */
const MAX_READ_BYTES = 262_144

/** A larger state is parsed in the executor of the next run, not in the main thread. */
const MAX_STATE_BYTES = 1_048_576

export const makeValuePacking = (db: Database) => {
  const { kysely } = db.dialect

  const lockThread = makeLockThread(db)

  const selectThread = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .innerJoin('threads', (join) =>
        join
          .onRef('threads.tenant_id', '=', 'runs.tenant_id')
          .onRef('threads.thread_id', '=', 'runs.thread_id'),
      )
      .select([
        'threads.tenant_id',
        'threads.thread_id',
        sql<number>`case when state_version is null then coalesce(octet_length(state_values), 0) else 0 end`.as(
          'state_bytes',
        ),
      ])
      .where('runs.tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const packers = [makeTablePacker(db, 'checkpoint_values'), makeTablePacker(db, 'thread_values')]
  const states = makeThreadStates(db)
  /** Several runs of a thread are compacted at the same time. */
  const activeThreads = new Set<string>()

  /** A kill leaves each group as it was or packed. */
  const packThread = async (key: ThreadKey): Promise<boolean> => {
    let count = 0
    for (const packer of packers)
      for (const group of await packer.listGroups(key)) {
        if (count++ >= GROUPS_PER_CALL) return false
        const statements = await packer.buildStatements(group)
        if (statements.length > 0) await db.write([requireRow(lockThread(key)), ...statements])
      }
    return true
  }

  return {
    /**
     * Packs the values of the thread of a run, as far as they can be packed. Returns false if there are more. Also replaces a state that an
     * older version has stored in the row of the thread.
     */
    async packThreadOfRun({ tenant_id, run_id }: RunKey): Promise<boolean> {
      const [thread] = await db.read(selectThread({ tenant_id, run_id }))
      if (thread === undefined || activeThreads.has(thread.thread_id)) return true
      const { state_bytes, ...key } = thread
      activeThreads.add(thread.thread_id)
      try {
        if (state_bytes >= MIN_VERSION_CHARS && state_bytes <= MAX_STATE_BYTES)
          await states.referToVersion(key)
        return await packThread(key)
      } finally {
        activeThreads.delete(thread.thread_id)
      }
    },
  }
}

export type ValuePacking = ReturnType<typeof makeValuePacking>

interface Group<T extends ValueTable> {
  key: ValueKey<T>
  versions: SizedVersion[]
}

const makeTablePacker = <T extends ValueTable>(db: Database, valueTable: T) => {
  const { kysely, isInList } = db.dialect
  // Both tables have the columns that are used here, except those of the key.
  const table = valueTable as 'checkpoint_values'
  const keyColumns = VALUE_KEYS[table].slice(0, VALUE_KEYS[valueTable].length)

  const selectSizes = prepare<ThreadKey>()((p) => {
    const query = kysely
      .selectFrom(table)
      .select([
        ...keyColumns,
        'version',
        sql<number>`octet_length(value)`.as('bytes'),
        sql<string>`case when octet_length(value) <= ${sql.lit(MAX_READ_BYTES)} then substr(value, 1, 7) else '' end`.as(
          'start',
        ),
      ])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('packed', 'is', null)
    return valueTable === 'checkpoint_values' ? query.where('checkpoint_ns', '=', sql.lit('')) : query
  })

  const isOfKey = (p: ValueKey<T>) =>
    sql<boolean>`${sql.join(
      keyColumns.map((name) => sql`${sql.ref(name)} = ${p[name as keyof ValueKey<T>]}`),
      sql` and `,
    )}`

  const selectRows = prepare<ValueKey<T> & { versions: string }>()((p) =>
    kysely
      .selectFrom(table)
      .select(['version', 'value'])
      .where(isOfKey(p))
      .where('packed', 'is', null)
      .where((eb) => isInList(eb.ref('version'), p.versions as never)),
  )

  const setPacked = prepare<
    ValueKey<T> & { version: string; first_number: number; last_number: number; packed: Uint8Array }
  >()((p) =>
    kysely
      .updateTable(table)
      .set({
        value: sql.lit(''),
        first_number: p.first_number,
        last_number: p.last_number,
        packed: p.packed,
      })
      .where(isOfKey(p))
      .where('version', '=', p.version)
      .where('packed', 'is', null)
      .returning('version'),
  )

  const removeRows = prepare<ValueKey<T> & { versions: string }>()((p) =>
    kysely
      .deleteFrom(table)
      .where(isOfKey(p))
      .where('packed', 'is', null)
      .where((eb) => isInList(eb.ref('version'), p.versions as never)),
  )

  return {
    async listGroups(thread: ThreadKey): Promise<Group<T>[]> {
      const values = new Map<string, Group<T>>()
      for (const { version, bytes, start, ...key } of await db.read(selectSizes(thread))) {
        const number = toVersionNumber(version)
        if (number === undefined) continue
        const name = JSON.stringify(key)
        const value = values.get(name) ?? { key, versions: [] }
        value.versions.push({ version, number, bytes, isPieces: start === 'pieces:' })
        values.set(name, value)
      }
      return [...values.values()].flatMap(({ key, versions }) =>
        groupVersions(versions.toSorted((a, b) => a.number - b.number)).map((group) => ({
          key,
          versions: group,
        })),
      )
    },

    /** The batch is rolled back if the last version is packed or removed before it. Returns no statements if it is already. */
    async buildStatements({ key, versions }: Group<T>): Promise<Statement[]> {
      const names = JSON.stringify(versions.map(({ version }) => version))
      const rows = await db.read(selectRows({ ...key, versions: names }))
      const values = new Map(rows.map((row) => [row.version, row]))
      const found = versions.flatMap(({ version, number }) => {
        const row = values.get(version)
        return row === undefined ? [] : [{ ...row, number }]
      })
      const [last] = found.slice(-1)
      if (last === undefined || last.version !== versions.at(-1)?.version) return []
      const others = found.slice(0, -1)
      const numbers = { first_number: found[0]?.number ?? last.number, last_number: last.number }
      const packed = await packValues(last, others)
      return [
        requireRow(setPacked({ ...key, ...numbers, version: last.version, packed })),
        removeRows({ ...key, versions: JSON.stringify(others.map(({ version }) => version)) }),
      ]
    },
  }
}
