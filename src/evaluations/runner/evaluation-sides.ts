/** The sides of a comparison: an assistant of an evaluation, and the evaluations that it is compared with. */
import { AppError, notFound } from '../../errors.js'
import type { Evaluation } from '../../schema/evaluation.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import { requireEndedEvaluation } from '../lifecycle/require-evaluation.js'

export interface Side {
  row: EvaluationRow
  /** The index of the assistant. */
  arm: number
  /** The name of the evaluation, and of the assistant if there are several. */
  name: string
}

const toArms = (row: EvaluationRow): Evaluation['assistants'] =>
  JSON.parse(row.arms) as Evaluation['assistants']

const toSide = (row: EvaluationRow, requestedArm?: number): Side => {
  const arms = toArms(row)
  const arm = requestedArm ?? arms.length - 1
  const label = arms[arm]?.label
  if (label === undefined) throw notFound('Assistant', String(arm))
  return { row, arm, name: arms.length === 1 ? row.name : `${row.name}: ${label}` }
}

/** All assistants of an evaluation. */
export const toArmSides = (row: EvaluationRow): Side[] => toArms(row).map((_, arm) => toSide(row, arm))

/** An evaluation that was cancelled early has no summary. */
const requireSummarized = async (
  evaluations: EvaluationStore,
  tenant_id: string,
  eval_id: string,
): Promise<EvaluationRow> => {
  const row = await requireEndedEvaluation(evaluations, tenant_id, eval_id)
  if (row.summary !== null) return row
  const message = `Evaluation ${eval_id} is ${row.status} and has no summary to compare`
  throw new AppError('resource_conflict', message, { status: row.status })
}

/** The evaluation and then those of `against`, in this order. */
export const requireSides = (
  evaluations: EvaluationStore,
  tenant_id: string,
  eval_id: string,
  { against, assistant }: { against: string; assistant?: number },
): Promise<Side[]> =>
  Promise.all([
    requireSummarized(evaluations, tenant_id, eval_id).then((row) => toSide(row, assistant)),
    ...against.split(',').map(async (reference) => {
      const [id = '', arm] = reference.split(':')
      const row = await requireSummarized(evaluations, tenant_id, id)
      return toSide(row, arm === undefined ? undefined : Number(arm))
    }),
  ])
