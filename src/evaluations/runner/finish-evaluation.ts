/** The end of an evaluation, or of what can be done without people: its summary, stored with the event that tells of it. */
import { toEvaluation } from '../lifecycle/row-mappers.js'
import type { Ending, EvaluationRow } from '../../store/evaluations/evaluations.js'
import { summarise } from './summarize.js'
import { tellOf, type Work } from './evaluation-lease.js'

interface Failure {
  code: string
  message: string
}

/**
 * False: people said something meanwhile, which is to be looked at first. `touched`: as it was before what they said was
 * looked at last; later words would otherwise be taken for looked at, and wait for ever.
 */
export const end = async (work: Work, touched: number): Promise<boolean> => {
  const { parts, of } = work
  const row = await parts.evaluations.get(of)
  if (row === undefined) return true
  const now = { ...row, touched }
  const { summary, isAwaiting } = await summarise(work)
  if (!isAwaiting && now.done < now.total) {
    const message = `only ${String(now.done)} of ${String(now.total)} could be run: examples were deleted with their dataset`
    return conclude(work, now, { status: 'failed', summary, failure: { code: 'dataset_deleted', message } })
  }
  return conclude(work, now, { status: isAwaiting ? 'awaiting_feedback' : 'completed', summary })
}

/** With what it found until then. */
export const fail = async (work: Work, failure: Failure): Promise<void> => {
  const now = await work.parts.evaluations.get(work.of)
  if (now === undefined) return
  const { summary } = await summarise(work)
  await conclude(work, now, { status: 'failed', summary, failure })
}

const conclude = async (
  { parts, lease, of }: Work,
  row: EvaluationRow,
  {
    status,
    summary,
    failure = null,
  }: {
    status: 'completed' | 'awaiting_feedback' | 'failed'
    summary: object
    failure?: Failure | null
  },
): Promise<boolean> => {
  const now = parts.clock.now()
  const ending: Ending = {
    status,
    summary: JSON.stringify(summary),
    error: failure === null ? null : JSON.stringify(failure),
    completed_at: status === 'awaiting_feedback' ? null : now,
    updated_at: now,
  }
  const told =
    status === 'awaiting_feedback'
      ? []
      : [parts.outbox.statement(of.tenant_id, 'eval.completed', toEvaluation({ ...row, ...ending }), now)]
  const isConcluded =
    (await parts.evaluations.finish({ ...lease, touched: row.touched }, ending, told)) !== undefined
  if (isConcluded) {
    tellOf(parts.bus, of.eval_id)
    parts.bus.announceOutbox()
  }
  return isConcluded
}
