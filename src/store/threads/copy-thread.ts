/** What belongs to a thread, written again for another one. */
import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare, type Statement } from '../sql/statement.js'
import { columnsOf } from '../sql/tables.js'

interface Copy {
  tenant_id: string
  from: string
  to: string
}

const TABLES = ['checkpoints', 'checkpoint_values', 'checkpoint_writes', 'messages'] as const
type Copied = (typeof TABLES)[number]

export const makeThreadCopies = (db: Database) => {
  const { build, uuid } = db.dialect

  /** A checkpoint of the copy belongs to no run of the copy; nothing that is undone there may reach it. */
  const changes: Record<Copied, Record<string, RawBuilder<unknown>>> = {
    checkpoints: { run_id: sql`null` },
    checkpoint_values: {},
    checkpoint_writes: {},
    messages: { message_id: uuid },
  }

  const copies = TABLES.map((table) =>
    prepare<Copy>()((p) => {
      const columns = columnsOf(table) as readonly string[]
      const changed: Record<string, RawBuilder<unknown>> = {
        ...changes[table],
        thread_id: sql`cast(${p.to} as text)`,
      }
      const read = columns.map((name) => (changed[name] ?? sql.ref(name)).as(name))
      return build
        .insertInto(table)
        .columns(columns as never)
        .expression(
          build
            .selectFrom(table as 'messages')
            .select(read as AliasedRawBuilder<never>[])
            .where('tenant_id', '=', p.tenant_id)
            .where('thread_id', '=', p.from),
        )
    }),
  )

  return {
    /** For the batch that makes the other thread. */
    statements: (copy: Copy): Statement[] => copies.map((statement) => statement(copy)),
  }
}

export type ThreadCopies = ReturnType<typeof makeThreadCopies>
