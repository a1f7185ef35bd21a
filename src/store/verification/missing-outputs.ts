/** Finds large outputs that a run, an event or the state of a thread refers to and that cannot be read. They are read as for a client. */
import { sql } from 'kysely'
import { makeRunEventStore } from '../runs/events.js'
import { makeRunStore } from '../runs/runs.js'
import { unpackText } from '../packing/pack-text.js'
import { mayReferToValues, REFERENCE, STORED_FIELD } from '../runs/stored-values.js'
import type { Database } from '../sql/database.js'
import { makeThreadStates } from '../threads/thread-states.js'
import { prepare } from '../sql/statement.js'

interface Position {
  tenant_id: string
  run_id: string
  last_seq: number
}

const PAGE_SIZE = 200
const FIRST: Position = { tenant_id: '', run_id: '', last_seq: 0 }

/** `hasPackedRows` and `hasStateVersions` are false for a database before the migrations that added them. */
export const makeMissingOutputStore = (db: Database, hasPackedRows: boolean, hasStateVersions: boolean) => {
  const { kysely } = db.dialect
  const runs = makeRunStore(db)
  const events = makeRunEventStore(db)
  const states = makeThreadStates(db)
  const limit = sql.lit(PAGE_SIZE)

  const selectRuns = prepare<Position>()((p) =>
    kysely
      .selectFrom('runs')
      .select(['tenant_id', 'run_id'])
      .where('output', 'like', sql.lit(`${REFERENCE}%`))
      .where(sql<boolean>`(tenant_id, run_id) > (${p.tenant_id}, ${p.run_id})`)
      .orderBy('tenant_id')
      .orderBy('run_id')
      .limit(limit),
  )
  // The field can also be part of the data of a user; then the row is read for nothing.
  const selectEvents = prepare<Position>()((p) => {
    const rows = kysely
      .selectFrom('run_events')
      .select(['tenant_id', 'run_id', 'last_seq', 'first_seq'])
      .where(
        sql<boolean>`(tenant_id, run_id, last_seq) > (${p.tenant_id}, ${p.run_id}, cast(${p.last_seq} as bigint))`,
      )
      .orderBy('tenant_id')
      .orderBy('run_id')
      .orderBy('last_seq')
      .limit(limit)
    const mayRefer = sql<boolean>`events like ${sql.lit(`%${STORED_FIELD}%`)}`
    return hasPackedRows
      ? rows.select('packed').where((eb) => eb.or([mayRefer, eb('packed', 'is not', null)]))
      : rows.select(sql<null>`null`.as('packed')).where(mayRefer)
  })

  const selectThreads = prepare<Position>()((p) =>
    kysely
      .selectFrom('threads')
      .select([
        'tenant_id',
        'thread_id as run_id',
        'thread_id',
        'state_values',
        'state_version',
        'state_omitted',
      ])
      .where('state_version', 'is not', null)
      .where(sql<boolean>`(tenant_id, thread_id) > (${p.tenant_id}, ${p.run_id})`)
      .orderBy('tenant_id')
      .orderBy('thread_id')
      .limit(limit),
  )

  return {
    async check(): Promise<{ checked: number; missing: string[] }> {
      let checked = 0
      const missing: string[] = []
      const tryRead = async (name: string, read: () => Promise<unknown>): Promise<void> => {
        checked++
        await read().catch((error: unknown) => missing.push(`${name}: ${(error as Error).message}`))
      }
      await forEachRow(
        (after) => db.read(selectRuns(after)),
        (run) => tryRead(`output of run ${run.run_id}`, () => runs.get(run)),
      )
      await forEachRow(
        (after) => db.read(selectEvents(after)),
        async (row) => {
          if (!mayRefer(row.packed)) return
          await tryRead(`event ${String(row.first_seq)} of run ${row.run_id}`, () =>
            events.listAfter(row, row.first_seq - 1, 1),
          )
        },
      )
      if (hasStateVersions)
        await forEachRow(
          (after) => db.read(selectThreads(after)),
          (thread) => tryRead(`state of thread ${thread.thread_id}`, () => states.readWhole(thread)),
        )
      return { checked, missing }
    },
  }
}

/** True for a row that cannot be unpacked, so that reading it reports why. */
const mayRefer = (packed: Uint8Array | null): boolean => {
  try {
    return packed === null || mayReferToValues(unpackText(packed))
  } catch {
    return true
  }
}

/** Calls the function for one row after another, in the order of their keys. */
const forEachRow = async <T extends { tenant_id: string; run_id: string; last_seq?: number }>(
  readPage: (after: Position) => Promise<T[]>,
  process: (row: T) => Promise<void>,
): Promise<void> => {
  let after = FIRST
  for (;;) {
    const rows = await readPage(after)
    for (const row of rows) await process(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return
    after = { ...FIRST, ...last }
  }
}
