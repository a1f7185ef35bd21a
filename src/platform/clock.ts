/** The source of time. Code takes a Clock as a dependency, and SQL never calls now(), so that tests control the time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
