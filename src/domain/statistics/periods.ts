/**
 * The periods that figures are kept for. A response adds up the longest ones that its steps consist of: a day in steps of 15 minutes
 * reads 96 quarters instead of 1,440 minutes, and 60 days read 60 days instead of 1,440 hours.
 */

interface Period {
  seconds: number
  ms: number
  keptMs: number
  /** Figures of nodes have no series, so they are added up from hours and minutes. */
  hasNodes: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A period is kept until all of it is older than `keptMs` of the shorter one that it consists of. */
const makePeriod = (ms: number, keptMs: number, hasNodes: boolean): Period => ({
  seconds: ms / 1_000,
  ms,
  keptMs: hasNodes ? keptMs : keptMs + ms,
  hasNodes,
})

export const MINUTE = makePeriod(60_000, 2 * DAY_MS, true)
const QUARTER = makePeriod(15 * 60_000, 2 * DAY_MS, false)
export const HOUR = makePeriod(HOUR_MS, 90 * DAY_MS, true)
const DAY = makePeriod(DAY_MS, 90 * DAY_MS, false)
export const PERIODS = [MINUTE, QUARTER, HOUR, DAY]

/** The longest period that divides a step. */
export const findPeriod = (stepSeconds: number): Period =>
  PERIODS.findLast(({ seconds }) => stepSeconds % seconds === 0) ?? MINUTE

export const alignDown = (at: number, ms: number): number => Math.floor(at / ms) * ms
export const alignUp = (at: number, ms: number): number => Math.ceil(at / ms) * ms
