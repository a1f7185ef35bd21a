/** Quantiles of any number of durations in little memory: counts in buckets, each 1 % wider than the previous one. */
const LOG_STEP = Math.log(1.01)

export const makeHistogram = () => {
  const counts = new Map<number, number>()
  let total = 0
  return {
    add(value: number): void {
      const bucket = Math.round(Math.log(Math.max(1, value)) / LOG_STEP)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      total++
    },

    /** Accurate to 0.5 % and rounded to an integer; null if there are no values. */
    quantile(share: number): number | null {
      let remaining = Math.max(1, Math.ceil(share * total))
      for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
        remaining -= count
        if (remaining <= 0) return Math.round(Math.exp(bucket * LOG_STEP))
      }
      return null
    },
  }
}
