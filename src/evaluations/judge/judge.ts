/** The verdict of a model on one output by one criterion. */
import type { JudgeResponse, JudgeFlag, JudgeVerdict } from '../../schema/judge.js'
import { standardDeviation, computeMean, computeMoments } from '../stats/moments.js'
import { addressesJudge } from './addresses-judge.js'
import { sumCallStats, addUsage, askJudge, type JudgeAttempt, type JudgeDeps } from './ask-judge.js'
import { type JudgeInput, buildPrompt, PROMPT_VERSION } from './prompt.js'
import { MAX_SCORE, MIN_SCORE, SCORE_REPLY, type ScoreReply } from './reply-format.js'
import type { JudgedCriterion } from './rubrics.js'
import { LLM_THRESHOLD } from './thresholds.js'

/** Above 0, because several samples must be able to differ. */
const SAMPLING_TEMPERATURE = 1

export interface JudgeOptions extends JudgeDeps, JudgeInput {
  /** The requested model, reported if no reply names the actual one. */
  model: string
  criterion: JudgedCriterion
  samples?: number | undefined
  threshold?: number | undefined
}

export const judgeByModel = async (options: JudgeOptions): Promise<JudgeVerdict> => {
  const { criterion, model, samples = 1, threshold = LLM_THRESHOLD, now } = options
  const started = now()
  const attempts: JudgeAttempt<ScoreReply>[] = []
  // Sequential: the caller decides how many calls run concurrently.
  for (let sample = 0; sample < samples; sample++) {
    attempts.push(
      await askJudge(options, {
        format: SCORE_REPLY,
        temperature: samples > 1 ? SAMPLING_TEMPERATURE : 0,
        buildPrompt: (nonce, problem) => buildPrompt(criterion, options, nonce, problem),
      }),
    )
  }
  const stats = sumCallStats(attempts)
  const common = {
    criterion: criterion.name,
    ...stats,
    model: stats.model ?? model,
    scale: { min: MIN_SCORE, max: MAX_SCORE },
    threshold,
    method: 'llm' as const,
    prompt_version: PROMPT_VERSION,
    flags: addressesJudge(options.output) ? (['addresses_judge'] satisfies JudgeFlag[]) : [],
    latency_ms: now() - started,
  }
  return { ...common, ...(toScoredFields(attempts, threshold) ?? toErrorFields(attempts)) }
}

type ScoreFields = Pick<
  JudgeVerdict,
  | 'score'
  | 'raw_score'
  | 'passed'
  | 'explanation'
  | 'issues'
  | 'samples'
  | 'sample_scores'
  | 'spread'
  | 'failed_samples'
  | 'status'
  | 'reason'
>

/** Returns undefined if at most half of the samples could be read, because the mean of the rest would be a guess. */
const toScoredFields = (
  attempts: readonly JudgeAttempt<ScoreReply>[],
  threshold: number,
): ScoreFields | undefined => {
  const replies = attempts.flatMap((attempt) => ('reply' in attempt ? [attempt.reply] : []))
  if (replies.length * 2 <= attempts.length) return undefined
  const raw = computeMean(replies.map(({ score }) => score))
  const score = normalizeScore(raw)
  // The explanation comes from the sample closest to the mean.
  const [closestReply] = [...replies].sort((a, b) => Math.abs(a.score - raw) - Math.abs(b.score - raw))
  const scores = replies.map((reply) => normalizeScore(reply.score))
  return {
    score,
    raw_score: raw,
    passed: score >= threshold,
    explanation: closestReply?.reasoning ?? '',
    issues: [...new Set(replies.flatMap(({ issues }) => issues))],
    samples: replies.length,
    sample_scores: scores,
    spread: scores.length < 2 ? null : standardDeviation(computeMoments(scores)),
    failed_samples: attempts.length - replies.length,
    status: 'scored',
    reason: null,
  }
}

const toErrorFields = (attempts: readonly JudgeAttempt<ScoreReply>[]): ScoreFields => {
  const failed = attempts.flatMap((attempt) => ('reason' in attempt ? [attempt] : []))
  const last = failed.at(-1)
  const readable = attempts.length - failed.length
  return {
    score: null,
    raw_score: null,
    passed: null,
    explanation:
      last?.reason === 'judge_call_failed'
        ? `The judge call failed: ${last.problem}.`
        : `The reply of the judge could not be used: ${last?.problem ?? 'there was none'}.`,
    issues: [],
    samples: readable,
    sample_scores: [],
    spread: null,
    failed_samples: failed.length,
    status: 'error',
    reason: last?.reason ?? 'judge_parse_failure',
  }
}

const normalizeScore = (raw: number): number => (raw - MIN_SCORE) / (MAX_SCORE - MIN_SCORE)

/** Combines the verdicts of several criteria. If one has no score, there is no overall score: the mean would mislead. */
export const combineVerdicts = (
  verdicts: readonly [JudgeVerdict, ...JudgeVerdict[]],
): Omit<JudgeResponse, 'id'> => {
  const [first] = verdicts
  const missing = verdicts.find(({ status }) => status === 'error')
  const explain = ({ criterion, explanation }: JudgeVerdict): string =>
    verdicts.length === 1 ? explanation : `${criterion}: ${explanation}`
  const meanOfAll = (key: 'score' | 'raw_score'): number | null =>
    missing === undefined ? computeMean(verdicts.map((verdict) => verdict[key] ?? 0)) : null
  return {
    criteria: verdicts.length === 1 ? first.criterion : verdicts.map(({ criterion }) => criterion),
    model: first.model,
    score: meanOfAll('score'),
    raw_score: meanOfAll('raw_score'),
    scale: first.scale,
    passed: missing === undefined ? verdicts.every(({ passed }) => passed) : null,
    explanation: verdicts.map(explain).join('\n'),
    issues: verdicts.flatMap(({ issues }) => issues),
    flags: [...new Set(verdicts.flatMap(({ flags }) => flags))],
    method: first.method,
    prompt_version: first.prompt_version,
    samples: Math.min(...verdicts.map(({ samples }) => samples)),
    usage: verdicts.reduce<JudgeVerdict['usage']>((sum, { usage }) => addUsage(sum, usage), null),
    latency_ms: verdicts.reduce((sum, { latency_ms }) => sum + latency_ms, 0),
    status: missing === undefined ? 'scored' : 'error',
    reason: missing?.reason ?? null,
    results: [...verdicts],
  }
}
