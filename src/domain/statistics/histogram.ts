/**
 * Histograms of durations with logarithmic bins: each bin is 5 % wider than the one before it, so a percentile is off by at most
 * 2.5 %, however short or long the durations are. Histograms of different times can be added.
 */

/** The number of values by bin. Only bins with values are present. */
export type Histogram = Record<string, number>

const SMALLEST_MS = 0.1
const GROWTH = 1.05
const LOG_GROWTH = Math.log(GROWTH)
/** Shorter durations, which are counted as zero. */
const ZERO_BIN = -1

const toBin = (ms: number): number =>
  ms >= SMALLEST_MS ? Math.floor(Math.log(ms / SMALLEST_MS) / LOG_GROWTH) : ZERO_BIN

/** The geometric middle of a bin, rounded to tenths of a millisecond. */
const toMilliseconds = (bin: number): number =>
  bin === ZERO_BIN ? 0 : Math.round(SMALLEST_MS * GROWTH ** (bin + 0.5) * 10) / 10

export const addDuration = (histogram: Histogram, ms: number): void => {
  const bin = String(toBin(ms))
  histogram[bin] = (histogram[bin] ?? 0) + 1
}

export const addHistogram = (histogram: Histogram, added: Histogram): void => {
  // Not Object.entries: a response adds up thousands of histograms.
  for (const bin in added) histogram[bin] = (histogram[bin] ?? 0) + (added[bin] ?? 0)
}

/** Returns null for an empty histogram. `share` is 0.95 for the 95th percentile. */
export const getPercentile = (histogram: Histogram, share: number): number | null => {
  const bins = Object.entries(histogram)
    .map(([bin, count]) => [Number(bin), count] as const)
    .sort(([a], [b]) => a - b)
  const total = bins.reduce((sum, [, count]) => sum + count, 0)
  const rank = Math.max(1, Math.ceil(share * total))
  let seen = 0
  for (const [bin, count] of bins) {
    seen += count
    if (seen >= rank) return toMilliseconds(bin)
  }
  return null
}

export const toPercentiles = (histogram: Histogram) => ({
  p50: getPercentile(histogram, 0.5),
  p95: getPercentile(histogram, 0.95),
})
