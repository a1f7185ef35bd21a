import { wilsonInterval } from './wilson.js'

/** Counts of predictions against the truth. */
export interface Confusion {
  true_positive: number
  false_positive: number
  false_negative: number
  true_negative: number
}

export interface Rate {
  rate: number
  interval: [number, number]
}

/** Null if the denominator is 0. */
const toRate = (part: number, whole: number): Rate | null =>
  whole === 0 ? null : { rate: part / whole, interval: wilsonInterval(part, whole) }

export const countConfusion = (pairs: Iterable<readonly [found: boolean, there: boolean]>): Confusion => {
  const counts = { true_positive: 0, false_positive: 0, false_negative: 0, true_negative: 0 }
  for (const [predicted, actual] of pairs) {
    if (predicted) counts[actual ? 'true_positive' : 'false_positive']++
    else counts[actual ? 'false_negative' : 'true_negative']++
  }
  return counts
}

export const computeRates = (counts: Confusion) => {
  const {
    true_positive: truePositives,
    false_positive: falsePositives,
    false_negative: falseNegatives,
    true_negative: trueNegatives,
  } = counts
  const total = truePositives + falsePositives + falseNegatives + trueNegatives
  const sensitivity = toRate(truePositives, truePositives + falseNegatives)
  return {
    precision: toRate(truePositives, truePositives + falsePositives),
    /** Equal to the sensitivity; the usual name next to precision. */
    recall: sensitivity,
    f1:
      truePositives + falsePositives + falseNegatives === 0
        ? null
        : (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives),
    sensitivity,
    specificity: toRate(trueNegatives, trueNegatives + falsePositives),
    accuracy: toRate(truePositives + trueNegatives, total),
  }
}
