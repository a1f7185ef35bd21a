/** How far any number of raters agree, of whom not all rated everything. A unit is what its raters said of one thing. */
type Rating = number | string | boolean
type Unit<T> = readonly (T | null | undefined)[]

export type Scale = 'nominal' | 'interval'

const presentRatings = <T extends Rating>(unit: Unit<T>): T[] =>
  unit.filter((rating): rating is T => rating !== null && rating !== undefined)

/** Of all pairs of ratings of the same thing, the share that is the same. Null: nothing was rated twice. */
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
 * Krippendorff's alpha: 1 less the disagreement seen over that which chance would give. Null where it has no value:
 * nothing was rated twice, or all said one thing.
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

/** The disagreement of all ordered pairs, from counts: a million ratings are few different ones. */
const totalDisagreement = (counts: ReadonlyMap<Rating, number>, scale: Scale): number => {
  let n = 0
  let sum = 0
  let squares = 0
  // Distances are the same from anywhere; from one of the values, equal ones are exactly 0 apart.
  const [origin] = counts.keys()
  for (const [rating, count] of counts) {
    const value = Number(rating) - Number(origin)
    n += count
    sum += scale === 'interval' ? count * value : 0
    squares += scale === 'interval' ? count * value * value : count * count
  }
  return scale === 'interval' ? 2 * (n * squares - sum * sum) : n * n - squares
}
