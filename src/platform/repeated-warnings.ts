/**
 * Logs a warning that may occur thousands of times a second: the first one at once, and then at most one every ten seconds
 * with the number of those in between. A log line per rejected request would cost more than the rejection, and fill the disk.
 */
import type { Clock } from './clock.js'
import type { Logger } from './log.js'

const INTERVAL_MS = 10_000
/** Messages are constants, so there are few of them. */
const MAX_MESSAGES = 100

export const makeRepeatedWarnings = (log: Logger, clock: Clock) => {
  const warnings = new Map<string, { loggedAt: number; unlogged: number }>()

  return (fields: object, message: string): void => {
    const now = clock.now()
    const previous = warnings.get(message)
    if (previous !== undefined && now - previous.loggedAt < INTERVAL_MS) {
      previous.unlogged++
      return
    }
    if (warnings.size >= MAX_MESSAGES) warnings.clear()
    warnings.set(message, { loggedAt: now, unlogged: 0 })
    const unlogged = previous?.unlogged ?? 0
    log.warn(unlogged === 0 ? fields : { ...fields, more_since_last: unlogged }, message)
  }
}
