/**
 * The p values of several tests, raised so that the chance of even one false alarm among them stays what a single one
 * promises. In the order given.
 */
export const holm = (values: readonly number[]): number[] => {
  const ordered = values.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p)
  const adjusted = new Array<number>(values.length).fill(1)
  let highest = 0
  ordered.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (values.length - rank)))
    adjusted[index] = highest
  })
  return adjusted
}
