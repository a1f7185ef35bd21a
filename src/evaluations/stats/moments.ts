/** Mean, spread, skewness and bounds, one value at a time and in constant memory. */
export interface Moments {
  readonly count: number
  readonly mean: number
  /** Sums of the second and third powers of the distances from the mean. */
  readonly second: number
  readonly third: number
  readonly least: number
  readonly most: number
}

export const NO_MOMENTS: Moments = {
  count: 0,
  mean: 0,
  second: 0,
  third: 0,
  least: Infinity,
  most: -Infinity,
}

export const addMoment = (before: Moments, value: number): Moments => {
  const { count, mean, second, third } = before
  const n = count + 1
  const step = value - mean
  const part = step / n
  const growth = step * part * count
  return {
    count: n,
    mean: mean + part,
    second: second + growth,
    third: third + growth * part * (n - 2) - 3 * part * second,
    least: Math.min(before.least, value),
    most: Math.max(before.most, value),
  }
}

export const momentsOf = (values: Iterable<number>): Moments => {
  let moments = NO_MOMENTS
  for (const value of values) moments = addMoment(moments, value)
  return moments
}

/** Of the sample: with n − 1. */
export const deviationOf = ({ count, second }: Moments): number =>
  count < 2 ? 0 : Math.sqrt(Math.max(0, second) / (count - 1))

/** A sixth of the skewness over √n: how far the distribution of the mean leans. The acceleration of BCa. */
export const leanOf = ({ second, third }: Moments): number => (second <= 0 ? 0 : third / (6 * second ** 1.5))

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
