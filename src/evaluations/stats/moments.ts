/** Mean, variance, skewness and range, updated one value at a time in constant memory (Welford). */
export interface Moments {
  readonly count: number
  readonly mean: number
  /** Sums of the squared and cubed deviations from the mean. */
  readonly squaredDeviations: number
  readonly cubedDeviations: number
  readonly min: number
  readonly max: number
}

export const EMPTY_MOMENTS: Moments = {
  count: 0,
  mean: 0,
  squaredDeviations: 0,
  cubedDeviations: 0,
  min: Infinity,
  max: -Infinity,
}

export const addToMoments = (moments: Moments, value: number): Moments => {
  const { count, mean, squaredDeviations, cubedDeviations } = moments
  const n = count + 1
  const delta = value - mean
  const meanChange = delta / n
  const squaredChange = delta * meanChange * count
  return {
    count: n,
    mean: mean + meanChange,
    squaredDeviations: squaredDeviations + squaredChange,
    cubedDeviations:
      cubedDeviations + squaredChange * meanChange * (n - 2) - 3 * meanChange * squaredDeviations,
    min: Math.min(moments.min, value),
    max: Math.max(moments.max, value),
  }
}

export const computeMoments = (values: Iterable<number>): Moments => {
  let moments = EMPTY_MOMENTS
  for (const value of values) moments = addToMoments(moments, value)
  return moments
}

/** The sample standard deviation, with n − 1. */
export const standardDeviation = ({ count, squaredDeviations }: Moments): number =>
  count < 2 ? 0 : Math.sqrt(Math.max(0, squaredDeviations) / (count - 1))

/** The acceleration of the BCa bootstrap: a sixth of the skewness over √n. */
export const bcaAcceleration = ({ squaredDeviations, cubedDeviations }: Moments): number =>
  squaredDeviations <= 0 ? 0 : cubedDeviations / (6 * squaredDeviations ** 1.5)

export const computeMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
