/**
 * Decides how many runs a node executes at the same time. Once the main thread or the executor threads have no idle time left,
 * further runs do not make the node faster: every run only takes longer, and a tenant with few runs waits behind each step of
 * the runs of a tenant with many. The number is then reduced until the threads are just busy. Runs that wait for models leave
 * the threads idle, so they are not limited.
 */

/** Above this share of busy time, the threads have no idle time left. */
const SATURATED = 0.98
/** Below this share, the threads have time for more runs. */
const HAS_IDLE_TIME = 0.95
const SHRINK = 0.8
const GROW = 1.1

interface Load {
  /** The runs in progress. */
  running: number
  /** The share of time in which the busiest threads were busy. */
  utilization: number
  min: number
  max: number
}

/** Returns the next limit; called a few times a second. */
export const adaptConcurrency = (limit: number, { running, utilization, min, max }: Load): number => {
  if (utilization >= SATURATED && running > min)
    return Math.max(min, Math.floor(Math.min(limit, running) * SHRINK))
  if (utilization < HAS_IDLE_TIME) return Math.min(max, Math.ceil(limit * GROW))
  return limit
}
