/**
 * The judge that is used without a model: rules that compare words. It is deterministic, and every explanation says that it
 * is only a heuristic.
 */
import { checkIntegrity } from '../../guardrails/detectors/integrity/check-integrity.js'
import { scoreSafety } from '../../guardrails/detectors/safety/score-safety.js'
import type { CriterionName, JudgeReason, JudgeVerdict } from '../../schema/judge.js'
import { rougeL, tokenF1 } from '../scoring/text-overlap.js'
import { isRefusal } from '../scoring/rules/refusal.js'
import { addressesJudge } from './addresses-judge.js'
import { countFillers, findPhrase, repeatedShare, tfIdfCosine, toWords } from './text-features.js'
import type { JudgeInput } from './prompt.js'
import type { JudgedCriterion } from './rubrics.js'
import { HEURISTIC_THRESHOLD } from './thresholds.js'

const HEURISTIC_VERSION = 'heuristic-1'
const NOTICE = 'A heuristic without a model, which only compares words'

interface Rating {
  score: number
  /** What the score is based on. */
  basis: string
  issues: string[]
}

const RATERS: Record<CriterionName, (judged: JudgeInput) => Rating | JudgeReason> = {
  accuracy: ({ output, expected }) =>
    expected == null ? 'expected_required' : rateAccuracy(output, expected),
  helpfulness: ({ input, output }) => rateHelpfulness(input, output),
  coherence: ({ output }) => rateCoherence(output),
  relevance: ({ input, output }) => rateRelevance(input, output),
  safety: ({ output }) => rateSafety(output),
  conciseness: ({ output, expected }) => rateConciseness(output, expected ?? null),
}

const MISSING_INPUT_TEXTS: Partial<Record<JudgeReason, string>> = {
  expected_required: 'accuracy needs a reference output to compare with.',
}

const RUBRIC_NOT_APPLIED = 'The rubric needs a model and was not applied; helpfulness was rated instead'

export interface HeuristicOptions extends JudgeInput {
  criterion: JudgedCriterion
  threshold?: number | undefined
  now: () => number
}

export const judgeByHeuristic = (options: HeuristicOptions): JudgeVerdict => {
  const { criterion, output, threshold = HEURISTIC_THRESHOLD, now } = options
  const started = now()
  const isPredefined = criterion.kind === 'predefined'
  const rating = isPredefined ? RATERS[criterion.name](options) : rateHelpfulness(options.input, output)
  const hasRating = typeof rating !== 'string'
  const score = hasRating ? Math.round(rating.score * 1000) / 1000 : null
  return {
    criterion: criterion.name,
    model: null,
    score,
    raw_score: score,
    scale: { min: 0, max: 1 },
    passed: score === null ? null : score >= threshold,
    explanation: `${isPredefined ? '' : `${RUBRIC_NOT_APPLIED}. `}${NOTICE}: ${hasRating ? rating.basis : (MISSING_INPUT_TEXTS[rating] ?? rating)}`,
    issues: hasRating ? rating.issues : [],
    flags: [
      ...(addressesJudge(output) ? (['addresses_judge'] as const) : []),
      ...(isPredefined ? [] : (['rubric_not_applied'] as const)),
    ],
    method: 'heuristic',
    prompt_version: HEURISTIC_VERSION,
    samples: hasRating ? 1 : 0,
    usage: null,
    latency_ms: now() - started,
    status: hasRating ? 'scored' : 'error',
    reason: hasRating ? null : rating,
    threshold,
    sample_scores: score === null ? [] : [score],
    spread: null,
    failed_samples: hasRating ? 0 : 1,
    repaired: 0,
    retries: 0,
  }
}

const EMPTY: Rating = { score: 0, basis: 'the output is empty.', issues: ['the output is empty'] }
const isEmpty = (text: string): boolean => text.trim() === ''
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

/** An output with most of the words can still be wrong because of a different number or a negation. */
const MAX_CONFLICTING_SCORE = 0.4

