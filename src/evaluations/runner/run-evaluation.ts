/** One evaluation, from where it stands to its end, or to where people are needed. */
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import { comparePairs } from './compare-pairs.js'
import { AssistantGone, runExamples } from './run-examples.js'
import { settleReviews } from './settle-reviews.js'
import { end, fail } from './finish-evaluation.js'
import { Work, type WorkParts } from './evaluation-lease.js'

export const carryOn = async (parts: WorkParts, row: EvaluationRow, signal: AbortSignal): Promise<void> => {
  const work = new Work(parts, row, signal)
  try {
    await runExamples(work)
    await comparePairs(work)
    let touched: number
    do {
      touched = (await parts.evaluations.get(row))?.touched ?? 0
      await settleReviews(work)
    } while (
      // Not ended: people said something meanwhile, or it is somebody else's by now.
      work.goesOn &&
      !(await end(work, touched)) &&
      (await work.store([]))
    )
  } catch (error) {
    // Who stopped it needs no reason.
    if (work.goesOn) {
      if (!(error instanceof AssistantGone)) throw error
      await fail(work, { code: 'assistant_deleted', message: error.message })
    }
  } finally {
    work.close()
  }
  // The next who looks may go on at once. After an error the lease is left to run out: trying at once would be in vain.
  await parts.evaluations.release(work.lease)
}
