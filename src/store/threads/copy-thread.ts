/** Copies the checkpoints and messages of a thread to another thread. */
import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import { prepare, type Statement } from '../sql/statement.js'
import { getColumnNames } from '../sql/tables.js'

interface Copy {
  tenant_id: string
  from: string
  to: string
}

// Writes come before checkpoints: if those are packed in between, their writes are copied twice, which has no effect, and not left out.
const TABLES = ['checkpoint_writes', 'checkpoints', 'checkpoint_values', 'messages'] as const
type CopiedTable = (typeof TABLES)[number]

export const makeThreadCopy = (db: Database) => {
  const { kysely, randomUuid } = db.dialect

  /** Copied checkpoints belong to no run, so rolling back a run of the new thread never removes them. */
  const overrides: Record<CopiedTable, Record<string, RawBuilder<unknown>>> = {
    checkpoints: { run_id: sql`null` },
    checkpoint_values: {},
    checkpoint_writes: {},
    messages: { message_id: randomUuid },
  }

  const copyStatements = TABLES.map((table) =>
    prepare<Copy>()((p) => {
      const columns = getColumnNames(table) as readonly string[]
      const columnOverrides: Record<string, RawBuilder<unknown>> = {
        ...overrides[table],
        thread_id: sql`cast(${p.to} as text)`,
      }
      const selections = columns.map((name) => (columnOverrides[name] ?? sql.ref(name)).as(name))
      return kysely
        .insertInto(table)
        .columns(columns as never)
        .expression(
          kysely
            .selectFrom(table as 'messages')
            .select(selections as AliasedRawBuilder<never>[])
            .where('tenant_id', '=', p.tenant_id)
            .where('thread_id', '=', p.from),
        )
    }),
  )

  return {
    /** For the batch that creates the other thread. */
    buildStatements: (copy: Copy): Statement[] => copyStatements.map((statement) => statement(copy)),
  }
}

export type ThreadCopy = ReturnType<typeof makeThreadCopy>
