/** Computes the dates of a cron schedule. Pure: the next date depends on the given date only, not on the current time. */
import { Cron } from 'croner'
import { validationError } from '../../errors.js'

interface Schedule {
  schedule: string
  /** Null means UTC. */
  timezone: string | null
  /** No date is later than this. */
  end_time: number | null
}

/** croner also accepts seconds, years and single dates, which are rejected here. `@daily` etc. stand for five fields. */
const FIVE_FIELDS = /^\s*(\S+\s+){4}\S+\s*$|^\s*@[a-z]+\s*$/i

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const parseSchedule = ({ schedule, timezone }: Schedule): Cron => {
  const text = `"${schedule}" is not a cron expression of five fields`
  if (!FIVE_FIELDS.test(schedule)) throw validationError('schedule', text)
  try {
    return new Cron(schedule, { mode: '5-part', timezone: timezone ?? 'UTC', paused: true })
  } catch {
    throw validationError('schedule', text)
  }
}

/** Throws a validation error if the schedule or the time zone is invalid, or if the schedule never matches a date. */
export const validateSchedule = (dates: Schedule, now: number): void => {
  const { schedule, timezone } = dates
  if (timezone !== null && !isTimeZone(timezone))
    throw validationError('timezone', `"${timezone}" is not a known time zone`)
  if (parseSchedule(dates).nextRun(new Date(now)) === null)
    throw validationError('schedule', `"${schedule}" never matches a date`)
}

/** The first date after `after`; null if there are no more dates. */
export const getNextDate = (dates: Schedule, after: number): number | null => {
  const next = parseSchedule(dates).nextRun(new Date(after))?.getTime() ?? null
  return next === null || (dates.end_time !== null && next > dates.end_time) ? null : next
}

/** Up to `count` dates after `after`. */
export const getNextDates = (dates: Schedule, after: number, count: number): number[] => {
  const cron = parseSchedule(dates)
  return cron
    .nextRuns(count, new Date(after))
    .map((date) => date.getTime())
    .filter((time) => dates.end_time === null || time <= dates.end_time)
}
