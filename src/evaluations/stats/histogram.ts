/** Quantiles of any number of durations in little memory: they are counted by size, each class one per cent wider. */
const STEP = Math.log(1.01)

export const makeHistogram = () => {
  const counts = new Map<number, number>()
  let total = 0
  return {
    add(value: number): void {
      const place = Math.round(Math.log(Math.max(1, value)) / STEP)
      counts.set(place, (counts.get(place) ?? 0) + 1)
      total++
    },

    /** Within half a per cent, and whole; null: there is nothing. */
    quantile(share: number): number | null {
      let left = Math.max(1, Math.ceil(share * total))
      for (const [place, count] of [...counts].sort(([a], [b]) => a - b)) {
        left -= count
        if (left <= 0) return Math.round(Math.exp(place * STEP))
      }
      return null
    },
  }
}
