import { notFound } from '../../errors.js'
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
