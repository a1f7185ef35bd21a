/** Scores a finished run: rules and judges immediately, reviews and pairs later. */
import type { CheckThreads } from '../../engine/checks/check-threads.js'
import { AppError } from '../../errors.js'
import type { JudgeCriterion, RuleCriterion, ScoringCriterion } from '../scoring/criterion.js'
import { adjustScore } from '../scoring/criterion.js'
import { toOutputText, unscored, type Score, type ScorerInput, type ToolCall } from '../scoring/score.js'
import { retryWhileUnavailable } from '../../engine/retry-while-unavailable.js'
import type { JsonObject } from '../../schema/common.js'
import type { RuleScorer } from '../../schema/scorer.js'
import type { ResultRow, ResultScore } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { JudgeClient } from './judge-client.js'
import type { EvaluationPlan } from './plan.js'
import { toStoredScore, settleResult, type StoredScore } from './stored-score.js'

interface ScoreRunDeps {
  runEvents: RunEventStore
  judgeClient: JudgeClient
  checkThreads: CheckThreads
}

/**
 * Scorers with patterns or schemas of users, that parse JSON, or that take more than linear time. The others take at most 30 ms for a text of
 * 1 MB (November 2026), so they run on the main thread.
 */
const THREADED_SCORERS: ReadonlySet<RuleScorer> = new Set([
  'regex',
  'json_schema',
  'json_valid',
  'similarity',
])

export type RunRow = Row<'runs'>
export type ScoreRun = ReturnType<typeof makeScoreRun>

export const makeScoreRun = ({ runEvents, judgeClient, checkThreads }: ScoreRunDeps) => {
  const scoreCriterion = async (
    criterion: ScoringCriterion,
    scorerInput: ScorerInput,
    { tenant_id, arm }: { tenant_id: string; arm: number },
    signal: AbortSignal,
  ): Promise<StoredScore | undefined> => {
    switch (criterion.kind) {
      case 'rule':
        return toStoredScore(
          criterion,
          THREADED_SCORERS.has(criterion.scorer)
            ? await scoreInThread(checkThreads, tenant_id, criterion, scorerInput)
            : criterion.score(scorerInput),
        )
      case 'llm_judge':
        return scoreByJudge(judgeClient, criterion, scorerInput, signal)
      case 'human':
        return scorerInput.output === null
          ? toStoredScore(criterion, unscored('The run has no output to review.'))
          : { ...toStoredScore(criterion, unscored('Waiting for reviewers.')), awaiting: 'people' }
      case 'pairwise':
        // The baseline itself is not compared.
        return arm === 0
          ? undefined
          : { ...toStoredScore(criterion, unscored('Waiting for the comparison.')), awaiting: 'pair' }
    }
  }

  /** `run` is undefined if it was deleted. */
  return async (
    plan: EvaluationPlan,
    position: Pick<ResultRow, 'example_id' | 'arm'>,
    example: ExampleRow,
    run: RunRow | undefined,
    signal: AbortSignal,
  ): Promise<ResultScore> => {
    // Repeated, because an error here would become the result of the example.
    const toolCalls =
      plan.needsToolCalls && run !== undefined
        ? await retryWhileUnavailable(
            () => readToolCalls(runEvents, run),
            () => signal.aborted,
          )
        : []
    const scorerInput = toScorerInput(plan, example, run, toolCalls)
    const target = { tenant_id: example.tenant_id, arm: position.arm }
    const allScores = await Promise.all(
      plan.criteria.map((criterion) => scoreCriterion(criterion, scorerInput, target, signal)),
    )
    const error = scorerInput.run.error === null ? null : JSON.stringify(scorerInput.run.error)
    const scores = allScores.filter((score) => score !== undefined)
    return {
      ...settleResult({ example_id: position.example_id, error }, scores, plan.criteria),
      output: run?.output ?? null,
      error,
      latency_ms: run === undefined ? null : scorerInput.run.latency_ms,
      usage: run?.usage ?? null,
      cost: scorerInput.run.cost,
    }
  }
}

/** If a check exceeds its deadline, the result is stored without this score and the evaluation continues. */
const scoreInThread = async (
  checkThreads: CheckThreads,
  tenant_id: string,
  { definition }: RuleCriterion,
  input: ScorerInput,
): Promise<Score> => {
  try {
    return await checkThreads.run(tenant_id, { kind: 'score', criterion: definition, input }, true)
  } catch (error) {
    if (error instanceof AppError && error.code === 'check_timeout') return unscored(`${error.message}.`)
    throw error
  }
}

