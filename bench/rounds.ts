/** Short rounds in which the variants take turns, so that what else the machine does hits all of them alike. */

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export type Variants<Name extends string> = Record<Name, (seconds: number) => Promise<number>>

/** One measurement a round of each. Every other round runs backwards: a machine that slows down favours nobody. */
export const measureRounds = async <Name extends string>(
  variants: Variants<Name>,
  { rounds = 5, seconds = 3 } = {},
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(variants) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  // A round before the first, for the compilers.
  for (const name of names) await variants[name](seconds)
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured[name].push(await variants[name](seconds))
    }
  }
  return measured
}

/** The median of the rounds' own ratios: neighbours in time are compared with each other. */
export const medianRatio = (values: readonly number[], bases: readonly number[]): number =>
  median(values.map((value, round) => value / bases[round]!))

/** The value below which this part of them lies. */
export const quantile = (values: readonly number[], fraction: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)]!
}
