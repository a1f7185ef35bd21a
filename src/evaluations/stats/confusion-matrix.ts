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
const rateOf = (part: number, whole: number): Rate | null =>
  whole === 0 ? null : { rate: part / whole, interval: wilsonInterval(part, whole) }

export const countConfusion = (pairs: Iterable<readonly [found: boolean, there: boolean]>): Confusion => {
  const counts = { true_positive: 0, false_positive: 0, false_negative: 0, true_negative: 0 }
  for (const [found, there] of pairs) {
    if (found) counts[there ? 'true_positive' : 'false_positive']++
    else counts[there ? 'false_negative' : 'true_negative']++
  }
  return counts
}

export const ratesOf = (counts: Confusion) => {
  const { true_positive: hit, false_positive: alarm, false_negative: miss, true_negative: quiet } = counts
  const total = hit + alarm + miss + quiet
  const sensitivity = rateOf(hit, hit + miss)
  return {
    precision: rateOf(hit, hit + alarm),
    /** The same as the sensitivity, under the name that is used beside precision. */
    recall: sensitivity,
    f1: hit + alarm + miss === 0 ? null : (2 * hit) / (2 * hit + alarm + miss),
    sensitivity,
    specificity: rateOf(quiet, quiet + alarm),
    accuracy: rateOf(hit + quiet, total),
  }
}