const scoreByJudge = async (
  judgeClient: JudgeClient,
  criterion: JudgeCriterion,
  scorerInput: ScorerInput,
  signal: AbortSignal,
): Promise<StoredScore> => {
  if (scorerInput.output === null)
    return toStoredScore(criterion, unscored('The run has no output to judge.'))
  const judgeInput = {
    input: toQuestionText(scorerInput.input),
    output: scorerInput.text,
    expected: toReferenceText(scorerInput.expected),
  }
  const reply = await judgeClient.judge(criterion, judgeInput, signal)
  const {
    score,
    passed,
    explanation,
    raw_score,
    scale,
    method,
    model,
    prompt_version,
    issues,
    flags,
    usage,
    reason,
  } = reply
  // The judge has already applied the threshold.
  return {
    ...toStoredScore(
      criterion,
      adjustScore({ score, passed, explanation, raw: raw_score }, undefined, criterion.negate),
    ),
    ...{ scale, method, model, prompt_version, issues, flags, usage },
    ...(reason !== null && { reason }),
  }
}

/** The question of an example: its message if the input has one, otherwise the whole input. */
export const toQuestionText = (input: JsonObject | null): string => {
  const message = input?.['message'] ?? input?.['input'] ?? input?.['question']
  return typeof message === 'string' ? message : JSON.stringify(input ?? {})
}

/** The reference output. `contains` is not a full reference, but it says what matters. */
export const toReferenceText = (expected: JsonObject | null): string | null => {
  if (expected === null) return null
  const reference = expected['response'] ?? expected['answer'] ?? expected['contains']
  return typeof reference === 'string' ? reference : JSON.stringify(expected)
}

const toScorerInput = (
  plan: EvaluationPlan,
  example: ExampleRow,
  run: RunRow | undefined,
  tool_calls: ToolCall[],
): ScorerInput => {
  const output = parseOrNull<JsonObject>(run?.output ?? null)
  const usage = parseOrNull<NonNullable<ScorerInput['run']['usage']>>(run?.usage ?? null)
  return {
    input: parseOrNull<JsonObject>(example.input),
    output,
    text: toOutputText(output),
    expected: parseOrNull<JsonObject>(example.expected_output),
    run: {
      latency_ms: computeLatency(run),
      usage,
      cost: computeCost(plan.prices, usage),
      tool_calls,
      guardrail_outcome: run?.guardrail_outcome ?? null,
      error: toRunError(run),
    },
  }
}

const parseOrNull = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

/** From the start of the run, without its time in the queue, to its end or to the time when it required action. */
const computeLatency = (run: RunRow | undefined): number =>
  run === undefined ? 0 : (run.completed_at ?? run.updated_at) - (run.started_at ?? run.created_at)

const computeCost = (prices: EvaluationPlan['prices'], usage: ScorerInput['run']['usage']): number | null => {
  const price = usage !== null && Object.hasOwn(prices, usage.model) ? prices[usage.model] : undefined
  if (usage === null || price === undefined) return null
  const { input_per_million: input, output_per_million: output } = price
  return (usage.input_tokens * input + usage.output_tokens * output) / 1_000_000
}

const toRunError = (run: RunRow | undefined): ScorerInput['run']['error'] => {
  if (run === undefined) return { code: 'run_deleted', message: 'The run was deleted' }
  if (run.status === 'completed') return null
  if (run.status === 'cancelled') return { code: 'cancelled', message: 'The run was cancelled' }
  if (run.status === 'requires_action')
    return {
      code: 'requires_action',
      message: 'The run requires an action that an evaluation cannot provide',
    }
  return (
    parseOrNull<NonNullable<ScorerInput['run']['error']>>(run.error) ?? {
      code: 'failed',
      message: 'The run failed',
    }
  )
}

const PAGE_SIZE = 100

const readToolCalls = async (
  runEvents: RunEventStore,
  { tenant_id, run_id }: RunRow,
): Promise<ToolCall[]> => {
  const calls: ToolCall[] = []
  let after = 0
  for (;;) {
    const rows = await runEvents.listAfter({ tenant_id, run_id }, after, PAGE_SIZE)
    for (const { type, text } of rows.flatMap(({ events }) => events)) {
      if (type !== 'tool.call') continue
      const call = JSON.parse(text) as { tool_name?: string; arguments?: JsonObject }
      if (call.tool_name !== undefined) calls.push({ name: call.tool_name, arguments: call.arguments ?? {} })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_SIZE) return calls
    after = last.last_seq
  }
}
