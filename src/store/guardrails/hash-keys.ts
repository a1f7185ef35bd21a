import type { Database } from '../sql/database.js'
import { pick, prepare } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

type HashKeyRow = Row<'guardrail_keys'>

export const makeGuardrailHashKeyStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<HashKeyRow>()((p) =>
    kysely
      .insertInto('guardrail_keys')
      .values(pick(p, getColumnNames('guardrail_keys')))
      .onConflict((conflict) => conflict.doNothing()),
  )
  const select = prepare<Pick<HashKeyRow, 'tenant_id'>>()((p) =>
    kysely.selectFrom('guardrail_keys').select('hash_key').where('tenant_id', '=', p.tenant_id),
  )

  return {
    /** Returns the tenant's key. Stores the given one if the tenant has none. */
    async getOrCreate(row: HashKeyRow): Promise<string> {
      const [existing] = await db.read(select(row))
      if (existing !== undefined) return existing.hash_key
      await db.write([insert(row)])
      return (await db.read(select(row)))[0]?.hash_key ?? row.hash_key
    },
  }
}

export type GuardrailHashKeyStore = ReturnType<typeof makeGuardrailHashKeyStore>
