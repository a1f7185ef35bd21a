/**
 * Decides how many runs a node executes at the same time. Once the main thread or the executor threads have no idle time left,
 * further runs do not make the node faster: every run only takes longer, and a tenant with few runs waits behind each step of
 * the runs of a tenant with many. The number is then reduced until the threads are just busy, which costs a few percent of the
 * throughput. Runs that wait for models leave the threads idle, so they are not limited; nor are the runs of a single tenant.
 */

/** Above this share of busy time, the threads have no idle time left. */
const SATURATED = 0.98
/** Below this share, the threads have time for more runs. */
const HAS_IDLE_TIME = 0.95
const SHRINK = 0.8
/** A reduction starts from at most this share of the maximum: when a second tenant appears, the runs of the first one are far too many. */
const MAX_SATURATED_SHARE = 0.25
const GROW = 1.1

interface Load {
  /** The runs in progress. */
  running: number
  /** The share of time in which the busiest threads were busy. */
  utilization: number
  /** The tenants that use the node. */
  tenants: number
  min: number
  max: number
}

/** Returns the next limit; called a few times a second. */
export const adaptConcurrency = (
  limit: number,
  { running, utilization, tenants, min, max }: Load,
): number => {
  if (tenants < 2) return max
  if (utilization >= SATURATED && running > min)
    return Math.max(min, Math.floor(Math.min(limit, running, max * MAX_SATURATED_SHARE) * SHRINK))
  if (utilization < HAS_IDLE_TIME) return Math.min(max, Math.ceil(limit * GROW))
  return limit
}
