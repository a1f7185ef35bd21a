/** The IDs of the keys that stored secrets may be encrypted with. The keys themselves are never stored. */
import type { Database } from '../sql/database.js'
import { pick, prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type KeyRow = Row<'encryption_keys'>

export const makeEncryptionKeyStore = (db: Database) => {
  const { kysely } = db.dialect

  const upsert = prepare<KeyRow>()((p) =>
    kysely
      .insertInto('encryption_keys')
      .values(pick(p, getColumnNames('encryption_keys')))
      .onConflict((conflict) =>
        conflict.column('key_id').doUpdateSet((eb) => ({ last_used_at: eb.ref('excluded.last_used_at') })),
      ),
  )
  const select = prepare<object>()(() => kysely.selectFrom('encryption_keys').selectAll().orderBy('key_id'))
  const remove = prepare<{ key_id: string; before: number }>()((p) =>
    kysely
      .deleteFrom('encryption_keys')
      .where('key_id', '=', p.key_id)
      .where('last_used_at', '<', p.before)
      .returning('key_id'),
  )

  return {
    list: (): Promise<KeyRow[]> => db.read(select({})),

    /** Records that a node encrypts with this key. */
    async recordUse(key_id: string, now: number): Promise<void> {
      await db.write([upsert({ key_id, last_used_at: now })])
    },

    /** Removes the key unless a node has encrypted with it since `before`. Returns whether it was removed. */
    async removeUnused(key_id: string, before: number): Promise<boolean> {
      return ((await db.write([remove({ key_id, before })]))?.[0].length ?? 0) > 0
    },
  }
}

export type EncryptionKeyStore = ReturnType<typeof makeEncryptionKeyStore>
