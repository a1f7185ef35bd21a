/** Runs one evaluation from its current state to its end, or until it needs reviewers. */
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import { comparePairs } from './compare-pairs.js'
import { AssistantDeletedError, runExamples } from './run-examples.js'
import { settleReviews } from './settle-reviews.js'
import { finishEvaluation, failEvaluation } from './finish-evaluation.js'
import { EvaluationLease, type EvaluationDeps } from './evaluation-lease.js'

export const runEvaluation = async (
  deps: EvaluationDeps,
  row: EvaluationRow,
  signal: AbortSignal,
): Promise<void> => {
  const lease = new EvaluationLease(deps, row, signal)
  try {
    await runExamples(lease)
    await comparePairs(lease)
    let touched: number
    do {
      touched = (await deps.evaluations.get(row))?.touched ?? 0
      await settleReviews(lease)
    } while (
      // Not finished: a review arrived meanwhile, so settle again, or the lease was lost, so stop.
      lease.isActive &&
      !(await finishEvaluation(lease, touched)) &&
      (await lease.commit([]))
    )
  } catch (error) {
    // An error after the lease was lost is a consequence of the abort.
    if (lease.isActive) {
      if (!(error instanceof AssistantDeletedError)) throw error
      await failEvaluation(lease, { code: 'assistant_deleted', message: error.message })
    }
  } finally {
    lease.close()
  }
  // Released, so that any node can claim it at once. After an error the lease expires instead, which delays the retry.
  await deps.evaluations.release(lease.fencedKey)
}
