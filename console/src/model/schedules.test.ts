import { expect, it } from 'vitest'
import { describeSchedule, formatInZone, listTimeZones, scheduleState } from './schedules.ts'

it('an enabled schedule without further dates has ended', () => {
  const dates = ['2026-11-18T10:00:00.000Z']
  expect(scheduleState({ enabled: true, next_run_dates: dates })).toBe('active')
  expect(scheduleState({ enabled: true, next_run_dates: [] })).toBe('ended')
  expect(scheduleState({ enabled: false, next_run_dates: [] })).toBe('paused')
})

it('dates are shown in the time zone of the schedule', () => {
  expect(formatInZone('2026-11-18T08:00:00.000Z', 'Europe/Berlin')).toContain('09:00')
  expect(formatInZone('2026-11-18T08:00:00.000Z', null)).toContain('08:00')
  expect(formatInZone('2026-11-18T08:00:00.000Z', 'Mars/Olympus')).toContain('08:00')
})

it('common schedules have words, and every time zone is listed once', () => {
  expect(describeSchedule('0 9 * * 1-5')).toBe('on weekdays at 9:00')
  expect(describeSchedule('3 4 5 6 *')).toBeUndefined()
  const zones = listTimeZones()
  expect(new Set(zones).size).toBe(zones.length)
})
