/** The value below which a share of the sorted values lies; between two values, as R and NumPy do by default (type 7). */
export const quantileOfSorted = (sorted: ArrayLike<number>, share: number): number => {
  const { length } = sorted
  if (length === 0) return NaN
  const place = Math.min(1, Math.max(0, share)) * (length - 1)
  const below = Math.floor(place)
  const low = sorted[below] ?? NaN
  const high = sorted[Math.min(below + 1, length - 1)] ?? NaN
  return low + (high - low) * (place - below)
}

export const quantileOf = (values: Iterable<number>, share: number): number =>
  quantileOfSorted(Float64Array.from(values).sort(), share)
