/** The chart of runs by outcome: stacked bars, and a lane for failures with a scale of its own. */
import type { Statistics } from '../api/types.ts'

export const OUTCOMES = ['completed', 'cancelled', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface OutcomeBar {
  /** In milliseconds since the Unix epoch. */
  from: number
  to: number
  counts: Record<Outcome, number>
  total: number
}

export const toOutcomeBars = ({ series, step }: Statistics): OutcomeBar[] =>
  series.map(({ at, runs: { completed, cancelled, failed } }) => {
    const from = Date.parse(at)
    return {
      from,
      to: from + step * 1_000,
      counts: { completed, cancelled, failed },
      total: completed + cancelled + failed,
    }
  })

/** The upper end of a scale: 1, 2, 4, 5 or 8 times a power of ten, at least 1. */
export const niceMaximum = (value: number): number => {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 4, 5, 8, 10].find((candidate) => candidate * power >= value) ?? 10
  return factor * power
}

/** The marks of an axis of counts, without fractions. */
export const toTicks = (maximum: number): number[] => {
  if (maximum <= 4) return Array.from({ length: maximum + 1 }, (_, index) => index)
  const parts = maximum % 4 === 0 ? 4 : 5
  return Array.from({ length: parts + 1 }, (_, index) => (maximum / parts) * index)
}

/** The tops of the stacked parts, the lowest part last, because the highest one is drawn first. */
export const toStackedColumns = (bars: OutcomeBar[]): { outcome: Outcome; tops: number[] }[] =>
  OUTCOMES.map((outcome, index) => ({
    outcome,
    tops: bars.map(({ counts }) =>
      OUTCOMES.slice(0, index + 1).reduce((sum, lower) => sum + counts[lower], 0),
    ),
  })).toReversed()

/** The range of times that a selection of the chart covers: whole bars. */
export const toBarRange = (
  bars: OutcomeBar[],
  first: number,
  last: number,
): { from: number; to: number } | undefined => {
  const [low, high] = first <= last ? [first, last] : [last, first]
  const start = bars[Math.max(0, low)]
  const end = bars[Math.min(bars.length - 1, high)]
  return start === undefined || end === undefined ? undefined : { from: start.from, to: end.to }
}

/** One sentence for screen readers. */
export const describeOutcomes = (bars: OutcomeBar[]): string => {
  const sum = (outcome: Outcome): number => bars.reduce((total, { counts }) => total + counts[outcome], 0)
  const worst = bars.reduce<OutcomeBar | undefined>(
    (most, bar) => (bar.counts.failed > (most?.counts.failed ?? 0) ? bar : most),
    undefined,
  )
  const text = `${String(sum('completed'))} completed, ${String(sum('failed'))} failed, ${String(sum('cancelled'))} cancelled.`
  return worst === undefined
    ? text
    : `${text} Most failures at ${new Date(worst.from).toISOString().slice(0, 16).replace('T', ' ')} UTC.`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TICK_STEPS = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 20_160].map(
  (minutes) => minutes * MINUTE,
)
const MAX_TICKS = 9
const DAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export interface TimeTick {
  at: number
  label: string
  /** True for the start of a day among hours. */
  isDay: boolean
}

/** The marks of an axis of times, at full hours or days in UTC. */
export const toTimeTicks = (from: number, to: number): TimeTick[] => {
  const step = TICK_STEPS.find((candidate) => (to - from) / candidate <= MAX_TICKS) ?? 28 * DAY
  const ticks: TimeTick[] = []
  for (let at = Math.ceil(from / step) * step; at < to; at += step) {
    const date = new Date(at)
    const isDay = at % DAY === 0
    const day = `${DAYS[date.getUTCDay()] ?? ''} ${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''}`
    ticks.push({ at, label: isDay ? day : date.toISOString().slice(11, 16), isDay: isDay && step < DAY })
  }
  return ticks
}
