/** How far an evaluation is, and how long it may still take. */
import type { Evaluation } from '../api/types.ts'

export const EVALUATION_WORDS: Record<Evaluation['status'], string> = {
  pending: 'Not started',
  running: 'Running',
  awaiting_feedback: 'Needs reviews',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** The rate of the first runs is not yet a rate. */
const MIN_DONE = 3

export interface ProgressSample {
  /** Milliseconds since the Unix epoch. */
  at: number
  done: number
}

/**
 * The time that the remaining runs take at the rate since `since`; undefined until there is a rate. `since` is the start of the
 * evaluation, or the first progress that this page saw, because an evaluation may have waited before.
 */
export const estimateRemaining = (
  { done, total }: Pick<Evaluation['progress'], 'done' | 'total'>,
  since: ProgressSample,
  now: number,
): number | undefined => {
  const finished = done - since.done
  if (finished < MIN_DONE || done >= total) return undefined
  return ((now - since.at) / finished) * (total - done)
}
