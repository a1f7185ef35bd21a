/** Reads the values of channels that are stored outside their checkpoints, as the rows that value-versions.ts restores them from. */
import type { Database } from '../sql/database.js'
import { prepare, shareTexts } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import { readVersion, type VersionRow } from './read-version.js'

export type ChannelValueRow = VersionRow & Pick<Row<'checkpoint_values'>, 'channel'>

interface ChannelKey {
  tenant_id: string
  thread_id: string
  checkpoint_ns: string
  channel: string
}

export const makeChannelValueReader = (db: Database) => {
  const { kysely, isInList } = db.dialect

  const select = prepare<ChannelKey & { versions: string }>()((p) => {
    let query = kysely.selectFrom('checkpoint_values').select(['version', 'value'])
    for (const name of ['tenant_id', 'thread_id', 'checkpoint_ns', 'channel'] as const)
      query = query.where(name, '=', p[name])
    return query.where((eb) => isInList(eb.ref('version'), p.versions as never))
  })

  return {
    /** Returns the rows of a version, or none if it is not stored. `pending` holds values that are not stored yet, by version. */
    async read(
      key: ChannelKey,
      version: string,
      pending: ReadonlyMap<string, string> = new Map(),
    ): Promise<ChannelValueRow[]> {
      const rows = await readVersion(version, async (versions) => {
        const stored = versions.filter((name) => !pending.has(name))
        const found =
          stored.length === 0
            ? []
            : await db.read(shareTexts(select({ ...key, versions: JSON.stringify(stored) }), ['value']))
        return [
          ...versions.flatMap((name) => {
            const value = pending.get(name)
            return value === undefined ? [] : [{ version: name, value }]
          }),
          ...found,
        ]
      })
      return rows.map((row) => ({ channel: key.channel, ...row }))
    },
  }
}
