import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectBaseline } from './baseline.js'
import { computeDrifts } from './drift.js'
import { detectAnomaly, METRICS, type AnomalyOptions } from './detect-anomaly.js'
import { toObservation, type Observation } from './observation.js'

const OPTIONS: AnomalyOptions = { metrics: METRICS, sigmas: 2, baseline_window: 20 }
const WORDS = ['card', 'account', 'transfer', 'branch', 'statement']

/** Outputs about banking with small differences in length and words. */
const replies = (count: number): Observation[] =>
  Array.from({ length: count }, (_, index) => {
    const word = (step: number) => WORDS[(index * step + step) % WORDS.length] ?? ''
    return toObservation(
      `Your ${word(1)} and your ${word(2)} are ready at the bank. ${'It takes a day. '.repeat(index % 4)}`,
    )
  })

test('no anomaly is reported before there are enough outputs', () => {
  expect(detectAnomaly(toObservation('Hello bank'), replies(4), OPTIONS)).toEqual({
    metrics: {
      response_length_variance: 'warming_up',
      sentiment_deviation: 'warming_up',
      topic_drift_score: 'warming_up',
    },
    isAnomalous: false,
    isOutlier: false,
  })
  expect(
    detectAnomaly(toObservation('Hello bank'), replies(19), { ...OPTIONS, baseline_window: 100 }).metrics,
  ).toMatchObject({
    response_length_variance: 'warming_up',
  })
})

test('a usual output is not anomalous', () => {
  expect(
    detectAnomaly(toObservation('Your card and your account are ready at the bank. '), replies(20), OPTIONS),
  ).toMatchObject({
    isAnomalous: false,
    isOutlier: false,
  })
})

test('an output with another length, sentiment and topic is anomalous by each metric', () => {
  const strange = toObservation('I hate you, you horrible, disgusting gardener! '.repeat(60))
  const { metrics, isAnomalous, isOutlier } = detectAnomaly(strange, replies(20), OPTIONS)
  expect({ isAnomalous, isOutlier }).toEqual({ isAnomalous: true, isOutlier: true })
  for (const metric of METRICS) expect(metrics[metric]).toMatchObject({ isAnomalous: true })
})

test('only the requested metrics are computed', () => {
  const { metrics } = detectAnomaly(toObservation('Hi.'), replies(20), {
    ...OPTIONS,
    metrics: ['sentiment_deviation'],
  })
  expect(Object.keys(metrics)).toEqual(['sentiment_deviation'])
})

test('an output without words has no topic drift', () => {
  expect(detectAnomaly(toObservation('42 👍'), replies(20), OPTIONS).metrics.topic_drift_score).toBe(
    'no_terms',
  )
})

test('a text has less drift from texts that share its terms', () => {
  const [first, second, other] = computeDrifts([[['bank', 1]], [['bank', 1]], [['rose', 1]]])
  expect(first).toBeLessThan(0.5)
  expect(second).toBe(first)
  expect(other).toBe(1)
})

test('outliers are left out of the baseline for one window and count afterwards', () => {
  const usual = replies(8)
  const outlier = { ...toObservation('?'), isOutlier: true }
  expect(selectBaseline([...usual, outlier], 4)).toEqual(usual.slice(-4))
  expect(selectBaseline([outlier, ...usual.slice(0, 4)], 5)).toEqual(usual.slice(0, 4))
  expect(selectBaseline([usual[0]!, outlier, ...usual.slice(1, 4), { ...outlier, length: 2 }], 4)).toEqual([
    outlier,
    ...usual.slice(1, 4),
  ])
})

test('a permanent change becomes the baseline within two windows', () => {
  const recent: Observation[] = replies(20)
  const changed = toObservation('I am sorry, the garden is closed. '.repeat(30))
  let alarms = 0
  for (let reply = 0; reply < 40; reply += 1) {
    const { isAnomalous, isOutlier } = detectAnomaly(changed, recent.slice(-40), OPTIONS)
    if (reply === 0) expect(isAnomalous).toBe(true)
    if (isAnomalous) alarms += 1
    recent.push({ ...changed, isOutlier })
  }
  expect(alarms).toBeLessThan(35)
  expect(detectAnomaly(changed, recent.slice(-40), OPTIONS).isAnomalous).toBe(false)
})

test('the results are finite numbers for any observations', () => {
  const observation = fc.string({ unit: 'binary', maxLength: 60 }).map(toObservation)
  fc.assert(
    fc.property(
      observation,
      fc.array(observation, { maxLength: 30 }),
      fc.constantFrom('mean' as const, 'median' as const),
      (current, recent, method) => {
        for (const verdict of Object.values(detectAnomaly(current, recent, { ...OPTIONS, method }).metrics)) {
          if (typeof verdict === 'string') continue
          for (const number of [verdict.value, verdict.mean, verdict.deviation, verdict.z]) {
            expect(Number.isFinite(number)).toBe(true)
          }
        }
      },
    ),
  )
})
