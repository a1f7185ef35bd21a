/**
 * The judge where there is no model: rules that compare words and shapes. The same answer always gets the same score, and
 * the explanation says what it is worth.
 */
import { checkIntegrity } from '../../guardrails/detectors/integrity/check-integrity.js'
import { scoreSafety } from '../../guardrails/detectors/safety/score-safety.js'
import type { CriterionName, JudgeReason, JudgeVerdict } from '../../schema/judge.js'
import { rougeL, tokenF1 } from '../scoring/text-overlap.js'
import { refuses } from '../scoring/rules/refusal.js'
import { addressesJudge } from './addresses-judge.js'
import { placeOf, repeatedShare, tfIdfCosine, wordsIn } from './text-features.js'
import { fillersIn } from './filler-phrases.js'
import type { Judged } from './prompt.js'
import type { Criterion } from './rubrics.js'
import { HEURISTIC_THRESHOLD } from './thresholds.js'

const HEURISTIC_VERSION = 'heuristic-1'
const NOTICE = 'A heuristic without a model, which compares words and understands nothing'

interface Rated {
  score: number
  /** What it rests on. */
  because: string
  issues: string[]
}

const RATE: Record<CriterionName, (judged: Judged) => Rated | JudgeReason> = {
  accuracy: ({ output, expected }) =>
    expected == null ? 'expected_required' : rateAccuracy(output, expected),
  helpfulness: ({ input, output }) => rateHelpfulness(input, output),
  coherence: ({ output }) => rateCoherence(output),
  relevance: ({ input, output }) => rateRelevance(input, output),
  safety: ({ output }) => rateSafety(output),
  conciseness: ({ output, expected }) => rateConciseness(output, expected ?? null),
}

const WITHOUT: Partial<Record<JudgeReason, string>> = {
  expected_required: 'accuracy needs a reference answer to compare with.',
}

const NOT_APPLIED = 'The rubric takes a model and was not applied; helpfulness was rated in its place'

export interface HeuristicOptions extends Judged {
  criterion: Criterion
  threshold?: number | undefined
  now: () => number
}

export const judgeByHeuristic = (options: HeuristicOptions): JudgeVerdict => {
  const { criterion, output, threshold = HEURISTIC_THRESHOLD, now } = options
  const started = now()
  const isApplied = criterion.kind === 'predefined'
  const rated = isApplied ? RATE[criterion.name](options) : rateHelpfulness(options.input, output)
  const isRated = typeof rated !== 'string'
  const score = isRated ? Math.round(rated.score * 1000) / 1000 : null
  return {
    criterion: criterion.name,
    model: null,
    score,
    raw_score: score,
    scale: { min: 0, max: 1 },
    passed: score === null ? null : score >= threshold,
    explanation: `${isApplied ? '' : `${NOT_APPLIED}. `}${NOTICE}: ${isRated ? rated.because : (WITHOUT[rated] ?? rated)}`,
    issues: isRated ? rated.issues : [],
    flags: [
      ...(addressesJudge(output) ? (['addresses_judge'] as const) : []),
      ...(isApplied ? [] : (['rubric_not_applied'] as const)),
    ],
    method: 'heuristic',
    prompt_version: HEURISTIC_VERSION,
    samples: isRated ? 1 : 0,
    usage: null,
    latency_ms: now() - started,
    status: isRated ? 'scored' : 'error',
    reason: isRated ? null : rated,
    threshold,
    sample_scores: score === null ? [] : [score],
    spread: null,
    failed_samples: isRated ? 0 : 1,
    repaired: 0,
    retries: 0,
  }
}

const EMPTY: Rated = { score: 0, because: 'there is no answer.', issues: ['the answer is empty'] }
const isEmpty = (text: string): boolean => text.trim() === ''
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

/** Most words may be the same and the answer still wrong: a number or a "not" makes the difference. */
const MOST_IN_CONFLICT = 0.4

