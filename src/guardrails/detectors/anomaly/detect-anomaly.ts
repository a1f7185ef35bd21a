/**
 * Compares an output with earlier ones, by three metrics. At 2 sigma about one output in twenty is a false alarm per metric,
 * so an anomaly is a reason to look at an output, not to block it.
 */
import { selectBaseline, getMinimumSamples } from './baseline.js'
import { computeDrifts } from './drift.js'
import type { Observation } from './observation.js'
import { measureDeviation, type Method, type DeviationResult, type DeviationOptions } from './deviation.js'

export const METRICS = ['response_length_variance', 'sentiment_deviation', 'topic_drift_score'] as const
export type Metric = (typeof METRICS)[number]

export interface AnomalyOptions {
  metrics: readonly Metric[]
  /** The threshold in deviations; see `parseAlertThreshold`. */
  sigmas: number
  baseline_window: number
  /** `median` is robust against outliers in the baseline, but needs more samples for the same sensitivity. */
  method?: Method
}

export interface AnomalyResult {
  metrics: Partial<Record<Metric, DeviationResult | 'warming_up' | 'no_terms'>>
  isAnomalous: boolean
  /** Stored with the observation, so that the baseline can leave it out. */
  isOutlier: boolean
}

/**
 * An outlier must be farther away than an alarm. If every alarm were left out of the baseline, the baseline would be narrower
 * than the actual outputs, and each alarm would cause more alarms.
 */
const OUTLIER_MARGIN = 1.5
const MIN_OUTLIER_SIGMAS = 3.5

/** Minimum deviations: 10 % of the length, 0.1 of the sentiment scale, 0.02 of the drift scale. */
const MIN_DEVIATIONS: Record<Metric, number> = {
  response_length_variance: 0.1,
  sentiment_deviation: 0.1,
  topic_drift_score: 0.02,
}

/** `recent` are the earlier observations, oldest first, ideally twice `baseline_window`. */
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
      // An output that is closer to the usual topics than usual has not drifted.
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
  // An output without words ("42", an emoji) has no topic, so it neither drifts nor counts for the drift of others.
  topic_drift_score: (current, baseline) => {
    if (current.terms.length === 0) return undefined
    const before = baseline.filter(({ terms }) => terms.length > 0)
    const drifts = computeDrifts([...before, current].map(({ terms }) => terms))
    return { value: drifts.at(-1) ?? 0, samples: drifts.slice(0, -1) }
  },
}
