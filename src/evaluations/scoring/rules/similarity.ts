import type { ScorerConfig } from '../../../schema/scorer.js'
import { editSimilarity, rougeL, tokenF1, tokensOf } from '../text-overlap.js'
import { folded, referenceOf, textOf } from './read-values.js'
import { unscored, type Scorer } from '../score.js'

const DEFAULT_THRESHOLD = 0.7
/** The time grows with the product of both lengths, and nothing else is done meanwhile: two of these take 0.05 s (November 2026). */
const LONGEST = 8_000
const MOST_TOKENS = 2_500

export const similarity = (config: ScorerConfig<'similarity'>): Scorer => {
  const { field, method = 'levenshtein', threshold = DEFAULT_THRESHOLD } = config
  // Words are compared in lower case, as is usual, unless it is asked for.
  const caseSensitive = config.case_sensitive ?? method === 'levenshtein'
  return (given) => {
    const reference = config.value ?? referenceOf(given, field)
    if (reference === undefined) return unscored('There is no text expected that it could be compared with.')
    const wanted = folded(
      typeof reference === 'string' ? reference : JSON.stringify(reference),
      caseSensitive,
    )
    const score = compare(method, folded(textOf(given, field) ?? '', caseSensitive), wanted)
    if (score === undefined)
      return unscored(`It is too long for ${method}; token_f1 compares texts of any length.`)
    return {
      score,
      passed: score >= threshold,
      explanation: `The similarity (${method}) is ${score.toFixed(3)}.`,
    }
  }
}

type Method = NonNullable<ScorerConfig<'similarity'>['method']>

const compare = (method: Method, found: string, wanted: string): number | undefined => {
  if (method === 'levenshtein') {
    return Math.max(found.length, wanted.length) > LONGEST ? undefined : editSimilarity(found, wanted)
  }
  const one = tokensOf(found)
  const other = tokensOf(wanted)
  if (method === 'token_f1') return tokenF1(one, other)
  return Math.max(one.length, other.length) > MOST_TOKENS ? undefined : rougeL(one, other)
}
