/** The rule that decides which runs are purged. */
import { FINAL_EVAL_STATUSES } from '../../schema/evaluation.js'
import type { PurgeCandidate } from '../../store/retention/candidates.js'
import { isFinal } from '../runs/run-state.js'

export const DAY_MS = 86_400_000

/** The period of the thread takes precedence over that of the assistant, and that over RETENTION_DAYS. Undefined: keep the run. */
const getRetentionDays = (run: PurgeCandidate, defaultDays: number | undefined): number | undefined =>
  run.thread_days ?? run.assistant_days ?? defaultDays

/**
 * True if the run has ended longer ago than it is kept. A thread that is busy may start from a state of the run, one that is interrupted
 * waits for a person, and an evaluation that has not ended reads its runs.
 */
export const isDue = (run: PurgeCandidate, defaultDays: number | undefined, now: number): boolean => {
  if (!isFinal(run.status)) return false
  if (run.thread_status !== 'idle' && run.thread_status !== 'error') return false
  const { evaluation_status } = run
  if (evaluation_status !== null && !FINAL_EVAL_STATUSES.some((status) => status === evaluation_status))
    return false
  const days = getRetentionDays(run, defaultDays)
  return days !== undefined && (run.completed_at ?? run.created_at) <= now - days * DAY_MS
}
