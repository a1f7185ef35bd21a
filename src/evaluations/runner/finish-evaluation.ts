/** The end of an evaluation, or of what can be done without people: its summary, stored with the event that tells of it. */
import { toEvaluation } from '../lifecycle/row-mappers.js'
import type { EvaluationOutcome, EvaluationRow } from '../../store/evaluations/evaluations.js'
import { summarizeEvaluation } from './summarize.js'
import { publishEvaluationChange, type EvaluationLease } from './evaluation-lease.js'

interface EvaluationFailure {
  code: string
  message: string
}

/**
 * False: people said something meanwhile, which is to be looked at first. `touched`: as it was before what they said was
 * looked at last; later words would otherwise be taken for looked at, and wait for ever.
 */
export const finishEvaluation = async (lease: EvaluationLease, touched: number): Promise<boolean> => {
  const { deps, key } = lease
  const row = await deps.evaluations.get(key)
  if (row === undefined) return true
  const current = { ...row, touched }
  const { summary, isAwaiting } = await summarizeEvaluation(lease)
  if (!isAwaiting && current.done < current.total) {
    const message = `only ${String(current.done)} of ${String(current.total)} could be run: examples were deleted with their dataset`
    return storeEnding(lease, current, {
      status: 'failed',
      summary,
      failure: { code: 'dataset_deleted', message },
    })
  }
  return storeEnding(lease, current, { status: isAwaiting ? 'awaiting_feedback' : 'completed', summary })
}

/** With what it found until then. */
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
  const isConcluded =
    (await deps.evaluations.finish({ ...fencedKey, touched: row.touched }, ending, webhookStatements)) !==
    undefined
  if (isConcluded) {
    publishEvaluationChange(deps.bus, key.eval_id)
    deps.bus.publishOutbox()
  }
  return isConcluded
}
