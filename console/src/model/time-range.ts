/** The time range of a screen: `since=24h` is relative to now, `from` and `to` are fixed times. Both are part of the URL. */
import type { Search } from './search.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const RANGE_PRESETS = [
  { value: '1h', label: 'Last hour', ms: HOUR },
  { value: '6h', label: 'Last 6 h', ms: 6 * HOUR },
  { value: '24h', label: 'Last 24 h', ms: DAY },
  { value: '7d', label: 'Last 7 days', ms: 7 * DAY },
  { value: '30d', label: 'Last 30 days', ms: 30 * DAY },
] as const

export type RangePreset = (typeof RANGE_PRESETS)[number]['value']

export type TimeRange = { kind: 'since'; since: RangePreset } | { kind: 'fixed'; from: number; to: number }

const DEFAULT_RANGE: TimeRange = { kind: 'since', since: '24h' }

const findPreset = (value: string | undefined) => RANGE_PRESETS.find((preset) => preset.value === value)

/** Anything that is not a valid range is the default range, so that a mistyped URL still shows a screen. */
export const readRange = ({ since, from, to }: Search): TimeRange => {
  const start = Date.parse(from ?? '')
  const end = Date.parse(to ?? '')
  if (start < end) return { kind: 'fixed', from: start, to: end }
  const preset = findPreset(since)
  return preset === undefined ? DEFAULT_RANGE : { kind: 'since', since: preset.value }
}

/** The search parameters of a range; those of the default range are left out. */
export const writeRange = (range: TimeRange): { since?: string; from?: string; to?: string } => {
  if (range.kind === 'fixed')
    return { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
  return range.since === '24h' ? {} : { since: range.since }
}

/** Replaces the range in a search and keeps everything else. */
export const replaceRange = (search: Search, range: TimeRange): Search => {
  const { since: _since, from: _from, to: _to, ...rest } = search
  return { ...rest, ...writeRange(range) }
}

export const resolveRange = (range: TimeRange, now: number): { from: number; to: number } =>
  range.kind === 'fixed'
    ? { from: range.from, to: range.to }
    : { from: now - (findPreset(range.since)?.ms ?? DAY), to: now }

/** The smallest range of whole minutes that contains the range, so that links do not change every second. */
export const toWholeMinutes = ({ from, to }: { from: number; to: number }): { from: number; to: number } => ({
  from: Math.floor(from / MINUTE) * MINUTE,
  to: Math.ceil(to / MINUTE) * MINUTE,
})

/** In milliseconds. */
export const rangeLength = (range: TimeRange): number => {
  const { from, to } = resolveRange(range, 0)
  return to - from
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const clock = (time: number): string => {
  const date = new Date(time)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}
const day = (time: number): string => {
  const date = new Date(time)
  return `${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''}`
}

/** 03:00 to 03:30; with the days if the range covers more than one. Times are UTC. */
export const describeTimes = (from: number, to: number): string => {
  if (from % DAY === 0 && to % DAY === 0)
    return to - from === DAY ? day(from) : `${day(from)} to ${day(to - DAY)}`
  return day(from) === day(to - 1)
    ? `${clock(from)} to ${clock(to)}`
    : `${day(from)} ${clock(from)} to ${day(to)} ${clock(to)}`
}

/** The same with the day, for a range that is not known to be of today. */
export const describeDates = (from: number, to: number): string => {
  const times = describeTimes(from, to)
  return times.startsWith(day(from)) ? times : `${day(from)} ${times}`
}

export const describeRange = (range: TimeRange): string =>
  range.kind === 'fixed'
    ? describeTimes(range.from, range.to)
    : (findPreset(range.since)?.label ?? range.since)

/** The length of a range in words for the end of a sentence, for example "in 24 h". */
export const describeLength = (ms: number): string => {
  if (ms >= 2 * DAY) return `${String(Math.round(ms / DAY))} days`
  if (ms >= 2 * HOUR || ms === HOUR) return `${String(Math.round(ms / HOUR))} h`
  return `${String(Math.round(ms / MINUTE))} min`
}

/** Lengths of steps in seconds that people can name. */
const STEPS = [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 604_800]
const MINUTES_KEPT_MS = 47 * HOUR
const MAX_BARS = 50

/** The shortest step that needs at most fifty bars. Figures of minutes are kept for two days only, so earlier ranges use hours. */
export const chooseStep = (from: number, to: number, now: number): number => {
  const shortest = now - from > MINUTES_KEPT_MS ? 3_600 : 60
  const wanted = (to - from) / 1_000 / MAX_BARS
  return STEPS.find((step) => step >= shortest && step >= wanted) ?? 604_800
}

/** "1 minute", "30 minutes", "2 hours" */
export const describeStep = (seconds: number): string => {
  const [amount, unit] =
    seconds >= 86_400
      ? [seconds / 86_400, 'day']
      : seconds >= 3_600
        ? [seconds / 3_600, 'hour']
        : [seconds / 60, 'minute']
  return `${String(amount)} ${unit}${amount === 1 ? '' : 's'}`
}
