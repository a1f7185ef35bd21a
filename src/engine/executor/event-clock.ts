import { toMilliseconds } from './task-fields.js'

/**
 * Returns the time of an event in milliseconds since the Unix epoch, with tenths. It never goes back during an execution, also if
 * the clock of the machine does.
 */
export const makeEventClock = (clockOffsetMs: number): (() => number) => {
  const origin = Date.now() + clockOffsetMs - performance.now()
  return () => toMilliseconds(origin + performance.now())
}
