import type { Database } from '../sql/database.js'
import { pick, prepare } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

type KeyRow = Row<'guardrail_keys'>

export const makeGuardrailKeyStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<KeyRow>()((p) =>
    build
      .insertInto('guardrail_keys')
      .values(pick(p, columnsOf('guardrail_keys')))
      .onConflict((conflict) => conflict.doNothing()),
  )
  const select = prepare<Pick<KeyRow, 'tenant_id'>>()((p) =>
    build.selectFrom('guardrail_keys').select('hash_key').where('tenant_id', '=', p.tenant_id),
  )

  return {
    /** The key of the tenant: the one that is there, or this one from now on. */
    async getOrKeep(row: KeyRow): Promise<string> {
      const [known] = await db.read(select(row))
      if (known !== undefined) return known.hash_key
      await db.write([insert(row)])
      return (await db.read(select(row)))[0]?.hash_key ?? row.hash_key
    },
  }
}

export type GuardrailKeyStore = ReturnType<typeof makeGuardrailKeyStore>
