/** Agreement of any number of raters, who need not rate everything. A unit holds the ratings of one item. */
type Rating = number | string | boolean
type Unit<T> = readonly (T | null | undefined)[]

export type Scale = 'nominal' | 'interval'

const presentRatings = <T extends Rating>(unit: Unit<T>): T[] =>
  unit.filter((rating): rating is T => rating !== null && rating !== undefined)

/** Share of equal ratings among all pairs of ratings of the same item; null if nothing was rated twice. */
export const percentAgreement = <T extends Rating>(units: readonly Unit<T>[]): number | null => {
  let pairs = 0
  let same = 0
  for (const unit of units) {
    const ratings = presentRatings(unit)
    pairs += (ratings.length * (ratings.length - 1)) / 2
    for (const count of countValues(ratings).values()) same += (count * (count - 1)) / 2
  }
  return pairs === 0 ? null : same / pairs
}

/**
 * Krippendorff's alpha: 1 minus the ratio of observed to expected disagreement. Null if it is undefined: nothing was rated
 * twice, or all ratings are equal.
 */
export const krippendorffAlpha = <T extends Rating>(
  units: readonly Unit<T>[],
  scale: T extends number ? Scale : 'nominal',
): number | null => {
  const paired = units.map(presentRatings).filter((ratings) => ratings.length > 1)
  const allCounts = countValues(paired.flat())
  const total = paired.reduce((sum, ratings) => sum + ratings.length, 0)
  const observed = paired.reduce(
    (sum, ratings) => sum + totalDisagreement(countValues(ratings), scale) / (ratings.length - 1),
    0,
  )
  const expected = totalDisagreement(allCounts, scale) / (total - 1)
  return total === 0 || expected === 0 ? null : 1 - observed / expected
}

const countValues = <T>(ratings: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>()
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1)
  return counts
}

/** The disagreement of all ordered pairs, computed from counts: a million ratings have few distinct values. */
const totalDisagreement = (counts: ReadonlyMap<Rating, number>, scale: Scale): number => {
  let n = 0
  let sum = 0
  let squares = 0
  // Relative to one of the values, so that equal values have a distance of exactly 0.
  const [origin] = counts.keys()
  for (const [rating, count] of counts) {
    const value = Number(rating) - Number(origin)
    n += count
    sum += scale === 'interval' ? count * value : 0
    squares += scale === 'interval' ? count * value * value : count * count
  }
  return scale === 'interval' ? 2 * (n * squares - sum * sum) : n * n - squares
}
