/** Finishes an evaluation, or the part before its reviews: stores the summary and, in the same batch, the webhook event. */
import { toEvaluation } from '../lifecycle/row-mappers.js'
import type { EvaluationOutcome, EvaluationRow } from '../../store/evaluations/evaluations.js'
import { summarizeEvaluation } from './summarize.js'
import { publishEvaluationChange, type EvaluationLease } from './evaluation-lease.js'

interface EvaluationFailure {
  code: string
  message: string
}

/**
 * Returns false if a review arrived meanwhile, which must be settled first.
 * @param touched the review counter from before the last settling. With a later value, a review that arrived in between
 * would be considered settled and never be processed.
 */
export const finishEvaluation = async (lease: EvaluationLease, touched: number): Promise<boolean> => {
  const { deps, key } = lease
  const row = await deps.evaluations.get(key)
  if (row === undefined) return true
  const current = { ...row, touched }
  const { summary, isAwaiting } = await summarizeEvaluation(lease)
  if (!isAwaiting && current.done < current.total) {
    const message = `Only ${String(current.done)} of ${String(current.total)} results are done: the dataset was deleted`
    return storeEnding(lease, current, {
      status: 'failed',
      summary,
      failure: { code: 'dataset_deleted', message },
    })
  }
  return storeEnding(lease, current, { status: isAwaiting ? 'awaiting_feedback' : 'completed', summary })
}

/** Fails the evaluation with a summary of the results so far. */
export const failEvaluation = async (lease: EvaluationLease, failure: EvaluationFailure): Promise<void> => {
  const current = await lease.deps.evaluations.get(lease.key)
  if (current === undefined) return
  const { summary } = await summarizeEvaluation(lease)
  await storeEnding(lease, current, { status: 'failed', summary, failure })
}

const storeEnding = async (
  { deps, fencedKey, key }: EvaluationLease,
  row: EvaluationRow,
  {
    status,
    summary,
    failure = null,
  }: {
    status: 'completed' | 'awaiting_feedback' | 'failed'
    summary: object
    failure?: EvaluationFailure | null
  },
): Promise<boolean> => {
  const now = deps.clock.now()
  const ending: EvaluationOutcome = {
    status,
    summary: JSON.stringify(summary),
    error: failure === null ? null : JSON.stringify(failure),
    completed_at: status === 'awaiting_feedback' ? null : now,
    updated_at: now,
  }
  const webhookStatements =
    status === 'awaiting_feedback'
      ? []
      : [
          deps.outbox.buildStatement(
            key.tenant_id,
            'eval.completed',
            toEvaluation({ ...row, ...ending }),
            now,
          ),
        ]
  const isFinished =
    (await deps.evaluations.finish({ ...fencedKey, touched: row.touched }, ending, webhookStatements)) !==
    undefined
  if (isFinished) {
    publishEvaluationChange(deps.bus, key.eval_id)
    deps.bus.publishOutbox()
  }
  return isFinished
}
