/** Positions in the event stream of a thread. */
import type { RunEventStore } from '../../store/runs/events.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import { isFinal } from '../../domain/runs/run-state.js'
import { MAX_EVENTS_PER_STORED_EVENT, toThreadSeq } from './protocol-event.js'
import type { ThreadKey } from './thread-tail.js'

const RECENT_RUNS = 50

/**
 * The start position of a reader without a position: the unfinished runs, or the last run if all runs have finished. Runs that an
 * unfinished run was queued behind are included, because a reconnecting client may have missed their ends. Runs that finished before
 * that are not replayed, because clients mistake the end of any run for the end of the run that they have just started.
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

/** The sequence number of the last stored event of the thread; 0 if there is none. */
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

/** Newest first, without runs that were cancelled before they started, because they have no events. */
const listRecentRuns = async (runStore: RunStore, thread: ThreadKey): Promise<Row<'runs'>[]> => {
  const runs = await runStore.listOfThread(thread, [], RECENT_RUNS, 0)
  return runs.filter(({ ordinal, status }) => ordinal !== null || !isFinal(status))
}
