import { AppError, notFound } from '../../errors.js'
import { FINAL_EVAL_STATUSES } from '../../schema/evaluation.js'
import type { EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { Row } from '../../store/sql/tables.js'

export const requireEvaluation = async (
  evaluations: EvaluationStore,
  tenant_id: string,
  eval_id: string,
): Promise<Row<'evaluations'>> => {
  const row = await evaluations.get({ tenant_id, eval_id: eval_id.toLowerCase() })
  if (row === undefined) throw notFound('Evaluation', eval_id)
  return row
}

export const requireEndedEvaluation = async (
  evaluations: EvaluationStore,
  tenant_id: string,
  eval_id: string,
): Promise<Row<'evaluations'>> => {
  const row = await requireEvaluation(evaluations, tenant_id, eval_id)
  const { status } = row
  if (FINAL_EVAL_STATUSES.some((finalStatus) => finalStatus === status)) return row
  throw new AppError('resource_conflict', `Evaluation ${eval_id} is ${status} and has not ended`, { status })
}
