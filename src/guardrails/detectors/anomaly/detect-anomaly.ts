/**
 * Compares a reply with those before it, by three metrics. A false alarm at 2 sigma comes with about every twentieth
 * reply and metric: good for a flag to look at, never a reason to stop a reply.
 */
import { selectBaseline, getMinimumSamples } from './baseline.js'
import { computeDrifts } from './drift.js'
import type { Observation } from './observation.js'
import { measureDeviation, type Method, type DeviationResult, type DeviationOptions } from './deviation.js'

export const METRICS = ['response_length_variance', 'sentiment_deviation', 'topic_drift_score'] as const
export type Metric = (typeof METRICS)[number]

export interface AnomalyOptions {
  metrics: readonly Metric[]
  /** Deviations it takes, see `parseAlert`. */
  sigmas: number
  baseline_window: number
  /** `median` for baselines that hold strange replies; it needs more of them to see as much. */
  method?: Method
}

export interface AnomalyResult {
  metrics: Partial<Record<Metric, DeviationResult | 'warming_up' | 'no_terms'>>
  isAnomalous: boolean
  /** To be stored with the observation. */
  isOutlier: boolean
}

/**
 * Outliers are farther off than what fires. A baseline without all that fired would be narrower than the replies
 * are, and fire more with each alarm.
 */
const OUTLIER_MARGIN = 1.5
const MIN_OUTLIER_SIGMAS = 3.5

/** Least deviations: a tenth of the length, a tenth of the way from neutral to glad, a fiftieth of a topic. */
const MIN_DEVIATIONS: Record<Metric, number> = {
  response_length_variance: 0.1,
  sentiment_deviation: 0.1,
  topic_drift_score: 0.02,
}

/** `recent`: the observations before this one, oldest first, best twice `baseline_window` of them. */
export const detectAnomaly = (
  observation: Observation,
  recent: readonly Observation[],
  options: AnomalyOptions,
): AnomalyResult => {
  const baseline = selectBaseline(recent, options.baseline_window)
  const result: AnomalyResult = { metrics: {}, isAnomalous: false, isOutlier: false }
  for (const metric of options.metrics) {
    const measurement = MEASURES[metric](observation, baseline)
    if (measurement === undefined) {
      result.metrics[metric] = 'no_terms'
      continue
    }
    if (measurement.samples.length < getMinimumSamples(options.baseline_window)) {
      result.metrics[metric] = 'warming_up'
      continue
    }
    const deviationOptions: DeviationOptions = {
      sigmas: options.sigmas,
      method: options.method ?? 'mean',
      minDeviation: MIN_DEVIATIONS[metric],
      // A reply that is closer to the usual topics than usual has not drifted.
      side: metric === 'topic_drift_score' ? 'above' : 'both',
    }
    const verdict = measureDeviation(measurement.value, measurement.samples, deviationOptions)
    result.metrics[metric] = verdict
    result.isAnomalous ||= verdict.isAnomalous
    result.isOutlier ||= isOutlier(measurement, deviationOptions)
  }
  return result
}

interface Measurement {
  value: number
  samples: number[]
}

const isOutlier = ({ value, samples }: Measurement, deviationOptions: DeviationOptions): boolean => {
  const sigmas = Math.max(MIN_OUTLIER_SIGMAS, deviationOptions.sigmas + OUTLIER_MARGIN)
  return measureDeviation(value, samples, { ...deviationOptions, sigmas }).isAnomalous
}

const logLength = ({ length }: Observation): number => Math.log1p(length)

const MEASURES: Record<Metric, (current: Observation, baseline: Observation[]) => Measurement | undefined> = {
  response_length_variance: (current, baseline) => ({
    value: logLength(current),
    samples: baseline.map(logLength),
  }),
  sentiment_deviation: (current, baseline) => ({
    value: current.sentiment,
    samples: baseline.map(({ sentiment }) => sentiment),
  }),
  // A reply without words ("42", a smile) has no topic to drift from, and is none to drift to.
  topic_drift_score: (current, baseline) => {
    if (current.terms.length === 0) return undefined
    const before = baseline.filter(({ terms }) => terms.length > 0)
    const drifts = computeDrifts([...before, current].map(({ terms }) => terms))
    return { value: drifts.at(-1) ?? 0, samples: drifts.slice(0, -1) }
  },
}
