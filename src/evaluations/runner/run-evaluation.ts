/** One evaluation, from where it stands to its end, or to where people are needed. */
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
      // Not ended: people said something meanwhile, or it is somebody else's by now.
      lease.isActive &&
      !(await finishEvaluation(lease, touched)) &&
      (await lease.commit([]))
    )
  } catch (error) {
    // Who stopped it needs no reason.
    if (lease.isActive) {
      if (!(error instanceof AssistantDeletedError)) throw error
      await failEvaluation(lease, { code: 'assistant_deleted', message: error.message })
    }
  } finally {
    lease.close()
  }
  // The next who looks may go on at once. After an error the lease is left to run out: trying at once would be in vain.
  await deps.evaluations.release(lease.fencedKey)
}
