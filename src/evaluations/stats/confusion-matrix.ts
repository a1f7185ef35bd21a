import { wilsonInterval } from './wilson.js'

/** What was found, held against what is there. */
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

/** Null: nothing that it is a share of. */
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
    /** The same as the sensitivity, under the name that is used beside precision. */
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
