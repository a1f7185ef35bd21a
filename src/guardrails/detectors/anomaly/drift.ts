import type { Term } from './terms.js'

/**
 * The distance of each text from the others, 0 to 1: one minus the cosine of its tf-idf vector with the sum of the other
 * vectors. A text is excluded from the sum it is compared with; otherwise earlier texts would look closer than the new one.
 */
export const computeDrifts = (texts: readonly (readonly Term[])[]): number[] => {
  const { termIds, weights, textEnds, textCounts } = buildTermMatrix(texts)
  // Terms that occur in every text keep a weight, because they are the common topic.
  const inverseFrequencies = textCounts.map((count) => Math.log(1 + texts.length / count))
  const total = new Float64Array(textCounts.length)
  forEachText(textEnds, (from, to) => {
    let square = 0
    for (let at = from; at < to; at++) {
      const weight = (weights[at] ?? 0) * (inverseFrequencies[termIds[at] ?? 0] ?? 0)
      weights[at] = weight
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (let at = from; at < to; at++) {
      const weight = (weights[at] ?? 0) / length
      const termId = termIds[at] ?? 0
      weights[at] = weight
      total[termId] = (total[termId] ?? 0) + weight
    }
  })
  const square = total.reduce((sum, weight) => sum + weight * weight, 0)
  const drifts: number[] = []
  forEachText(textEnds, (from, to) => {
    let product = 0
    for (let at = from; at < to; at++) product += (weights[at] ?? 0) * (total[termIds[at] ?? 0] ?? 0)
    // Excludes the text itself, whose vector has length 1: |total − own|² and (total − own) · own.
    const others = Math.sqrt(Math.max(0, square - 2 * product + 1))
    const cosine = others < 1e-9 ? 0 : (product - 1) / others
    drifts.push(Math.min(1, Math.max(0, 1 - cosine)))
  })
  return drifts
}

/** The terms of all texts in flat arrays: a window has thousands, and each term is looked up only once. */
interface TermMatrix {
  /** The index of the term in `textCounts`. */
  termIds: Int32Array
  weights: Float64Array
  /** The index behind the last term of each text. */
  textEnds: number[]
  /** The number of texts that contain the term. */
  textCounts: number[]
}

const buildTermMatrix = (texts: readonly (readonly Term[])[]): TermMatrix => {
  const size = texts.reduce((sum, terms) => sum + terms.length, 0)
  const matrix: TermMatrix = {
    termIds: new Int32Array(size),
    weights: new Float64Array(size),
    textEnds: [],
    textCounts: [],
  }
  const { termIds, weights, textEnds, textCounts } = matrix
  const idByTerm = new Map<string, number>()
  let at = 0
  for (const terms of texts) {
    for (const [term, weight] of terms) {
      const termId = idByTerm.get(term) ?? textCounts.length
      if (termId === textCounts.length) idByTerm.set(term, textCounts.push(0) - 1)
      textCounts[termId] = (textCounts[termId] ?? 0) + 1
      termIds[at] = termId
      weights[at++] = weight
    }
    textEnds.push(at)
  }
  return matrix
}

const forEachText = (textEnds: readonly number[], visit: (from: number, to: number) => void): void => {
  let from = 0
  for (const end of textEnds) {
    visit(from, end)
    from = end
  }
}
