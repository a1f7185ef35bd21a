/** The dates of a schedule. Pure: a date comes after another, whatever the time is now. */
import { Cron } from 'croner'
import { AppError } from '../../errors.js'

interface Schedule {
  schedule: string
  /** Null: UTC. */
  timezone: string | null
  /** The last date is not later than this. */
  end_time: number | null
}

const invalidField = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })

/** A library would take seconds, years and single dates as well; `@daily` and its like stand for five fields. */
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
  if (!FIVE_FIELDS.test(schedule)) throw invalidField('schedule', text)
  try {
    return new Cron(schedule, { mode: '5-part', timezone: timezone ?? 'UTC', paused: true })
  } catch {
    throw invalidField('schedule', text)
  }
}

/** Throws what is wrong with it. */
export const validateSchedule = (dates: Schedule, now: number): void => {
  const { schedule, timezone } = dates
  if (timezone !== null && !isTimeZone(timezone))
    throw invalidField('timezone', `"${timezone}" is not the name of a time zone`)
  if (parseSchedule(dates).nextRun(new Date(now)) === null)
    throw invalidField('schedule', `"${schedule}" never comes round`)
}

/** The first date after this one; null: there is none any more. */
export const getNextDate = (dates: Schedule, after: number): number | null => {
  const next = parseSchedule(dates).nextRun(new Date(after))?.getTime() ?? null
  return next === null || (dates.end_time !== null && next > dates.end_time) ? null : next
}
