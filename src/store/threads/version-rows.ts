/** Reads the rows of versions of a value, whether they are rows of their own or packed into the row of a later version. */
import { unpackValues } from '../packing/value-pack.js'
import type { Database } from '../sql/database.js'
import { prepare, shareTexts } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import type { VersionRow } from './read-version.js'

export const VALUE_KEYS = {
  checkpoint_values: ['tenant_id', 'thread_id', 'checkpoint_ns', 'channel'],
  thread_values: ['tenant_id', 'thread_id'],
} as const
export type ValueTable = keyof typeof VALUE_KEYS
export type ValueKey<T extends ValueTable> = Record<(typeof VALUE_KEYS)[T][number], string>

/** The columns of a row that is not packed. */
export const UNPACKED_VALUE = { first_number: null, last_number: null, packed: null }

export interface StoredVersion extends VersionRow {
  /** The version whose row contains this one. */
  stored_in: string
}

/** Returns the number by which versions are sorted, or undefined for a version of another saver, which is never packed. */
export const toVersionNumber = (version: string): number | undefined =>
  /^\d{1,12}(\.\d+)?$/.test(version) ? Number(version) : undefined

export const makeVersionRowReader = <T extends ValueTable>(db: Database, table: T) => {
  const { kysely, isInList } = db.dialect

  // Both tables have the columns that are used here. All are selected, because `packed` is missing in a database that is verified before
  // its migration.
  const selectOfKey = (p: ValueKey<T>) => {
    let query = kysely.selectFrom(table as 'checkpoint_values').selectAll()
    for (const name of VALUE_KEYS[table]) query = query.where(name, '=', p[name as keyof ValueKey<T>])
    return query
  }

  const selectVersions = prepare<ValueKey<T> & { versions: string }>()((p) =>
    selectOfKey(p).where((eb) => isInList(eb.ref('version'), p.versions as never)),
  )

  /** The numbers of a row that is not packed are null. */
  const selectPacks = prepare<ValueKey<T> & { first: number; last: number }>()((p) =>
    selectOfKey(p).where('last_number', '>=', p.first).where('first_number', '<=', p.last),
  )

  const findPacked = async (key: ValueKey<T>, versions: readonly string[]): Promise<StoredVersion[]> => {
    const numbers = versions.map(toVersionNumber).filter((number) => number !== undefined)
    if (numbers.length === 0) return []
    const range = { first: Math.min(...numbers), last: Math.max(...numbers) }
    const packs = await db.read(selectPacks({ ...key, ...range }))
    const found = (await Promise.all(packs.map(expandVersions))).flat()
    return found.filter(({ version }) => versions.includes(version))
  }

  /** Returns the versions that are stored. A version is a row of its own until it is packed, so it is searched for in this order. */
  return async (key: ValueKey<T>, versions: readonly string[]): Promise<StoredVersion[]> => {
    const rows = await db.read(
      shareTexts(selectVersions({ ...key, versions: JSON.stringify(versions) }), ['value']),
    )
    const found = (
      await Promise.all(
        rows.map(async (row) => (await expandVersions(row)).filter(({ version }) => version === row.version)),
      )
    ).flat()
    const names = new Set(found.map(({ version }) => version))
    const missing = versions.filter((version) => !names.has(version))
    return missing.length === 0 ? found : [...found, ...(await findPacked(key, missing))]
  }
}

/** Returns the versions that a row contains. */
export const expandVersions = async ({
  version,
  value,
  packed,
}: VersionRow & Pick<Row<ValueTable>, 'packed'>): Promise<StoredVersion[]> => {
  const versions = packed instanceof Uint8Array ? await unpackValues(packed) : [{ version, value }]
  return versions.map((row) => ({ ...row, stored_in: version }))
}
