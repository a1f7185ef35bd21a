import type { Term } from './terms.js'

/**
 * The distance of each text from the others, 0 to 1: one minus the cosine of its tf-idf vector with the sum of the other
 * vectors. A text is excluded from the sum it is compared with; otherwise earlier texts would look closer than the new one.
 */
export const computeDrifts = (texts: readonly (readonly Term[])[]): number[] => {
  const { termIds, weights, textEnds, termCount, textCounts, total } = buildTermMatrix(texts)
  // Terms that occur in every text keep a weight, because they are the common topic.
  const frequencies = getInverseFrequencies(texts.length)
  forEachText(textEnds, (from, to) => {
    let square = 0
    for (let at = from; at < to; at++) {
      const weight = (weights[at] ?? 0) * (frequencies[(textCounts[termIds[at] ?? 0] ?? 1) - 1] ?? 0)
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
  const square = sumSquares(total, termCount)
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

/** By the number of texts that contain a term, from 1. Depends only on the number of all texts, which rarely changes. */
let inverseFrequencies = new Float64Array(0)
const getInverseFrequencies = (textCount: number): Float64Array => {
  if (inverseFrequencies.length !== textCount)
    inverseFrequencies = new Float64Array(textCount).map((_, at) => Math.log(1 + textCount / (at + 1)))
  return inverseFrequencies
}

// A function of its own: a variable that the closure above captures would allocate a number for each addition.
const sumSquares = (values: Float64Array, count: number): number => {
  let sum = 0
  for (let at = 0; at < count; at++) sum += (values[at] ?? 0) * (values[at] ?? 0)
  return sum
}

/** The terms of all texts in flat arrays: a window has thousands of them. Valid until the next call. */
interface TermMatrix {
  /** The index of the term in `textCounts`. */
  termIds: Int32Array
  weights: Float64Array
  /** The index behind the last term of each text. */
  textEnds: number[]
  /** The number of distinct terms. */
  termCount: number
  /** The number of texts that contain the term. */
  textCounts: Int32Array
  /** Zero for each term. */
  total: Float64Array
}

/**
 * All calls share these arrays. New arrays for each output were 0.3 MB of memory outside of the heap, whose release took more
 * time than the computation (November 2026).
 */
let arrays = {
  termIds: new Int32Array(0),
  weights: new Float64Array(0),
  textCounts: new Int32Array(0),
  total: new Float64Array(0),
}
/** The number of each term in the current matrix, by its code, from 1; all are 0 between two calls. */
let numbers = new Int32Array(0)

const reserveArrays = (size: number): typeof arrays => {
  if (arrays.termIds.length < size) {
    const length = 2 * size
    arrays = {
      termIds: new Int32Array(length),
      weights: new Float64Array(length),
      textCounts: new Int32Array(length),
      total: new Float64Array(length),
    }
  }
  arrays.textCounts.fill(0, 0, size)
  arrays.total.fill(0, 0, size)
  return arrays
}

const buildTermMatrix = (texts: readonly (readonly Term[])[]): TermMatrix => {
  if (codeByTerm.size > MAX_CODES) forgetCodes()
  const encoded = texts.map(encodeTerms)
  const { termIds, weights, textCounts, total } = reserveArrays(
    encoded.reduce((sum, { codes }) => sum + codes.length, 0),
  )
  if (numbers.length < codeByTerm.size) numbers = new Int32Array(2 * codeByTerm.size)
  const textEnds: number[] = []
  let termCount = 0
  let at = 0
  for (const { codes, weights: own } of encoded) {
    weights.set(own, at)
    for (let index = 0; index < codes.length; index++) {
      const code = codes[index] ?? 0
      const termId = (numbers[code] ||= ++termCount) - 1
      textCounts[termId] = (textCounts[termId] ?? 0) + 1
      termIds[at++] = termId
    }
    textEnds.push(at)
  }
  for (const { codes } of encoded)
    for (let index = 0; index < codes.length; index++) numbers[codes[index] ?? 0] = 0
  return { termIds, weights, textEnds, termCount, textCounts, total }
}

const forEachText = (textEnds: readonly number[], visit: (from: number, to: number) => void): void => {
  let from = 0
  for (const end of textEnds) {
    visit(from, end)
    from = end
  }
}

/** The terms of one text as numbers. Baselines are compared with many outputs, so each text is encoded only once. */
interface EncodedTerms {
  codes: Int32Array
  weights: Float64Array
}

const codeByTerm = new Map<string, number>()
let encodings = new WeakMap<readonly Term[], EncodedTerms>()
const MAX_CODES = 50_000

const encodeTerms = (terms: readonly Term[]): EncodedTerms => {
  const cached = encodings.get(terms)
  if (cached) return cached
  const encoded = { codes: new Int32Array(terms.length), weights: new Float64Array(terms.length) }
  terms.forEach(([term, weight], at) => {
    encoded.codes[at] = toCode(term)
    encoded.weights[at] = weight
  })
  encodings.set(terms, encoded)
  return encoded
}

/** Codes of earlier encodings are invalid afterwards, so those are removed as well. */
const forgetCodes = (): void => {
  codeByTerm.clear()
  encodings = new WeakMap()
}

const toCode = (term: string): number => {
  const known = codeByTerm.get(term)
  if (known !== undefined) return known
  codeByTerm.set(term, codeByTerm.size)
  return codeByTerm.size - 1
}
