/** What a run that has ended is worth: by rules at once, by a judge if it is asked, by people later. */
import type { JudgeCriterion, ReadyCriterion } from '../scoring/criterion.js'
import { turned } from '../scoring/criterion.js'
import { answerOf, unscored, type Given, type ToolCall } from '../scoring/score.js'
import type { JsonObject } from '../../schema/common.js'
import type { ResultRow, Scored } from '../../store/evaluations/results.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { Judging } from './judge-client.js'
import type { Plan } from './plan.js'
import { keptScore, settled, type KeptScore } from './stored-score.js'

interface Parts {
  runEvents: RunEventStore
  judging: Judging
}

export type RunRow = Row<'runs'>
export type ScoreRun = ReturnType<typeof makeScoreRun>

export const makeScoreRun = ({ runEvents, judging }: Parts) => {
  const scoreBy = async (
    criterion: ReadyCriterion,
    given: Given,
    arm: number,
    signal: AbortSignal,
  ): Promise<KeptScore | undefined> => {
    switch (criterion.kind) {
      case 'rule':
        return keptScore(criterion, criterion.score(given))
      case 'llm_judge':
        return byJudge(judging, criterion, given, signal)
      case 'human':
        return given.output === null
          ? keptScore(criterion, unscored('There is no output that people could judge.'))
          : { ...keptScore(criterion, unscored('It waits for its reviewers.')), awaiting: 'people' }
      case 'pairwise':
        // The baseline is what the others are compared with.
        return arm === 0
          ? undefined
          : { ...keptScore(criterion, unscored('It waits to be compared.')), awaiting: 'pair' }
    }
  }

  /** Undefined: the run is gone. */
  return async (
    plan: Plan,
    place: Pick<ResultRow, 'example_id' | 'arm'>,
    example: ExampleRow,
    run: RunRow | undefined,
    signal: AbortSignal,
  ): Promise<Scored> => {
    const toolCalls = plan.needsToolCalls && run !== undefined ? await toolCallsOf(runEvents, run) : []
    const given = givenOf(plan, example, run, toolCalls)
    const found = await Promise.all(
      plan.criteria.map((criterion) => scoreBy(criterion, given, place.arm, signal)),
    )
    const error = given.run.error === null ? null : JSON.stringify(given.run.error)
    const scores = found.filter((one) => one !== undefined)
    return {
      ...settled({ example_id: place.example_id, error }, scores, plan.criteria),
      output: run?.output ?? null,
      error,
      latency_ms: run === undefined ? null : given.run.latency_ms,
      usage: run?.usage ?? null,
      cost: given.run.cost,
    }
  }
}

const byJudge = async (
  judging: Judging,
  criterion: JudgeCriterion,
  given: Given,
  signal: AbortSignal,
): Promise<KeptScore> => {
  if (given.output === null) return keptScore(criterion, unscored('There is no output that could be judged.'))
  const judged = { input: questionOf(given.input), output: given.text, expected: referenceOf(given.expected) }
  const answer = await judging.judge(criterion, judged, signal)
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
  } = answer
  // The threshold is the judge's own business: it knows its own.
  return {
    ...keptScore(
      criterion,
      turned({ score, passed, explanation, raw: raw_score }, undefined, criterion.negate),
    ),
    ...{ scale, method, model, prompt_version, issues, flags, usage },
    ...(reason !== null && { reason }),
  }
}

/** What was asked: the message where the input has one, else all of it. */
export const questionOf = (input: JsonObject | null): string => {
  const message = input?.['message'] ?? input?.['input'] ?? input?.['question']
  return typeof message === 'string' ? message : JSON.stringify(input ?? {})
}

/** The answer that was expected, if it is one: a condition such as `contains` is none, but says what matters. */
export const referenceOf = (expected: JsonObject | null): string | null => {
  if (expected === null) return null
  const answer = expected['response'] ?? expected['answer'] ?? expected['contains']
  return typeof answer === 'string' ? answer : JSON.stringify(expected)
}

const givenOf = (plan: Plan, example: ExampleRow, run: RunRow | undefined, tool_calls: ToolCall[]): Given => {
  const output = parse<JsonObject>(run?.output ?? null)
  const usage = parse<NonNullable<Given['run']['usage']>>(run?.usage ?? null)
  return {
    input: parse<JsonObject>(example.input),
    output,
    text: answerOf(output),
    expected: parse<JsonObject>(example.expected_output),
    run: {
      latency_ms: latencyOf(run),
      usage,
      cost: costOf(plan.prices, usage),
      tool_calls,
      guardrail_outcome: run?.guardrail_outcome ?? null,
      error: errorOf(run),
    },
  }
}

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

/** From when it was taken up: how long it waited says nothing of the assistant. To its end, or to when it asked for something. */
const latencyOf = (run: RunRow | undefined): number =>
  run === undefined ? 0 : (run.completed_at ?? run.updated_at) - (run.started_at ?? run.created_at)

const costOf = (prices: Plan['prices'], usage: Given['run']['usage']): number | null => {
  const price = usage !== null && Object.hasOwn(prices, usage.model) ? prices[usage.model] : undefined
  if (usage === null || price === undefined) return null
  const { input_per_million: input, output_per_million: output } = price
  return (usage.input_tokens * input + usage.output_tokens * output) / 1_000_000
}

const errorOf = (run: RunRow | undefined): Given['run']['error'] => {
  if (run === undefined) return { code: 'run_deleted', message: 'the run was deleted' }
  if (run.status === 'completed') return null
  if (run.status === 'cancelled') return { code: 'cancelled', message: 'the run was cancelled' }
  if (run.status === 'requires_action')
    return { code: 'requires_action', message: 'the run asked for something that an evaluation cannot give' }
  return parse<NonNullable<Given['run']['error']>>(run.error) ?? { code: 'failed', message: 'the run failed' }
}

const ROWS = 100

const toolCallsOf = async (runEvents: RunEventStore, { tenant_id, run_id }: RunRow): Promise<ToolCall[]> => {
  const calls: ToolCall[] = []
  let after = 0
  for (;;) {
    const rows = await runEvents.listAfter({ tenant_id, run_id }, after, ROWS)
    for (const { events } of rows) {
      if (!events.includes('"tool.call"')) continue
      const told = JSON.parse(events) as { type: string; tool_name?: string; arguments?: JsonObject }[]
      for (const { type, tool_name, arguments: given } of told)
        if (type === 'tool.call' && tool_name !== undefined)
          calls.push({ name: tool_name, arguments: given ?? {} })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS) return calls
    after = last.last_seq
  }
}
