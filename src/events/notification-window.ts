/**
 * How long a node collects notifications before it sends them. PostgreSQL delivers each notification to every node, so its work grows with
 * the square of the number of nodes. Each node receives the notifications of all others and therefore knows how many are sent; above
 * the target rate, all nodes collect for longer.
 */

export const MIN_WINDOW_MS = 5
/** Tokens then arrive in ten batches per second, which a reader hardly notices. */
const MAX_WINDOW_MS = 100
/** Notifications of the whole cluster per second. With 100 listeners, each takes about 2 ms of PostgreSQL's CPU time. */
const TARGET_PER_SECOND = 1_000

/** A node that always has something to send sends in inverse proportion to its window, so one step reaches the target. */
export const adaptWindow = (windowMs: number, notificationsPerSecond: number): number =>
  Math.min(MAX_WINDOW_MS, Math.max(MIN_WINDOW_MS, (windowMs * notificationsPerSecond) / TARGET_PER_SECOND))
