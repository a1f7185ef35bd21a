/**
 * Decides how many runs a node executes at the same time. Runs that wait for models cost almost nothing, so the limit follows their number,
 * up to `max`. What is scarce is the time of the main thread and of the executor threads, and the memory of the latter: once either is used
 * up, further runs do not make the node faster, and every run only takes longer.
 *
 * - While the threads have idle time, half as many runs again may start at each step. A burst of runs that compute is therefore
 *   noticed before thousands of them have started.
 * - While the threads have none, no runs are added beyond BUSY_RUNS.
 * - While several tenants use the node, runs that compute are reduced further, until the threads are just busy: otherwise a tenant with few
 *   runs waits behind each step of the runs of a tenant with many. This costs a few percent of the throughput.
 */

/** Above this share of busy time, the threads have no idle time left. */
const SATURATED = 0.98
/** Below this share, the threads have time for more runs. */
const HAS_IDLE_TIME = 0.95
/** Above this share of an executor thread's memory, no runs are added. */
const MEMORY_IS_SCARCE = 0.75
/** So many runs are enough to keep the threads busy, even if each of them waits for a database most of the time. */
export const BUSY_RUNS = 64
const SHRINK = 0.8
/** A reduction starts from at most this share of BUSY_RUNS: when a second tenant appears, the runs of the first one are far too many. */
const MAX_SATURATED_SHARE = 0.25
const GROW = 1.5
/** Limits that were reduced for several tenants grow slowly, because the next step shows whether they were too low. */
const GROW_AFTER_REDUCTION = 1.1

interface Load {
  /** The runs in progress. */
  running: number
  /** The runs that have ended since the last step. */
  ended: number
  /** The share of time in which the busiest threads were busy. */
  utilization: number
  /** The share of its memory that the fullest executor thread uses. */
  memoryShare: number
  /** The tenants that use the node. */
  tenants: number
  min: number
  max: number
}

/** Returns the next limit; called a few times a second. */
export const adaptConcurrency = (limit: number, load: Load): number => {
  const { running, ended, utilization, memoryShare, tenants, min, max } = load
  const busyRuns = Math.min(max, BUSY_RUNS)
  if (memoryShare >= MEMORY_IS_SCARCE) return Math.max(min, Math.min(limit, running))
  if (utilization >= SATURATED) {
    if (running > busyRuns) {
      // Half of the runs that end are replaced, and one is added: runs that end soon are reduced soon, and a tenant that has none need not wait for
      // runs that stream tokens for a minute.
      return tenants < 2 ? running : Math.min(max, Math.max(busyRuns, running + 1 - Math.ceil(ended / 2)))
    }
    if (tenants < 2) return busyRuns
    if (running <= min) return Math.min(limit, busyRuns)
    return Math.max(min, Math.floor(Math.min(limit, running, busyRuns * MAX_SATURATED_SHARE) * SHRINK))
  }
  if (utilization >= HAS_IDLE_TIME) return tenants < 2 ? Math.max(limit, busyRuns) : limit
  if (limit < busyRuns) return tenants < 2 ? busyRuns : Math.ceil(limit * GROW_AFTER_REDUCTION)
  return Math.min(max, Math.max(busyRuns, Math.ceil(running * GROW)))
}
