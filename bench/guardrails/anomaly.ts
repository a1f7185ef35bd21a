/** How often the anomaly guardrail fires when nothing changed, and when something did. */
import { judge, METRICS, type Metric } from '../../src/guardrails/detectors/anomaly/detect-anomaly.js'
import { observe, type Observation } from '../../src/guardrails/detectors/anomaly/observation.js'
import { generatedReply } from './generated-replies.js'
import { readRows } from './labeled-texts.js'
import { shareOf } from './statistics.js'
import { makeRandom } from '../../test/support/random.js'
import { shuffled } from './shuffle.js'
import { modelAnswers } from './replies.js'
import { percent, told, type Row } from './row.js'

const WINDOW = 50
const SMALL_WINDOW = 10
const SHIFTED: readonly Metric[] = ['response_length_variance', 'sentiment_deviation']

interface Rates {
  alarms: number[]
  /** Of the metrics that can be shifted by a number. */
  caught: number[]
}

/** A stream whose order is chance: nothing in it changes. Each reply is also judged as if it were four deviations off. */
const ratesOf = (all: readonly Observation[], baseline_window: number): Rates => {
  const options = { metrics: METRICS, k: 2, baseline_window }
  const off = fourSigmaOff(all)
  const alarms = METRICS.map(() => 0)
  const caught = SHIFTED.map(() => 0)
  let judged = 0
  for (let order = 0; order < Math.ceil(3_000 / all.length); order++) {
    const recent: Observation[] = []
    for (const observation of shuffled(all, makeRandom(order))) {
      const before = recent.slice(-2 * baseline_window)
      const { metrics, isOutlier } = judge(observation, before, options)
      const far = judge({ ...observation, ...off }, before, { ...options, metrics: SHIFTED })
      recent.push({ ...observation, isOutlier })
      if (before.length < baseline_window) continue
      judged++
      METRICS.forEach((metric, at) => (alarms[at]! += firesIn(metrics[metric])))
      SHIFTED.forEach((metric, at) => (caught[at]! += firesIn(far.metrics[metric])))
    }
  }
  return { alarms: alarms.map((count) => count / judged), caught: caught.map((count) => count / judged) }
}

const firesIn = (verdict: ReturnType<typeof judge>['metrics'][Metric]): number =>
  typeof verdict === 'object' && verdict.isAnomalous ? 1 : 0

const fourSigmaOff = (all: readonly Observation[]): Pick<Observation, 'length' | 'sentiment'> => ({
  length: Math.expm1(fourOff(all.map(({ length }) => Math.log1p(length)))),
  sentiment: fourOff(all.map(({ sentiment }) => sentiment)),
})

const fourOff = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return mean + 4 * Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** How many of `foreign` replies are seen to be off the topic of `own`. */
const driftOf = (own: readonly Observation[], foreign: readonly Observation[]): number =>
  shareOf(
    foreign.map((observation, index) => ({ observation, start: (index * 7) % (own.length - WINDOW) })),
    ({ observation, start }) =>
      judge(observation, own.slice(start, start + WINDOW), {
        metrics: ['topic_drift_score'],
        k: 2,
        baseline_window: WINDOW,
      }).isAnomalous,
  )

export const measureAnomaly = (): { promised: Row[]; further: Row[] } => {
  const random = makeRandom(1)
  const generated = Array.from({ length: 1_500 }, () => observe(generatedReply('bank', random)))
  const garden = Array.from({ length: 300 }, () => observe(generatedReply('garden', random)))
  const answers = modelAnswers().map(observe)
  const banking = readRows<{ text: string; domain: string }>('topic/clinc150.jsonl')
    .filter(({ domain }) => domain === 'banking')
    .map(({ text }) => observe(text))
  const sets = [generated, answers]
  const usual = sets.map((all) => ratesOf(all, WINDOW))
  const small = sets.map((all) => ratesOf(all, SMALL_WINDOW))
  const shown = (rates: readonly number[]): string => rates.map((rate) => percent(rate)).join(' / ')
  const both = (rates: readonly Rates[], key: keyof Rates): string =>
    rates.map((each) => shown(each[key])).join('; ')
  return {
    promised: [
      {
        what: `anomaly: false alarms at 2 sigma on stationary replies, by length / mood / topic, window ${String(WINDOW)}; generated replies; real answers`,
        measured: both(usual, 'alarms'),
        target: '≤ 6 %',
        isMet: usual.every(({ alarms }) => alarms.every((rate) => rate <= 0.06)),
      },
      {
        what: `anomaly: a 4-sigma shift caught, by length / mood, window ${String(WINDOW)}; generated replies; real answers`,
        measured: `${both(usual, 'caught')} (window ${String(SMALL_WINDOW)}: ${both(small, 'caught')})`,
        target: '≥ 95 %',
        isMet: usual.every(({ caught }) => caught.every((rate) => rate >= 0.95)),
      },
    ],
    further: [
      told(
        `anomaly: a reply on another topic caught, window ${String(WINDOW)}: generated replies; banking queries among real answers to all sorts of questions, which have no topic to drift from`,
        `${percent(driftOf(generated, garden))}; ${percent(driftOf(answers, banking))}`,
      ),
      told(`anomaly: false alarms with a window of ${String(SMALL_WINDOW)}`, both(small, 'alarms')),
    ],
  }
}
