/** Reads the values of channels that are stored outside their checkpoints, as the rows that value-versions.ts restores them from. */
import type { Database } from '../sql/database.js'
import type { Row } from '../sql/tables.js'
import { readVersion, type VersionRow } from './read-version.js'
import { makeVersionRowReader, type StoredVersion, type ValueKey } from './version-rows.js'

export type ChannelValueRow = VersionRow & Pick<Row<'checkpoint_values'>, 'channel'>

type ChannelKey = ValueKey<'checkpoint_values'>

export const makeChannelValueReader = (db: Database) => {
  const readRows = makeVersionRowReader(db, 'checkpoint_values')

  return {
    /** Returns the rows of a version, or none if it is not stored. `pending` holds values that are not stored yet, by version. */
    async read(
      key: ChannelKey,
      version: string,
      pending: ReadonlyMap<string, string> = new Map(),
    ): Promise<ChannelValueRow[]> {
      const rows = await readVersion(version, async (versions) => {
        const stored = versions.filter((name) => !pending.has(name))
        return [
          ...versions.flatMap((name) => {
            const value = pending.get(name)
            return value === undefined ? [] : [{ version: name, value }]
          }),
          ...(stored.length === 0 ? [] : await readRows(key, stored)),
        ]
      })
      return rows.map((row) => ({ channel: key.channel, ...row }))
    },

    /** Lists the versions whose rows contain what a version is restored from. */
    async listStoredRows(key: ChannelKey, version: string): Promise<string[]> {
      const read: StoredVersion[] = []
      await readVersion(version, async (versions) => {
        const rows = await readRows(key, versions)
        read.push(...rows)
        return rows
      })
      return [...new Set(read.map(({ stored_in }) => stored_in))]
    },
  }
}
