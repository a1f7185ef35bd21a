/** Text features of the heuristic judge: words, phrase search, cosine similarity, repetition, filler phrases. */
import { extractTerms } from '../../guardrails/detectors/anomaly/terms.js'
import { splitWords } from '../../guardrails/detectors/text/split-words.js'

/** The longest common subsequence takes quadratic time. */
const MAX_WORDS = 1_500

export const toWords = (text: string): string[] =>
  splitWords(text.normalize('NFKC').toLowerCase()).slice(0, MAX_WORDS)

/** The index of the first word at which `part` occurs contiguously in `whole`. */
export const findPhrase = (whole: readonly string[], part: readonly string[]): number | undefined => {
  if (part.length === 0) return undefined
  const text = ` ${whole.join(' ')} `
  const index = text.indexOf(` ${part.join(' ')} `)
  return index === -1 ? undefined : text.slice(0, index).split(' ').length - 1
}

/** TF-IDF cosine of two texts; a term that both use weighs less than one that distinguishes them. */
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

/** Share of the sequences of `size` words that occurred before. */
export const repeatedShare = (words: readonly string[], size = 4): number => {
  const sequences = words.slice(size - 1).map((_, index) => words.slice(index, index + size).join(' '))
  return sequences.length === 0 ? 0 : 1 - new Set(sequences).size / sequences.length
}

const FILLERS =
  /\b(?:(?:great|good|excellent) question|(?:sure|certainly|of course|absolutely)[,!]|i(?:['’]d| would) be (?:happy|glad) to|i hope (?:this|that) helps|(?:please )?(?:feel free|do not hesitate|don['’]t hesitate) to|let me know if|if you have any (?:other |more |further )?questions|it is (?:important|worth) (?:to note|noting)|it['’]s (?:important|worth) (?:to note|noting)|in conclusion|to sum up|in summary|as (?:i|we) (?:said|mentioned)|needless to say|at the end of the day|as an ai\b|is there anything else|you asked)/gi

/** Counts English filler phrases. */
export const countFillers = (text: string): number => text.match(FILLERS)?.length ?? 0
