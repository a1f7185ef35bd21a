import { expect, it } from 'vitest'
import { toLocalInput } from './local-time.ts'

it('a time survives the form of the input, to the minute', () => {
  const time = new Date(2026, 0, 5, 7, 4).getTime()
  expect(toLocalInput(time)).toBe('2026-01-05T07:04')
  expect(Date.parse(toLocalInput(time + 30_000))).toBe(time)
  expect(toLocalInput(Number.NaN)).toBe('')
})
