/** Time comes from outside: everything that needs it takes a Clock, and SQL never calls now(). */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
