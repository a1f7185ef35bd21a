/** Rows of evaluations as records. */
import { compileCriterion, type ReadyCriterion } from '../scoring/criterion.js'
import type { JsonObject } from '../../schema/common.js'
import type { Evaluation, EvaluationResult } from '../../schema/evaluation.js'
import type { Criterion } from '../../schema/scorer.js'
import type { Place, ResultRow } from '../../store/evaluations/results.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import type { Position } from '../../store/sql/page.js'
import { iso, isoOrNull, parseOrNull } from '../../domain/row-mappers.js'

/** What it scores by, ready to be used. */
export const criteriaIn = ({ criteria }: Pick<EvaluationRow, 'criteria'>): ReadyCriterion[] =>
  (JSON.parse(criteria) as Criterion[]).map(compileCriterion)

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
    summary: parseOrNull(row.summary) as Evaluation['summary'],
    error: parseOrNull(row.error) as Evaluation['error'],
    metadata: JSON.parse(row.metadata) as JsonObject,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    started_at: isoOrNull(row.started_at),
    completed_at: isoOrNull(row.completed_at),
  }
}

const HIDDEN = 'It is held out.'

/** A message may quote what it is about. */
const withoutMessage = (error: string | null): JsonObject | null =>
  error === null ? null : { ...parseOrNull(error), message: HIDDEN }

/** `isHidden`: what it is about is not shown, and neither is what explains its scores. */
export const toResult = (
  row: ResultRow,
  example: ExampleRow | undefined,
  isHidden: boolean,
): EvaluationResult => {
  const scores = JSON.parse(row.scores) as EvaluationResult['scores']
  const shown = (text: string | null): JsonObject | null => (isHidden ? null : parseOrNull(text))
  return {
    eval_id: row.eval_id,
    example_id: row.example_id,
    assistant: row.arm,
    repetition: row.repetition,
    run_id: isHidden ? null : row.run_id,
    status: row.status,
    passed: row.passed === null ? null : row.passed === 1,
    score: row.score,
    scores: isHidden
      ? scores.map(({ criterion, scorer, score, passed }) => ({
          criterion,
          scorer,
          score,
          passed,
          explanation: HIDDEN,
        }))
      : scores,
    input: shown(example?.input ?? null),
    expected_output: shown(example?.expected_output ?? null),
    output: shown(row.output),
    error: isHidden ? withoutMessage(row.error) : parseOrNull(row.error),
    latency_ms: row.latency_ms,
    usage: parseOrNull(row.usage),
    cost: row.cost,
    created_at: iso(row.created_at),
  }
}

/** A cursor has a number and an id; both the assistant and the repetition are small. */
const PLACES = 1_000
export const positionOf = ({ example_id, arm, repetition }: Place): Position => ({
  at: arm * PLACES + repetition,
  id: example_id,
})
export const placeAt = ({ at, id }: Position): Place => ({
  example_id: id,
  arm: Math.floor(at / PLACES),
  repetition: at % PLACES,
})
