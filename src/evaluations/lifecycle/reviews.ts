/**
 * The review queue of an evaluation. A result is reserved for the reviewer who gets it; several reviewers may be required per
 * result, and none sees the reviews of others. A review wakes the evaluation runner, which settles the scores.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { HumanCriterion } from '../scoring/criterion.js'
import { newId } from '../../platform/ids.js'
import type { EvaluationSettings } from '../../schema/evaluation.js'
import type { Feedback, Review, ReviewReservation, ReviewNext } from '../../schema/feedback.js'
import type { ReviewReservationStore } from '../../store/evaluations/review-reservations.js'
import type { ResultRow, EvaluationResultStore } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { ExampleStore } from '../../store/datasets/examples.js'
import type { FeedbackRow, FeedbackStore } from '../../store/evaluations/feedback.js'
import { rewordConflict } from '../../domain/require-resource.js'
import { requireEvaluation } from './require-evaluation.js'
import { toFeedback } from './feedback.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import { parseObjectOrNull } from '../../domain/row-mappers.js'
import { compileCriteria } from './row-mappers.js'

interface ReviewsDeps {
  evaluations: EvaluationStore
  results: EvaluationResultStore
  examples: ExampleStore
  reservations: ReviewReservationStore
  feedback: FeedbackStore
  publishQueued: () => void
  clock: Clock
}

const MINUTE_MS = 60_000

export const makeReviews = ({
  evaluations,
  results,
  examples,
  reservations,
  feedback,
  publishQueued,
  clock,
}: ReviewsDeps) => {
  const getOpen = async (tenant_id: string, eval_id: string): Promise<EvaluationRow> => {
    const row = await requireEvaluation(evaluations, tenant_id, eval_id)
    requireOpen(row)
    return row
  }

  const toReviewItem = async (
    row: EvaluationRow,
    result: ResultRow,
    expiresAt: number,
  ): Promise<ReviewReservation['item']> => {
    const { tenant_id, dataset_id, dataset_version: version } = row
    const [example] = await examples.listByIds({ tenant_id, dataset_id, version }, [result.example_id])
    return {
      run_id: result.run_id ?? '',
      example_id: result.example_id,
      input: parseObjectOrNull(example?.input ?? null),
      expected_output: parseObjectOrNull(example?.expected_output ?? null),
      output: parseObjectOrNull(result.output),
      criteria: getHumanCriteria(row).map(({ name, question, scale }) => ({
        name,
        question: question ?? null,
        scale,
      })),
      reserved_until: new Date(expiresAt).toISOString(),
    }
  }

  return {
    async next(
      tenant_id: string,
      eval_id: string,
      request: ReviewNext,
      caller: string,
    ): Promise<ReviewReservation> {
      const row = await requireEvaluation(evaluations, tenant_id, eval_id)
      // The evaluation completes with the last review, often before its reviewer asks for the next result.
      if (row.status === 'completed') return { item: null }
      requireOpen(row)
      const { reviewers } = JSON.parse(row.settings) as EvaluationSettings
      const { reviewer = caller, minutes = 30, skip = [] } = request
      const now = clock.now()
      const expires_at = now + minutes * MINUTE_MS
      const run_id = await reservations.reserve(
        { tenant_id, eval_id, reviewer, reviewers, now, expires_at },
        skip.map((id) => id.toLowerCase()),
      )
      const result = run_id === undefined ? undefined : await results.getByRun(row, run_id)
      return { item: result === undefined ? null : await toReviewItem(row, result, expires_at) }
    },

    async submit(
      tenant_id: string,
      eval_id: string,
      request: Review,
      caller: string,
      idempotencyStatements: IdempotencyStatements<Feedback> = noIdempotencyStatements,
    ): Promise<Feedback> {
      const row = await getOpen(tenant_id, eval_id)
      const result = await results.getByRun(row, request.run_id.toLowerCase())
      if (result?.run_id == null) throw notFound('Run', request.run_id)
      if (result.status !== 'awaiting_feedback')
        throw new AppError('resource_conflict', `The result is ${result.status}`, { status: result.status })
      checkScores(getHumanCriteria(row), request.scores)
      const { reviewer = caller, rating, comment, corrected_output } = request
      const now = clock.now()
      const review: FeedbackRow = {
        tenant_id,
        feedback_id: newId(),
        run_id: result.run_id,
        eval_id: row.eval_id,
        rating: rating ?? null,
        dimensions: JSON.stringify(request.scores),
        comment: comment ?? null,
        corrected_output: corrected_output === undefined ? null : JSON.stringify(corrected_output),
        reviewer,
        created_at: now,
      }
      const submitted = toFeedback(review)
      const reservationKey = { tenant_id, eval_id: row.eval_id, reviewer }
      await feedback
        .insert(
          review,
          evaluations.markFeedbackStatement(row, now),
          reservations.removeOfReviewerStatement(reservationKey),
          ...idempotencyStatements(submitted),
        )
        .catch(async (error: unknown) => {
          // The conflict may also be that the evaluation has just ended.
          await getOpen(tenant_id, eval_id)
          throw rewordConflict(error, `${reviewer} has already reviewed this result`)
        })
      publishQueued()
      return submitted
    },
  }
}

export type Reviews = ReturnType<typeof makeReviews>

const requireOpen = ({ status }: EvaluationRow): void => {
  if (status !== 'running' && status !== 'awaiting_feedback')
    throw new AppError('resource_conflict', `The evaluation is ${status}`, { status })
}

const getHumanCriteria = (row: EvaluationRow): HumanCriterion[] =>
  compileCriteria(row).filter((criterion) => criterion.kind === 'human')

/** Every human criterion needs a score within its scale; other names are refused. */
const checkScores = (criteria: readonly HumanCriterion[], scores: Record<string, number>): void => {
  const problems: Record<string, string> = {}
  for (const { name, scale } of criteria) {
    const score = Object.hasOwn(scores, name) ? scores[name] : undefined
    if (score === undefined) problems[`scores/${name}`] = 'is required'
    else if (score < scale.min || score > scale.max)
      problems[`scores/${name}`] = `must be from ${String(scale.min)} to ${String(scale.max)}`
  }
  for (const name of Object.keys(scores))
    if (!criteria.some((criterion) => criterion.name === name))
      problems[`scores/${name}`] = 'is not a criterion with the scorer human'
  const [first] = Object.entries(problems)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), problems)
}
