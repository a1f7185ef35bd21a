/** Measures variants in short alternating rounds, so that other load on the machine affects all of them alike. */

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export type Variants<Name extends string> = Record<Name, (seconds: number) => Promise<number>>

/** Measures each variant once per round. Every other round runs in reverse order, so that a machine that slows down
 * affects all variants alike. */
export const measureRounds = async <Name extends string>(
  variants: Variants<Name>,
  { rounds = 5, seconds = 3 } = {},
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(variants) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  // Warm-up round, until the code is compiled.
  for (const name of names) await variants[name](seconds)
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured[name].push(await variants[name](seconds))
    }
  }
  return measured
}

/** The median of the ratios per round, so that measurements close in time are compared. */
export const medianRatio = (values: readonly number[], bases: readonly number[]): number =>
  median(values.map((value, round) => value / bases[round]!))

/** The value below which this fraction of the values lies. */
export const quantile = (values: readonly number[], fraction: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)]!
}