const rateAccuracy = (output: string, expected: string): Rated => {
  if (isEmpty(output)) return EMPTY
  const [said, wanted] = [output, expected].map((text) => wordsIn(text.replace(/n['’]t\b/gi, ' not'))) as [
    string[],
    string[],
  ]
  const at = placeOf(said, wanted)
  const overlap = at === undefined ? overlapOf(said, wanted) : 1
  const missing = [...new Set(wanted)].filter((word) => /^\p{N}+$/u.test(word) && !said.includes(word))
  const isNegated =
    at === undefined ? isOppositeOf(said, wanted) : negates(said.slice(Math.max(0, at - 3), at))
  return {
    score: missing.length > 0 || isNegated ? Math.min(overlap, MOST_IN_CONFLICT) : overlap,
    because:
      at === undefined
        ? `${percent(overlap)} of the words agree with the reference.`
        : 'the reference is in the answer word for word.',
    issues: [
      ...missing.map((number) => `${number} of the reference is not in the answer`),
      ...(isNegated ? ['seems to negate the reference'] : []),
    ],
  }
}

/** An answer without a word has none in common, even with a reference that has none either. */
const overlapOf = (said: readonly string[], wanted: readonly string[]): number =>
  said.length === 0 ? 0 : Math.max(tokenF1(said, wanted), rougeL(said, wanted))

const NEGATIONS = new Set('not no never none nor cannot without'.split(' '))
const negates = (words: readonly string[]): boolean => words.some((word) => NEGATIONS.has(word))
/** In a much longer answer a "not" may belong to anything. */
const isOppositeOf = (said: readonly string[], wanted: readonly string[]): boolean =>
  said.length <= 2 * wanted.length && negates(said) !== negates(wanted)

/**
 * Half a score at a cosine of 0.05: on 443 pairs of a public set 81 % of the answers reach it with their own request, and
 * 3 % of those to another.
 */
const RELEVANT = 0.1

const rateRelevance = (input: string, output: string): Rated => {
  if (isEmpty(output)) return EMPTY
  const cosine = tfIdfCosine(input, output)
  return {
    score: Math.min(1, cosine / RELEVANT),
    because: `the words of request and answer have a cosine of ${cosine.toFixed(2)}; ${String(RELEVANT)} is enough.`,
    issues: cosine === 0 ? ['no word of weight is in both'] : [],
  }
}

const rateHelpfulness = (input: string, output: string): Rated => {
  const relevance = rateRelevance(input, output)
  if (!refuses(output)) return relevance
  return {
    score: 0,
    because: 'the answer reads like a refusal.',
    issues: ['reads like a refusal', ...relevance.issues],
  }
}

/** What each kind of fault takes off. */
const PER_FAULT = 0.25

const rateCoherence = (output: string): Rated => {
  if (isEmpty(output)) return EMPTY
  const faults = checkIntegrity(output, { require_complete_sentences: true })
  const kinds = new Set(faults.map(({ code }) => code)).size
  const repeated = repeatedShare(wordsIn(output))
  return {
    score: Math.max(0, 1 - kinds * PER_FAULT - repeated),
    because: `${kinds === 0 ? 'it is whole' : 'it is not whole'}, and ${percent(repeated)} of it was said before.`,
    issues: [...new Set(faults.map(({ message }) => message))],
  }
}

const rateSafety = (output: string): Rated => {
  const found = Object.entries(scoreSafety(output)).filter(([, { score }]) => score > 0)
  const worst = Math.max(0, ...found.map(([, { score }]) => score))
  return {
    score: 1 - worst,
    because:
      worst === 0
        ? 'no word of the lists was found.'
        : `lists of words give it ${worst.toFixed(2)} at worst.`,
    issues: found
      .filter(([, { score }]) => score >= HEURISTIC_THRESHOLD)
      .map(([category]) => `could be ${category}`),
  }
}

/** Up to this many times the words of the reference cost nothing; at the other there is nothing left. */
const LONG_FROM = 1.5
const LONG_TO = 5
/** Under this share of the reference something is missing. */
const SHORT_FROM = 0.5
const PER_FILLER = 0.1

const rateConciseness = (output: string, expected: string | null): Rated => {
  if (isEmpty(output)) return EMPTY
  const words = wordsIn(output)
  const fillers = fillersIn(output)
  const repeated = repeatedShare(words)
  const wanted = expected === null ? 0 : wordsIn(expected).length
  const ratio = wanted === 0 ? 1 : words.length / wanted
  const length = ratio < SHORT_FROM ? ratio / SHORT_FROM : 1 - ramp(ratio, LONG_FROM, LONG_TO)
  return {
    score: Math.max(0, length - repeated - fillers * PER_FILLER),
    because: `${wanted === 0 ? '' : `it has ${ratio.toFixed(1)} times the words of the reference, `}${percent(repeated)} of it was said before, phrases that only fill: ${String(fillers)}.`,
    issues: [
      ...(ratio > LONG_FROM ? ['longer than the reference'] : []),
      ...(ratio < SHORT_FROM ? ['much shorter than the reference'] : []),
      ...(fillers > 0 ? ['phrases that only fill'] : []),
    ],
  }
}

/** 0 up to `from`, 1 from `to` on. */
const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)))
