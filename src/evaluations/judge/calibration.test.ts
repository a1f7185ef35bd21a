import { expect, test } from 'vitest'
import { correctedPassRate } from '../stats/rogan-gladen.js'
import { calibrate, calibratePasses, type LabeledVerdict } from './calibration.js'

const times = (count: number, judge: string | null, human: string): LabeledVerdict[] =>
  Array.from({ length: count }, () => ({ judge, human }))

test('a judge that agrees with people is calibrated, and its errors are counted', () => {
  const calibration = calibrate([
    ...times(20, 'pass', 'pass'),
    ...times(18, 'fail', 'fail'),
    ...times(2, 'pass', 'fail'),
    ...times(3, null, 'fail'),
  ])
  expect(calibration).toMatchObject({
    status: 'calibrated',
    warning: null,
    labels: 40,
    unscored: 3,
    agreement: 0.95,
    confusion: {
      labels: ['fail', 'pass'],
      counts: [
        [18, 0],
        [2, 20],
      ],
    },
  })
  expect(calibration.kappa).toBeCloseTo(0.9, 10)
})

test('a judge that agrees poorly is calibrated with a warning', () => {
  const { status, warning } = calibrate([
    ...times(20, 'pass', 'pass'),
    ...times(5, 'pass', 'fail'),
    ...times(10, 'fail', 'pass'),
    ...times(15, 'fail', 'fail'),
  ])
  expect(status).toBe('calibrated')
  expect(warning).toContain('kappa is 0.40')
})

test('too few labels, or equal labels, leave the judge uncalibrated', () => {
  expect(calibrate([])).toMatchObject({ status: 'uncalibrated', kappa: null, agreement: null })
  expect(calibrate([...times(5, 'pass', 'pass'), ...times(5, 'fail', 'fail')]).status).toBe('uncalibrated')
  expect(calibrate(times(50, 'pass', 'pass'))).toMatchObject({
    status: 'uncalibrated',
    agreement: 1,
    kappa: null,
  })
})

test('the error counts of a judge correct a pass rate', () => {
  const repeatPair = (count: number, judge: boolean | null, human: boolean) =>
    Array.from({ length: count }, () => ({ judge, human }))
  const { record, ...calibration } = calibratePasses([
    ...repeatPair(54, true, true),
    ...repeatPair(6, false, true),
    ...repeatPair(8, true, false),
    ...repeatPair(32, false, false),
    ...repeatPair(2, null, true),
  ])
  expect(record).toEqual({ good: 60, good_passed: 54, bad: 40, bad_failed: 32 })
  expect(calibration).toMatchObject({
    status: 'calibrated',
    labels: 100,
    unscored: 2,
    agreement: 0.86,
    confusion: { labels: ['failed', 'passed'], counts: [[32, 6], [8, 54]] },
  }) // prettier-ignore
  // (0.8 + 32/40 − 1) / (54/60 + 32/40 − 1)
  expect(correctedPassRate(160, 200, record)?.rate).toBeCloseTo(0.6 / 0.7, 12)
})
