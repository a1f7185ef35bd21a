/** The interrupted threads that wait themselves, and not because of a run that waits. */
import type { WaitingThread } from '../api/dialect.ts'
import type { RunSummary } from '../api/types.ts'
import { readTime } from './reservation.ts'

type WaitingRun = Pick<RunSummary, 'thread_id' | 'created_at'>

/** The time of the state in which the thread waits. */
export const waitingSince = ({ state_updated_at, updated_at }: WaitingThread): number =>
  readTime(state_updated_at) ?? Date.parse(updated_at)

/**
 * The thread of a waiting run is interrupted too, and is listed as the run. `runs` are the oldest waiting runs. If there are more, a thread
 * that was last changed before the newest of them was created belongs to none of the others: a run that starts to wait changes its thread.
 */
export const withoutWaitingRuns = (
  threads: WaitingThread[],
  runs: WaitingRun[],
  hasMoreRuns: boolean,
): WaitingThread[] => {
  const ofRuns = new Set(runs.map(({ thread_id }) => thread_id))
  const newest = Math.max(0, ...runs.map(({ created_at }) => Date.parse(created_at)))
  return threads.filter(
    (thread) => !ofRuns.has(thread.thread_id) && (!hasMoreRuns || Date.parse(thread.updated_at) < newest),
  )
}
