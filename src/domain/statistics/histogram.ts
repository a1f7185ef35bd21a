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

/** Sorted by bin. Keys that are array indexes are enumerated in ascending order, so only the bin of zeros is out of order. */
const listBins = (histogram: Histogram): [bin: number, count: number][] => {
  const bins: [number, number][] = []
  const zeros = histogram[ZERO_BIN]
  if (zeros !== undefined) bins.push([ZERO_BIN, zeros])
  for (const bin in histogram) {
    const number = Number(bin)
    if (number !== ZERO_BIN) bins.push([number, histogram[bin] ?? 0])
  }
  return bins
}

/** Returns null for an empty histogram. `share` is 0.95 for the 95th percentile. */
const findPercentile = (bins: readonly [bin: number, count: number][], share: number): number | null => {
  let total = 0
  for (const [, count] of bins) total += count
  const rank = Math.max(1, Math.ceil(share * total))
  let seen = 0
  for (const [bin, count] of bins) {
    seen += count
    if (seen >= rank) return toMilliseconds(bin)
  }
  return null
}

export const toPercentiles = (histogram: Histogram) => {
  const bins = listBins(histogram)
  return { p50: findPercentile(bins, 0.5), p95: findPercentile(bins, 0.95) }
}
