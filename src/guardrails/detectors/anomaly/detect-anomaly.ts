/**
 * Compares a reply with those before it, by three metrics. A false alarm at 2 sigma comes with about every twentieth
 * reply and metric: good for a flag to look at, never a reason to stop a reply.
 */
import { baselineOf, samplesNeeded } from './baseline.js'
import { driftsOf } from './drift.js'
import type { Observation } from './observation.js'
import { judgeValue, type Method, type Verdict, type Yardstick } from './deviation.js'

export const METRICS = ['response_length_variance', 'sentiment_deviation', 'topic_drift_score'] as const
export type Metric = (typeof METRICS)[number]

export interface JudgeOptions {
  metrics: readonly Metric[]
  /** Deviations it takes, see `parseAlert`. */
  k: number
  baseline_window: number
  /** `median` for baselines that hold strange replies; it needs more of them to see as much. */
  method?: Method
}

export interface Judgement {
  metrics: Partial<Record<Metric, Verdict | 'warming_up' | 'no_terms'>>
  isAnomalous: boolean
  /** To be stored with the observation. */
  isOutlier: boolean
}

/**
 * Outliers are farther off than what fires. A baseline without all that fired would be narrower than the replies
 * are, and fire more with each alarm.
 */
const OUTLIER_MARGIN = 1.5
const LEAST_OUTLIER = 3.5

/** Least deviations: a tenth of the length, a tenth of the way from neutral to glad, a fiftieth of a topic. */
const FLOORS: Record<Metric, number> = {
  response_length_variance: 0.1,
  sentiment_deviation: 0.1,
  topic_drift_score: 0.02,
}

/** `recent`: the observations before this one, oldest first, best twice `baseline_window` of them. */
export const judge = (
  observation: Observation,
  recent: readonly Observation[],
  options: JudgeOptions,
): Judgement => {
  const baseline = baselineOf(recent, options.baseline_window)
  const judgement: Judgement = { metrics: {}, isAnomalous: false, isOutlier: false }
  for (const metric of options.metrics) {
    const measured = MEASURES[metric](observation, baseline)
    if (measured === undefined) {
      judgement.metrics[metric] = 'no_terms'
      continue
    }
    if (measured.samples.length < samplesNeeded(options.baseline_window)) {
      judgement.metrics[metric] = 'warming_up'
      continue
    }
    const yardstick: Yardstick = {
      k: options.k,
      method: options.method ?? 'mean',
      floor: FLOORS[metric],
      // A reply that is closer to the usual topics than usual has not drifted.
      side: metric === 'topic_drift_score' ? 'above' : 'both',
    }
    const verdict = judgeValue(measured.value, measured.samples, yardstick)
    judgement.metrics[metric] = verdict
    judgement.isAnomalous ||= verdict.isAnomalous
    judgement.isOutlier ||= isOutlier(measured, yardstick)
  }
  return judgement
}

interface Measured {
  value: number
  samples: number[]
}

const isOutlier = ({ value, samples }: Measured, yardstick: Yardstick): boolean => {
  const k = Math.max(LEAST_OUTLIER, yardstick.k + OUTLIER_MARGIN)
  return judgeValue(value, samples, { ...yardstick, k }).isAnomalous
}

const logLength = ({ length }: Observation): number => Math.log1p(length)

const MEASURES: Record<Metric, (own: Observation, baseline: Observation[]) => Measured | undefined> = {
  response_length_variance: (own, baseline) => ({
    value: logLength(own),
    samples: baseline.map(logLength),
  }),
  sentiment_deviation: (own, baseline) => ({
    value: own.sentiment,
    samples: baseline.map(({ sentiment }) => sentiment),
  }),
  // A reply without words ("42", a smile) has no topic to drift from, and is none to drift to.
  topic_drift_score: (own, baseline) => {
    if (own.terms.length === 0) return undefined
    const before = baseline.filter(({ terms }) => terms.length > 0)
    const drifts = driftsOf([...before, own].map(({ terms }) => terms))
    return { value: drifts.at(-1) ?? 0, samples: drifts.slice(0, -1) }
  },
}
