/**
 * The p values of several tests, raised so that the chance of even one false alarm among them stays what a single one
 * promises. In the order given.
 */
export const holmCorrection = (pValues: readonly number[]): number[] => {
  const ordered = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const adjusted = new Array<number>(pValues.length).fill(1)
  let highest = 0
  ordered.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = highest
  })
  return adjusted
}
