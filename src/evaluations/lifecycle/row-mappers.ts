/** Maps rows of evaluations and results to API records. */
import { compileCriterion, type ScoringCriterion } from '../scoring/criterion.js'
import type { JsonObject } from '../../schema/common.js'
import type { Evaluation, EvaluationResult, EvaluationSettings } from '../../schema/evaluation.js'
import type { Criterion } from '../../schema/scorer.js'
import type { ResultPosition, ResultRow } from '../../store/evaluations/results.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import type { ExampleFilter, ExampleRow } from '../../store/datasets/examples.js'
import type { Position } from '../../store/sql/page.js'
import { toIso, toIsoOrNull, parseObjectOrNull } from '../../domain/row-mappers.js'

export const compileCriteria = ({ criteria }: Pick<EvaluationRow, 'criteria'>): ScoringCriterion[] =>
  (JSON.parse(criteria) as Criterion[]).map(compileCriterion)

/** Maps the stored filter of an evaluation, whose key `without` names the held-out split, to the filter of the store. */
export const toExampleFilter = ({ without, ...filter }: EvaluationSettings['filter']): ExampleFilter => ({
  ...filter,
  excludedSplit: without,
})

export const toEvaluation = (row: EvaluationRow): Evaluation => {
  const assistants = JSON.parse(row.arms) as Evaluation['assistants']
  const [first] = assistants
  const { total, done, errors } = row
  return {
    id: row.eval_id,
    eval_id: row.eval_id,
    name: row.name,
    type: row.type,
    status: row.status,
    assistant_id: first?.assistant_id ?? null,
    assistant_version: first?.version ?? null,
    assistants,
    dataset_id: row.dataset_id,
    dataset_version: row.dataset_version,
    criteria: JSON.parse(row.criteria) as Criterion[],
    settings: JSON.parse(row.settings) as JsonObject,
    progress: { done, total, errors, percent: total === 0 ? 100 : Math.round((done / total) * 1000) / 10 },
    summary: parseObjectOrNull(row.summary) as Evaluation['summary'],
    error: parseObjectOrNull(row.error) as Evaluation['error'],
    metadata: JSON.parse(row.metadata) as JsonObject,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    started_at: toIsoOrNull(row.started_at),
    completed_at: toIsoOrNull(row.completed_at),
  }
}

const HELD_OUT_TEXT = 'Hidden: the example is in the held-out split.'

/** The message of an error may quote the hidden content. */
const withoutMessage = (error: string | null): JsonObject | null =>
  error === null ? null : { ...parseObjectOrNull(error), message: HELD_OUT_TEXT }

/** `isHidden`: the content of the result and the explanations of its scores are left out. */
export const toEvaluationResult = (
  row: ResultRow,
  example: ExampleRow | undefined,
  { isHidden, isRunStored }: { isHidden: boolean; isRunStored: boolean },
): EvaluationResult => {
  const scores = JSON.parse(row.scores) as EvaluationResult['scores']
  const parseIfVisible = (text: string | null): JsonObject | null =>
    isHidden ? null : parseObjectOrNull(text)
  return {
    eval_id: row.eval_id,
    example_id: row.example_id,
    assistant: row.arm,
    repetition: row.repetition,
    run_id: isHidden ? null : row.run_id,
    run_removed: !isHidden && !isRunStored,
    status: row.status,
    passed: row.passed === null ? null : row.passed === 1,
    score: row.score,
    scores: isHidden
      ? scores.map(({ criterion, scorer, score, passed }) => ({
          criterion,
          scorer,
          score,
          passed,
          explanation: HELD_OUT_TEXT,
        }))
      : scores,
    input: parseIfVisible(example?.input ?? null),
    expected_output: parseIfVisible(example?.expected_output ?? null),
    output: parseIfVisible(row.output),
    error: isHidden ? withoutMessage(row.error) : parseObjectOrNull(row.error),
    latency_ms: row.latency_ms,
    usage: parseObjectOrNull(row.usage),
    cost: row.cost,
    created_at: toIso(row.created_at),
  }
}

/** A cursor holds one number and one id, so the arm and the repetition (both below 1,000) share the number. */
const ARM_FACTOR = 1_000
export const toCursorPosition = ({ example_id, arm, repetition }: ResultPosition): Position => ({
  at: arm * ARM_FACTOR + repetition,
  id: example_id,
})
export const toResultPosition = ({ at, id }: Position): ResultPosition => ({
  example_id: id,
  arm: Math.floor(at / ARM_FACTOR),
  repetition: at % ARM_FACTOR,
})