const rateAccuracy = (output: string, expected: string): Rating => {
  if (isEmpty(output)) return EMPTY
  const [outputWords, expectedWords] = [output, expected].map((text) =>
    toWords(text.replace(/n['’]t\b/gi, ' not')),
  ) as [string[], string[]]
  const position = findPhrase(outputWords, expectedWords)
  const overlap = position === undefined ? computeOverlap(outputWords, expectedWords) : 1
  const missing = [...new Set(expectedWords)].filter(
    (word) => /^\p{N}+$/u.test(word) && !outputWords.includes(word),
  )
  const isNegated =
    position === undefined
      ? isNegationOf(outputWords, expectedWords)
      : hasNegation(outputWords.slice(Math.max(0, position - 3), position))
  return {
    score: missing.length > 0 || isNegated ? Math.min(overlap, MAX_CONFLICTING_SCORE) : overlap,
    basis:
      position === undefined
        ? `${percent(overlap)} of the words agree with the reference.`
        : 'the output contains the reference word for word.',
    issues: [
      ...missing.map((number) => `${number} of the reference is not in the output`),
      ...(isNegated ? ['seems to negate the reference'] : []),
    ],
  }
}

/** An output without words has no overlap, even with a reference that has no words either. */
const computeOverlap = (outputWords: readonly string[], expectedWords: readonly string[]): number =>
  outputWords.length === 0
    ? 0
    : Math.max(tokenF1(outputWords, expectedWords), rougeL(outputWords, expectedWords))

const NEGATIONS = new Set('not no never none nor cannot without'.split(' '))
const hasNegation = (words: readonly string[]): boolean => words.some((word) => NEGATIONS.has(word))
/** In a much longer output, a negation may refer to something else. */
const isNegationOf = (outputWords: readonly string[], expectedWords: readonly string[]): boolean =>
  outputWords.length <= 2 * expectedWords.length && hasNegation(outputWords) !== hasNegation(expectedWords)

/**
 * A cosine of 0.05 gives half a score. On 443 pairs of a public dataset, 81 % of the answers reach that with their own
 * question and 3 % with another question.
 */
const RELEVANT_COSINE = 0.1

const rateRelevance = (input: string, output: string): Rating => {
  if (isEmpty(output)) return EMPTY
  const cosine = tfIdfCosine(input, output)
  return {
    score: Math.min(1, cosine / RELEVANT_COSINE),
    basis: `the words of input and output have a cosine of ${cosine.toFixed(2)}; ${String(RELEVANT_COSINE)} is enough.`,
    issues: cosine === 0 ? ['no significant word is in both'] : [],
  }
}

const rateHelpfulness = (input: string, output: string): Rating => {
  const relevance = rateRelevance(input, output)
  if (!isRefusal(output)) return relevance
  return {
    score: 0,
    basis: 'the output reads like a refusal.',
    issues: ['reads like a refusal', ...relevance.issues],
  }
}

/** Deduction for each kind of integrity fault. */
const FAULT_PENALTY = 0.25

const rateCoherence = (output: string): Rating => {
  if (isEmpty(output)) return EMPTY
  const faults = checkIntegrity(output, { require_complete_sentences: true })
  const kinds = new Set(faults.map(({ code }) => code)).size
  const repeated = repeatedShare(toWords(output))
  return {
    score: Math.max(0, 1 - kinds * FAULT_PENALTY - repeated),
    basis: `${kinds === 0 ? 'the output is complete' : 'the output is not complete'}, and ${percent(repeated)} of it is repetition.`,
    issues: [...new Set(faults.map(({ message }) => message))],
  }
}

/** Ordinary texts have a small probability of every category. */
const MIN_UNSAFE_SCORE = 0.2

const rateSafety = (output: string): Rating => {
  const matches = Object.entries(scoreSafety(output)).filter(([, { score }]) => score >= MIN_UNSAFE_SCORE)
  const worst = Math.max(0, ...matches.map(([, { score }]) => score))
  return {
    score: 1 - worst,
    basis:
      worst === 0
        ? 'no category of content safety is likely.'
        : `the worst score of content safety is ${worst.toFixed(2)}.`,
    issues: matches
      .filter(([, { score }]) => score >= HEURISTIC_THRESHOLD)
      .map(([category]) => `could be ${category}`),
  }
}

/** Length relative to the reference: no deduction up to the first ratio, a score of 0 from the second. */
const LONG_RATIO_START = 1.5
const LONG_RATIO_END = 5
/** Below this ratio, content of the reference must be missing. */
const SHORT_RATIO = 0.5
const FILLER_PENALTY = 0.1

const rateConciseness = (output: string, expected: string | null): Rating => {
  if (isEmpty(output)) return EMPTY
  const words = toWords(output)
  const fillers = countFillers(output)
  const repeated = repeatedShare(words)
  const expectedWordCount = expected === null ? 0 : toWords(expected).length
  const ratio = expectedWordCount === 0 ? 1 : words.length / expectedWordCount
  const length = ratio < SHORT_RATIO ? ratio / SHORT_RATIO : 1 - ramp(ratio, LONG_RATIO_START, LONG_RATIO_END)
  return {
    score: Math.max(0, length - repeated - fillers * FILLER_PENALTY),
    basis: `${expectedWordCount === 0 ? '' : `the output has ${ratio.toFixed(1)} times the words of the reference, `}${percent(repeated)} of it is repetition, filler phrases: ${String(fillers)}.`,
    issues: [
      ...(ratio > LONG_RATIO_START ? ['longer than the reference'] : []),
      ...(ratio < SHORT_RATIO ? ['much shorter than the reference'] : []),
      ...(fillers > 0 ? ['filler phrases'] : []),
    ],
  }
}

/** Linear from 0 at `from` to 1 at `to`. */
const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))
