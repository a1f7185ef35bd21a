/** Finds channel values that a checkpoint refers to and that cannot be restored, because a row is missing. */
import { sql } from 'kysely'
import { readText } from '../../platform/shared-text.js'
import { expandRow } from '../packing/checkpoint-pack.js'
import type { Database } from '../sql/database.js'
import type { Row } from '../sql/tables.js'
import { bindLimit, prepare } from '../sql/statement.js'
import { parseStoredVersions } from '../threads/checkpoint-format.js'
import { expandVersions } from '../threads/version-rows.js'
import { listIndirectReferences, listReferences } from '../threads/value-versions.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

const PAGE_SIZE = 200

interface MissingValues {
  /** The number of versions that checkpoints refer to. */
  checked: number
  /** The versions that cannot be restored, as `<thread> <channel> <version>`. */
  missing: string[]
}

/** `hasPackedValues` is false for a database before the migration that added packed values. */
export const makeMissingValueStore = (db: Database, hasPackedValues: boolean) => {
  const { kysely } = db.dialect

  const selectThreads = prepare<ThreadKey & { limit: number }>()((p) =>
    kysely
      .selectFrom('checkpoints')
      .select(['tenant_id', 'thread_id'])
      .distinct()
      .where(sql<boolean>`(tenant_id, thread_id) > (${p.tenant_id}, ${p.thread_id})`)
      .orderBy('tenant_id')
      .orderBy('thread_id')
      .limit(bindLimit(p.limit)),
  )
  const selectCheckpoints = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('checkpoints')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )
  // A value that is stored whole refers to nothing, so its text is not read.
  const selectValues = prepare<ThreadKey>()((p) =>
    kysely
      .selectFrom('checkpoint_values')
      .select([
        'checkpoint_ns',
        'channel',
        'version',
        sql<string>`case when value like 'delta:%' or value like 'pieces:%' then value else '' end`.as(
          'value',
        ),
        hasPackedValues ? 'packed' : sql<null>`null`.as('packed'),
      ])
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id),
  )

  const checkThread = async (key: ThreadKey): Promise<MissingValues> => {
    const [checkpoints, values] = await Promise.all([
      db.read(selectCheckpoints(key)),
      db.read(selectValues(key)),
    ])
    const damaged: string[] = []
    const rowsByChannel = await groupByChannel(values, (version, error) => {
      damaged.push(`thread ${key.thread_id}, version ${version}: ${error.message}`)
    })
    const references = new Map<string, { channel: string; version: string; rows: Map<string, string> }>()
    for (const row of checkpoints.flatMap((stored) => expand(stored, damaged)))
      for (const [channel, version] of Object.entries(parseStoredVersions(row))) {
        const name = toChannelKey(row.checkpoint_ns, channel)
        references.set(`${name} ${String(version)}`, {
          channel,
          version: String(version),
          rows: rowsByChannel.get(name) ?? new Map<string, string>(),
        })
      }
    const missing = [...references.values()]
      .filter(({ version, rows }) => !isComplete(version, rows))
      .map(({ channel, version }) => `thread ${key.thread_id}, channel ${channel}, version ${version}`)
    return { checked: references.size, missing: [...missing, ...damaged] }
  }

  return {
    async check(): Promise<MissingValues> {
      const total: MissingValues = { checked: 0, missing: [] }
      let after: ThreadKey = { tenant_id: '', thread_id: '' }
      for (;;) {
        const threads = await db.read(selectThreads({ ...after, limit: PAGE_SIZE }))
        for (const key of threads) {
          const { checked, missing } = await checkThread(key)
          total.checked += checked
          total.missing.push(...missing)
        }
        const last = threads.at(-1)
        if (last === undefined || threads.length < PAGE_SIZE) return total
        after = last
      }
    },
  }
}

type ValueRow = Pick<Row<'checkpoint_values'>, 'checkpoint_ns' | 'channel' | 'version' | 'value' | 'packed'>

/** Returns the values of the versions by channel. Calls `onDamage` for a row that cannot be unpacked. */
const groupByChannel = async (
  rows: readonly ValueRow[],
  onDamage: (version: string, error: Error) => void,
): Promise<Map<string, Map<string, string>>> => {
  const rowsByChannel = new Map<string, Map<string, string>>()
  for (const row of rows) {
    const name = toChannelKey(row.checkpoint_ns, row.channel)
    const versions = rowsByChannel.get(name) ?? new Map<string, string>()
    try {
      for (const { version, value } of await expandVersions(row)) versions.set(version, readText(value))
    } catch (error) {
      onDamage(row.version, error as Error)
    }
    rowsByChannel.set(name, versions)
  }
  return rowsByChannel
}

/** Adds the reason to `damaged` if the row cannot be unpacked. */
const expand = (
  stored: Row<'checkpoints'>,
  damaged: string[],
): { checkpoint_ns: string; checkpoint: string }[] => {
  try {
    return expandRow(stored).map(({ row }) => row)
  } catch (error) {
    const { thread_id, checkpoint_id } = stored
    damaged.push(`thread ${thread_id}, checkpoint ${checkpoint_id}: ${(error as Error).message}`)
    return []
  }
}

const toChannelKey = (checkpoint_ns: string, channel: string): string =>
  JSON.stringify([checkpoint_ns, channel])

/** True if all rows exist that the version is restored from. */
const isComplete = (version: string, rows: ReadonlyMap<string, string>): boolean => {
  const value = rows.get(version)
  if (value === undefined) return false
  const isStored = (name: string): boolean => rows.has(name)
  return listReferences(value).every(isStored) && listIndirectReferences(value, rows).every(isStored)
}
