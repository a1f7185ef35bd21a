/** The runs of the seed with their events, and which of them belong together. */
import { makeRunEventStore } from '../../src/store/runs/events.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Row } from '../../src/store/sql/tables.js'
import { read, tenant_id } from './rows.js'

export interface SeededEvent extends Record<string, unknown> {
  type: string
  at: number
}

export interface SeededRun {
  row: Row<'runs'>
  events: SeededEvent[]
}

/** Runs that were created or have ended since `startedAt`. */
export const loadRuns = async (db: Database, startedAt: number): Promise<SeededRun[]> => {
  const { kysely } = db.dialect
  const rows = await read(
    db,
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', tenant_id)
      .where((eb) => eb.or([eb('created_at', '>=', startedAt), eb('completed_at', '>=', startedAt)]))
      .orderBy('created_at')
      .orderBy('run_id'),
  )
  const runs: SeededRun[] = []
  for (const row of rows) runs.push({ row, events: await loadEvents(db, row.run_id) })
  return runs
}

const loadEvents = async (db: Database, run_id: string): Promise<SeededEvent[]> =>
  (await loadEventRows(db, run_id)).flatMap(({ events }) => events)

/** The rows of a run's events, which seeded runs have few of. */
export const loadEventRows = async (db: Database, run_id: string) => {
  const rows = await makeRunEventStore(db).listAfter({ tenant_id, run_id }, 0, 100_000)
  return rows.map(({ last_seq, events }) => ({
    last_seq,
    events: events.map(({ text }) => JSON.parse(text) as SeededEvent),
  }))
}

export const getEnd = ({ row, events }: SeededRun): number =>
  Math.max(row.created_at, row.completed_at ?? 0, events.at(-1)?.at ?? 0)

/** Groups runs whose distances in time matter: those of a thread, of an evaluation, and a run with its reruns. */
export const groupRuns = (
  runs: readonly SeededRun[],
  evaluationOf: ReadonlyMap<string, string>,
): Map<string, SeededRun[]> => {
  const threadOf = new Map(runs.map(({ row }) => [row.run_id, row.thread_id]))
  const groups = new Map<string, SeededRun[]>()
  for (const run of runs) {
    const { run_id, thread_id, retry_of } = run.row
    const key = evaluationOf.get(run_id) ?? threadOf.get(retry_of ?? '') ?? thread_id
    groups.set(key, [...(groups.get(key) ?? []), run])
  }
  return groups
}
