import type { ScorerConfig } from '../../../schema/scorer.js'
import { splitWords } from '../../../guardrails/detectors/text/split-words.js'
import { countCodePoints, editSimilarity, rougeL, tokenF1 } from '../text-overlap.js'
import { normalizeText, getReference, getText } from './read-values.js'
import { unscored, type Scorer } from '../score.js'

const DEFAULT_THRESHOLD = 0.7
/** The time is quadratic in the length and blocks the event loop: two texts of this length take 0.05 s (November 2026). */
const MAX_CHARS = 8_000
const MAX_TOKENS = 2_500

export const similarity = (config: ScorerConfig<'similarity'>): Scorer => {
  const { field, method = 'levenshtein', threshold = DEFAULT_THRESHOLD } = config
  // Token metrics ignore case by default, as is usual.
  const caseSensitive = config.case_sensitive ?? method === 'levenshtein'
  return (scorerInput) => {
    const reference = config.value ?? getReference(scorerInput, field)
    if (reference === undefined) return unscored('The example has no expected text to compare with.')
    const expectedText = normalizeText(
      typeof reference === 'string' ? reference : JSON.stringify(reference),
      caseSensitive,
    )
    const score = computeSimilarity(
      method,
      normalizeText(getText(scorerInput, field) ?? '', caseSensitive),
      expectedText,
    )
    if (score === undefined)
      return unscored(`The text is too long for ${method}; token_f1 has no length limit.`)
    return {
      score,
      passed: score >= threshold,
      explanation: `The similarity (${method}) is ${score.toFixed(3)}.`,
    }
  }
}

type Method = NonNullable<ScorerConfig<'similarity'>['method']>

const computeSimilarity = (method: Method, candidate: string, reference: string): number | undefined => {
  if (method === 'levenshtein') {
    return Math.max(countCodePoints(candidate), countCodePoints(reference)) > MAX_CHARS
      ? undefined
      : editSimilarity(candidate, reference)
  }
  const candidateTokens = splitWords(candidate)
  const referenceTokens = splitWords(reference)
  if (method === 'token_f1') return tokenF1(candidateTokens, referenceTokens)
  return Math.max(candidateTokens.length, referenceTokens.length) > MAX_TOKENS
    ? undefined
    : rougeL(candidateTokens, referenceTokens)
}
