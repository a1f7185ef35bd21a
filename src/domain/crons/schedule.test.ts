import { describe, expect, it } from 'vitest'
import { validateSchedule, getNextDate } from './schedule.js'

const NOW = Date.UTC(2026, 0, 31, 9, 30)
const makeSchedule = (schedule: string, timezone: string | null = null, end_time: number | null = null) => ({
  schedule,
  timezone,
  end_time,
})
const nextAfter = (cronSchedule: ReturnType<typeof makeSchedule>, from = NOW): string | null => {
  const next = getNextDate(cronSchedule, from)
  return next === null ? null : new Date(next).toISOString()
}

describe('cron schedules', () => {
  it('the next date is computed in UTC or in the time zone of the schedule', () => {
    expect(nextAfter(makeSchedule('30 9 * * *'))).toBe('2026-02-01T09:30:00.000Z')
    expect(nextAfter(makeSchedule('*/5 * * * *'), NOW + 1)).toBe('2026-01-31T09:35:00.000Z')
    expect(nextAfter(makeSchedule('0 9 * * 1-5', 'Europe/Berlin'))).toBe('2026-02-02T08:00:00.000Z')
    expect(nextAfter(makeSchedule('@monthly'))).toBe('2026-02-01T00:00:00.000Z')
  })

  it('a daily schedule runs exactly once on days when the clocks change', () => {
    const daily = makeSchedule('30 2 * * *', 'Europe/Berlin')
    const spring = Date.parse('2026-03-28T12:00:00Z')
    expect(nextAfter(daily, spring)).toBe('2026-03-29T01:00:00.000Z')
    expect(nextAfter(daily, Date.parse('2026-03-29T01:00:00Z'))).toBe('2026-03-30T00:30:00.000Z')
    expect(nextAfter(daily, Date.parse('2026-10-24T12:00:00Z'))).toBe('2026-10-25T00:30:00.000Z')
    expect(nextAfter(daily, Date.parse('2026-10-25T00:30:00Z'))).toBe('2026-10-26T01:30:00.000Z')
  })

  it('a schedule has no dates after its end time', () => {
    const end = Date.parse('2026-01-31T10:00:00Z')
    expect(nextAfter(makeSchedule('0 * * * *', null, end))).toBe('2026-01-31T10:00:00.000Z')
    expect(nextAfter(makeSchedule('0 * * * *', null, end), end)).toBeNull()
  })

  it.each([
    '',
    'soon',
    '61 * * * *',
    '* * * *',
    '* * * * * *',
    '0 0 1 1 * 2030',
    '2026-03-01T00:00:00',
    '@reboot',
    '0-59/0 * * * *',
  ])('%j is not a valid schedule', (schedule) => {
    expect(() => {
      validateSchedule(makeSchedule(schedule), NOW)
    }).toThrow(`schedule "${schedule}" is not a cron expression`)
  })

  it('a schedule without dates and an unknown time zone are rejected', () => {
    expect(() => {
      validateSchedule(makeSchedule('0 0 30 2 *'), NOW)
    }).toThrow('schedule "0 0 30 2 *" never matches a date')
    expect(() => {
      validateSchedule(makeSchedule('0 0 * * *', 'Mars/Olympus'), NOW)
    }).toThrow('timezone "Mars/Olympus" is not')
  })
})
