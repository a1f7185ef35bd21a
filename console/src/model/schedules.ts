/** Schedules in words. */
import type { ScheduledCron } from '../api/types.ts'

export type ScheduleState = 'active' | 'paused' | 'ended'

export const SCHEDULE_WORDS: Record<ScheduleState, string> = {
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
}

export const scheduleState = ({
  enabled,
  next_run_dates,
}: Pick<ScheduledCron, 'enabled' | 'next_run_dates'>): ScheduleState =>
  enabled ? (next_run_dates.length === 0 ? 'ended' : 'active') : 'paused'

export const SCHEDULE_EXAMPLES = [
  { schedule: '*/15 * * * *', label: 'every 15 minutes' },
  { schedule: '0 * * * *', label: 'every hour' },
  { schedule: '0 9 * * *', label: 'every day at 9:00' },
  { schedule: '0 9 * * 1-5', label: 'on weekdays at 9:00' },
  { schedule: '0 0 1 * *', label: 'on the first of the month' },
] as const

/** The words of a common schedule; others are shown as they are written. */
export const describeSchedule = (schedule: string): string | undefined =>
  SCHEDULE_EXAMPLES.find((example) => example.schedule === schedule.trim())?.label

/** A date in the time zone of the schedule: `Mon 30 Nov, 07:30`, or without the weekday. */
export const formatInZone = (iso: string, timezone: string | null, hasWeekday = true): string => {
  const options = {
    ...(hasWeekday && { weekday: 'short' as const }),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timezone ?? 'UTC',
  } as const
  try {
    return new Intl.DateTimeFormat('en-GB', options).format(new Date(iso))
  } catch {
    // A browser may know fewer time zones than the service.
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(iso))
  }
}

/** The time zones that the browser knows, with that of the person first. */
export const listTimeZones = (): string[] => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])]
}
