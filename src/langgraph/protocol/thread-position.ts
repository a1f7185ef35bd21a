/** Where in what happened in a thread somebody stands. */
import type { RunEventStore } from '../../store/runs/events.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import { isFinal } from '../../domain/runs/run-state.js'
import { MOST_TOLD, seqOf } from './protocol-event.js'
import type { ThreadKey } from './thread-tail.js'

/** How far it is looked back. */
const RECENT = 50

/**
 * Where a reader begins who has seen nothing: at what is under way, or at the last run when nothing is. Runs that one under way was
 * queued behind belong to it, because who comes back after a short while may have missed their ends. What was over before is not
 * told again: clients take the end of any run for the end of the one that they have just begun.
 */
export const beginningOf = async (runStore: RunStore, thread: ThreadKey): Promise<number> => {
  const runs = await recentOf(runStore, thread)
  let [first] = runs
  for (const older of runs.slice(1)) {
    if (older.completed_at !== null && older.completed_at < (first?.created_at ?? 0)) break
    first = older
  }
  const begun = runs.filter(({ ordinal }) => ordinal !== null)
  const isTold = (run: Row<'runs'>): boolean => first !== undefined && run.run_id >= first.run_id
  const told = begun.filter(isTold).map(({ ordinal }) => ordinal ?? 0)
  const before = begun.filter((run) => !isTold(run)).map(({ ordinal }) => ordinal ?? 0)
  return told.length > 0 ? seqOf(Math.min(...told), 0, 0) : seqOf(Math.max(0, ...before) + 1, 0, 0)
}

/** The number of the last event of the thread that is stored; 0: there is none. */
export const endOf = async (
  runStore: RunStore,
  runEvents: RunEventStore,
  thread: ThreadKey,
): Promise<number> => {
  const runs = await recentOf(runStore, thread)
  const last = runs.reduce<Row<'runs'> | undefined>(
    (found, run) => ((run.ordinal ?? 0) > (found?.ordinal ?? 0) ? run : found),
    undefined,
  )
  if (last === undefined) return 0
  return seqOf(last.ordinal ?? 0, await runEvents.lastSeq(last), MOST_TOLD - 1)
}

/** Newest first, without those that were cancelled before they began: nothing is told of them. */
const recentOf = async (runStore: RunStore, thread: ThreadKey): Promise<Row<'runs'>[]> => {
  const runs = await runStore.listOf(thread, [], RECENT, 0)
  return runs.filter(({ ordinal, status }) => ordinal !== null || !isFinal(status))
}
