/** Measures how often the anomaly guardrail fires without a change, and with one. */
import { detectAnomaly, METRICS, type Metric } from '../../src/guardrails/detectors/anomaly/detect-anomaly.js'
import { toObservation, type Observation } from '../../src/guardrails/detectors/anomaly/observation.js'
import { generateReply } from './generated-replies.js'
import { readRows } from './labeled-texts.js'
import { getShare } from './statistics.js'
import { makeRandom } from '../../test/support/random.js'
import { shuffle } from './shuffle.js'
import { readModelReplies } from './replies.js'
import { formatPercent, toInfoFinding, type Finding } from '../report.js'

const WINDOW = 50
const SMALL_WINDOW = 10
const SHIFTED: readonly Metric[] = ['response_length_variance', 'sentiment_deviation']

interface Rates {
  alarms: number[]
  /** Detection rates of the metrics that can be shifted numerically. */
  caught: number[]
}

/** Uses replies in random order, so that the stream is stationary. Each reply is also checked after a shift of 4 sigma. */
const measureRates = (observations: readonly Observation[], baseline_window: number): Rates => {
  const options = { metrics: METRICS, sigmas: 2, baseline_window }
  const shift = shiftByFourSigma(observations)
  const alarms = METRICS.map(() => 0)
  const caught = SHIFTED.map(() => 0)
  let judged = 0
  for (let order = 0; order < Math.ceil(3_000 / observations.length); order++) {
    const recent: Observation[] = []
    for (const observation of shuffle(observations, makeRandom(order))) {
      const before = recent.slice(-2 * baseline_window)
      const { metrics, isOutlier } = detectAnomaly(observation, before, options)
      const shifted = detectAnomaly({ ...observation, ...shift }, before, { ...options, metrics: SHIFTED })
      recent.push({ ...observation, isOutlier })
      if (before.length < baseline_window) continue
      judged++
      METRICS.forEach((metric, at) => (alarms[at]! += countAnomaly(metrics[metric])))
      SHIFTED.forEach((metric, at) => (caught[at]! += countAnomaly(shifted.metrics[metric])))
    }
  }
  return { alarms: alarms.map((count) => count / judged), caught: caught.map((count) => count / judged) }
}

const countAnomaly = (verdict: ReturnType<typeof detectAnomaly>['metrics'][Metric]): number =>
  typeof verdict === 'object' && verdict.isAnomalous ? 1 : 0

const shiftByFourSigma = (
  observations: readonly Observation[],
): Pick<Observation, 'length' | 'sentiment'> => ({
  length: Math.expm1(getMeanPlusFourSigma(observations.map(({ length }) => Math.log1p(length)))),
  sentiment: getMeanPlusFourSigma(observations.map(({ sentiment }) => sentiment)),
})

const getMeanPlusFourSigma = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return mean + 4 * Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** Returns the share of `foreign` replies that are detected as off the topic of `baseline`. */
const measureDrift = (baseline: readonly Observation[], foreign: readonly Observation[]): number =>
  getShare(
    foreign.map((observation, index) => ({ observation, start: (index * 7) % (baseline.length - WINDOW) })),
    ({ observation, start }) =>
      detectAnomaly(observation, baseline.slice(start, start + WINDOW), {
        metrics: ['topic_drift_score'],
        sigmas: 2,
        baseline_window: WINDOW,
      }).isAnomalous,
  )

export const measureAnomaly = (): { withTarget: Finding[]; informational: Finding[] } => {
  const random = makeRandom(1)
  const generated = Array.from({ length: 1_500 }, () => toObservation(generateReply('bank', random)))
  const garden = Array.from({ length: 300 }, () => toObservation(generateReply('garden', random)))
  const replies = readModelReplies().map(toObservation)
  const banking = readRows<{ text: string; domain: string }>('topic/clinc150.jsonl')
    .filter(({ domain }) => domain === 'banking')
    .map(({ text }) => toObservation(text))
  const sets = [generated, replies]
  const usual = sets.map((observations) => measureRates(observations, WINDOW))
  const small = sets.map((observations) => measureRates(observations, SMALL_WINDOW))
  const shown = (rates: readonly number[]): string => rates.map((rate) => formatPercent(rate)).join(' / ')
  const both = (rates: readonly Rates[], key: keyof Rates): string =>
    rates.map((each) => shown(each[key])).join('; ')
  return {
    withTarget: [
      {
        label: `anomaly: false alarms at 2 sigma on stationary replies, by length / mood / topic, window ${String(WINDOW)}; generated replies; real replies`,
        measured: both(usual, 'alarms'),
        target: '≤ 6 %',
        isMet: usual.every(({ alarms }) => alarms.every((rate) => rate <= 0.06)),
      },
      {
        label: `anomaly: a 4-sigma shift detected, by length / mood, window ${String(WINDOW)}; generated replies; real replies`,
        measured: `${both(usual, 'caught')} (window ${String(SMALL_WINDOW)}: ${both(small, 'caught')})`,
        target: '≥ 95 %',
        isMet: usual.every(({ caught }) => caught.every((rate) => rate >= 0.95)),
      },
    ],
    informational: [
      toInfoFinding(
        `anomaly: a reply on another topic detected, window ${String(WINDOW)}: generated replies; banking queries among real replies to questions on many topics, which have no common topic to drift from`,
        `${formatPercent(measureDrift(generated, garden))}; ${formatPercent(measureDrift(replies, banking))}`,
      ),
      toInfoFinding(`anomaly: false alarms with a window of ${String(SMALL_WINDOW)}`, both(small, 'alarms')),
    ],
  }
}
