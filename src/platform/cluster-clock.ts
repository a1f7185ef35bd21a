/**
 * The time of the database server, for nodes that share a database. Leases, crons and delays compare times that different
 * nodes wrote: with the clocks of the machines, a node whose clock is ahead by more than a lease would take away the runs of
 * all others. Between two readings the time advances with the monotonic clock, so a step of the machine's clock changes
 * nothing.
 */
import type { Clock } from './clock.js'

const SYNC_INTERVAL_MS = 10_000
/** The difference to the machine's clock that is worth a warning. */
const REPORTED_SKEW_MS = 5_000

interface Deps {
  readDatabaseTime: () => Promise<number>
  /** Called once if the clock of this machine is wrong by more than a few seconds. */
  onSkew: (skewMs: number) => void
}

export interface ClusterClock extends Clock {
  stop(): void
}

/** Resolves after the first reading. */
export const startClusterClock = async ({ readDatabaseTime, onSkew }: Deps): Promise<ClusterClock> => {
  /** What has to be added to `performance.now()`. */
  let offset: number | undefined
  let isReported = false

  const sync = async (): Promise<void> => {
    const startedAt = performance.now()
    const databaseTime = await readDatabaseTime()
    const endedAt = performance.now()
    offset = correctOffset(offset, { startedAt, databaseTime, endedAt })
    const skew = Date.now() - Math.round(offset + endedAt)
    if (Math.abs(skew) > REPORTED_SKEW_MS && !isReported) {
      isReported = true
      onSkew(skew)
    }
  }

  await sync()
  const timer = setInterval(() => {
    // While the database is unavailable, the last reading stays in use.
    sync().catch(() => undefined)
  }, SYNC_INTERVAL_MS).unref()
  return {
    now: () => Math.round((offset ?? 0) + performance.now()),
    stop: () => {
      clearInterval(timer)
    },
  }
}

interface Reading {
  startedAt: number
  databaseTime: number
  endedAt: number
}

/**
 * The database read its clock at some moment between the request and the response, so a reading only tells a range of offsets,
 * which is wide if the network is slow. An offset within the range stays in use: a slow reading changes nothing, and a fast
 * one corrects the error of an earlier slow one.
 */
export const correctOffset = (
  offset: number | undefined,
  { startedAt, databaseTime, endedAt }: Reading,
): number => {
  const [smallest, largest] = [databaseTime - endedAt, databaseTime - startedAt]
  return Math.min(Math.max(offset ?? (smallest + largest) / 2, smallest), largest)
}
