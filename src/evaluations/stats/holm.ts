/**
 * Holm correction: raises the p values of several tests so that the probability of any false positive stays at the level of
 * a single test. Returns them in the order of the input.
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
