/** Quantile with linear interpolation, as R and NumPy compute it by default (type 7). */
export const sortedQuantile = (sorted: ArrayLike<number>, probability: number): number => {
  const { length } = sorted
  if (length === 0) return NaN
  const position = Math.min(1, Math.max(0, probability)) * (length - 1)
  const lowerIndex = Math.floor(position)
  const low = sorted[lowerIndex] ?? NaN
  const high = sorted[Math.min(lowerIndex + 1, length - 1)] ?? NaN
  return low + (high - low) * (position - lowerIndex)
}

export const quantile = (values: Iterable<number>, probability: number): number =>
  sortedQuantile(Float64Array.from(values).sort(), probability)
