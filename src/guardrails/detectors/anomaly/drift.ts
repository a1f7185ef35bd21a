import type { Term } from './terms.js'

/**
 * How far each text is from the others, 0 to 1: one minus the cosine of its tf-idf vector with the sum of theirs. A
 * text is never compared with itself, else every text before would look closer than the new one.
 */
export const computeDrifts = (texts: readonly (readonly Term[])[]): number[] => {
  const { termIds, weights, textEnds, textCounts } = buildTermMatrix(texts)
  // Terms of every text keep a weight: they are what the replies are about.
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
    // Without the text itself, whose length is one: |total − own|² and (total − own) · own.
    const others = Math.sqrt(Math.max(0, square - 2 * product + 1))
    const cosine = others < 1e-9 ? 0 : (product - 1) / others
    drifts.push(Math.min(1, Math.max(0, 1 - cosine)))
  })
  return drifts
}

/** The terms of all texts one after the other: a window has thousands, and each is looked up only once. */
interface TermMatrix {
  /** Where in `counts` a term stands. */
  termIds: Int32Array
  weights: Float64Array
  /** Where the terms of each text end. */
  textEnds: number[]
  /** In how many texts a term is. */
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
