import { expect, test } from 'vitest'
import { parseAlertThreshold } from './alert-threshold.js'

test.each([
  ['2_sigma_deviation', 2],
  ['3_sigma_deviation', 3],
  ['2.5_sigma_deviation', 2.5],
  ['0.5_sigma_deviation', 0.5],
  ['.5_sigma', 0.5],
  [' 10_SIGMA_deviation ', 10],
])('%s means %d deviations', (text, k) => {
  expect(parseAlertThreshold(text)).toBe(k)
})

test.each([
  '',
  '0_sigma_deviation',
  '-2_sigma_deviation',
  'two_sigma_deviation',
  '2_sigma_x',
  '2',
  '1e3_sigma',
])('"%s" is not a valid alert', (text) => {
  expect(parseAlertThreshold(text)).toBeUndefined()
})
