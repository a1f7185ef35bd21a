/** Where in what happened in a thread somebody stands. */
import type { RunEventStore } from '../../store/runs/events.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import { isFinal } from '../../domain/runs/run-state.js'
import { MAX_EVENTS_PER_STORED_EVENT, toThreadSeq } from './protocol-event.js'
import type { ThreadKey } from './thread-tail.js'

/** How far it is looked back. */
const RECENT_RUNS = 50

/**
 * Where a reader begins who has seen nothing: at what is under way, or at the last run when nothing is. Runs that one under way was
 * queued behind belong to it, because who comes back after a short while may have missed their ends. What was over before is not
 * told again: clients take the end of any run for the end of the one that they have just begun.
 */
export const getStartPosition = async (runStore: RunStore, thread: ThreadKey): Promise<number> => {
  const runs = await listRecentRuns(runStore, thread)
  let [firstRun] = runs
  for (const olderRun of runs.slice(1)) {
    if (olderRun.completed_at !== null && olderRun.completed_at < (firstRun?.created_at ?? 0)) break
    firstRun = olderRun
  }
  const startedRuns = runs.filter(({ ordinal }) => ordinal !== null)
  const isIncluded = (run: Row<'runs'>): boolean => firstRun !== undefined && run.run_id >= firstRun.run_id
  const includedOrdinals = startedRuns.filter(isIncluded).map(({ ordinal }) => ordinal ?? 0)
  const earlierOrdinals = startedRuns.filter((run) => !isIncluded(run)).map(({ ordinal }) => ordinal ?? 0)
  return includedOrdinals.length > 0
    ? toThreadSeq(Math.min(...includedOrdinals), 0, 0)
    : toThreadSeq(Math.max(0, ...earlierOrdinals) + 1, 0, 0)
}

/** The number of the last event of the thread that is stored; 0: there is none. */
export const getEndPosition = async (
  runStore: RunStore,
  runEvents: RunEventStore,
  thread: ThreadKey,
): Promise<number> => {
  const runs = await listRecentRuns(runStore, thread)
  const lastRun = runs.reduce<Row<'runs'> | undefined>(
    (found, run) => ((run.ordinal ?? 0) > (found?.ordinal ?? 0) ? run : found),
    undefined,
  )
  if (lastRun === undefined) return 0
  return toThreadSeq(
    lastRun.ordinal ?? 0,
    await runEvents.getLastSeq(lastRun),
    MAX_EVENTS_PER_STORED_EVENT - 1,
  )
}

/** Newest first, without those that were cancelled before they began: nothing is told of them. */
const listRecentRuns = async (runStore: RunStore, thread: ThreadKey): Promise<Row<'runs'>[]> => {
  const runs = await runStore.listOfThread(thread, [], RECENT_RUNS, 0)
  return runs.filter(({ ordinal, status }) => ordinal !== null || !isFinal(status))
}
