/** The words of a text, where they stand in another, and how often it says them again. */
import { extractTerms } from '../../guardrails/detectors/anomaly/terms.js'
import { tokenize } from '../scoring/text-overlap.js'

/** The longest common sequence takes the product of both lengths. */
const MAX_WORDS = 1_500

export const toWords = (text: string): string[] =>
  tokenize(text.normalize('NFKC').toLowerCase()).slice(0, MAX_WORDS)

/** Where all words of the one stand in the other, together and in order. */
export const findPhrase = (whole: readonly string[], part: readonly string[]): number | undefined => {
  if (part.length === 0) return undefined
  const text = ` ${whole.join(' ')} `
  const index = text.indexOf(` ${part.join(' ')} `)
  return index === -1 ? undefined : text.slice(0, index).split(' ').length - 1
}

/** Cosine of the terms of two texts; a term that both use weighs less than one that tells them apart. */
export const tfIdfCosine = (first: string, second: string): number => {
  const [left, right] = [new Map(extractTerms(first)), new Map(extractTerms(second))]
  const weigh = (terms: Map<string, number>, others: Map<string, number>): Map<string, number> =>
    new Map(
      [...terms].map(([term, weight]) => [
        term,
        weight * (1 + Math.log(3 / (1 + (others.has(term) ? 2 : 1)))),
      ]),
    )
  const [a, b] = [weigh(left, right), weigh(right, left)]
  const dot = [...a].reduce((sum, [term, weight]) => sum + weight * (b.get(term) ?? 0), 0)
  return dot === 0 ? 0 : dot / (vectorLength(a) * vectorLength(b))
}

const vectorLength = (terms: Map<string, number>): number =>
  Math.sqrt([...terms.values()].reduce((sum, weight) => sum + weight ** 2, 0))

/** Share of the runs of `size` words that were there before. */
export const repeatedShare = (words: readonly string[], size = 4): number => {
  const runs = words.slice(size - 1).map((_, index) => words.slice(index, index + size).join(' '))
  return runs.length === 0 ? 0 : 1 - new Set(runs).size / runs.length
}
