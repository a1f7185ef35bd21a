import { expect, test } from 'vitest'
import { respondToDateQuestion, findDates } from './dates.js'

test('valid dates in common formats are found in order of appearance', () => {
  expect(findDates('2026-03-01, March 2, 2026, 3 Mar 2026, the 4th of March 2026')).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ])
  expect(findDates('2026-02-30 or 2026-13-01')).toEqual([])
})

test.each([
  [
    'How many days are there between 2026-01-01 and March 1, 2026?',
    'There are 59 days between 2026-01-01 and 2026-03-01.',
  ],
  ['What day of the week is 2026-03-01?', '2026-03-01 is a Sunday.'],
  ['What is 10 days after 2026-02-20?', '10 days after 2026-02-20 is 2026-03-02.'],
  ['what date is 1 week before 2026-01-03', '1 week before 2026-01-03 is 2025-12-27.'],
  ['What time is it?', 'I cannot tell: the demo model has no clock.'],
])('%s is calculated', (text, expected) => {
  expect(respondToDateQuestion(text)).toBe(expected)
})

test('a message that only mentions a date is not a date question', () => {
  expect(respondToDateQuestion('My order of 2026-01-01 has not come')).toBeUndefined()
})
