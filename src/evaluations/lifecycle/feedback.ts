/** Feedback of people on runs, inside or outside of an evaluation. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound, validationError } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { JsonObject, Page } from '../../schema/common.js'
import type { Feedback, FeedbackCreate, FeedbackQuery } from '../../schema/feedback.js'
import type { FeedbackRow, FeedbackStore } from '../../store/evaluations/feedback.js'
import type { RunStore } from '../../store/runs/runs.js'
import { toPageRequest, toPage } from '../../domain/cursor.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../../domain/idempotency.js'
import { isFinal } from '../../domain/runs/run-state.js'

interface FeedbackDeps {
  feedback: FeedbackStore
  runs: RunStore
  clock: Clock
}

const CONTENT_FIELDS = ['rating', 'comment', 'dimensions', 'corrected_output'] as const

export const makeFeedback = ({ feedback, runs, clock }: FeedbackDeps) => ({
  async create(
    tenant_id: string,
    request: FeedbackCreate,
    caller: string,
    idempotencyStatements: IdempotencyStatements<Feedback> = noIdempotencyStatements,
  ): Promise<Feedback> {
    if (CONTENT_FIELDS.every((field) => request[field] === undefined))
      throw validationError('rating', 'or a comment, dimensions or a corrected_output is required')
    const run = await runs.get({ tenant_id, run_id: request.run_id.toLowerCase() })
    if (run === undefined) throw notFound('Run', request.run_id)
    if (!isFinal(run.status))
      throw new AppError('resource_conflict', `The run is ${run.status}; feedback requires a finished run`, {
        status: run.status,
      })
    const row: FeedbackRow = {
      tenant_id,
      feedback_id: newId(),
      run_id: run.run_id,
      eval_id: null,
      rating: request.rating ?? null,
      dimensions: JSON.stringify(request.dimensions ?? {}),
      comment: request.comment ?? null,
      corrected_output:
        request.corrected_output === undefined ? null : JSON.stringify(request.corrected_output),
      reviewer: request.reviewer ?? caller,
      created_at: clock.now(),
    }
    const created = toFeedback(row)
    await feedback.insert(row, ...idempotencyStatements(created))
    return created
  },

  async get(tenant_id: string, feedback_id: string): Promise<Feedback> {
    const row = await feedback.get({ tenant_id, feedback_id })
    if (row === undefined) throw notFound('Feedback', feedback_id)
    return toFeedback(row)
  },

  async list(tenant_id: string, { run_id, eval_id, ...query }: FeedbackQuery): Promise<Page<Feedback>> {
    const filter = { run_id: run_id?.toLowerCase(), eval_id: eval_id?.toLowerCase() }
    const listName = `feedback?${JSON.stringify(filter)}`
    const page = toPageRequest(listName, query)
    const rows = await feedback.list(tenant_id, filter, page)
    return toPage(listName, page, rows, (row) => ({ at: row.created_at, id: row.feedback_id }), toFeedback)
  },
})

export type FeedbackResource = ReturnType<typeof makeFeedback>

export const toFeedback = (row: FeedbackRow): Feedback => ({
  id: row.feedback_id,
  feedback_id: row.feedback_id,
  run_id: row.run_id,
  eval_id: row.eval_id,
  rating: row.rating,
  comment: row.comment,
  dimensions: JSON.parse(row.dimensions) as Record<string, number>,
  corrected_output: row.corrected_output === null ? null : (JSON.parse(row.corrected_output) as JsonObject),
  reviewer: row.reviewer,
  created_at: new Date(row.created_at).toISOString(),
})
