/**
 * The pace of a refresh that changes trigger: the first few follow at once, so that a quiet page shows a change immediately; then one
 * refresh every `everyMs`, so that a page under constant load sends a bounded number of requests.
 */
export interface Pace {
  /** The time between two refreshes under constant load. */
  everyMs: number
  /** So many refreshes may follow each other after a quiet time. */
  burst: number
}

/** Refreshes of a burst are at least this far apart: changes of one action arrive in several messages. */
const MIN_DISTANCE_MS = 300

/** The only state is a time: when the burst would be available again in full. It is 0 before the first refresh. */
export type PaceState = number

export const delayOf = ({ everyMs, burst }: Pace, state: PaceState, now: number): number =>
  state === 0 ? 0 : Math.max(MIN_DISTANCE_MS, state - (burst - 1) * everyMs - now)

export const afterRefresh = ({ everyMs }: Pace, state: PaceState, now: number): PaceState =>
  Math.max(state, now) + everyMs
