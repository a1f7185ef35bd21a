/** What is wrong with a question to a judge, or with its answer, as the caller is told. */
import { AppError } from '../../errors.js'
import { criteriaOf, type Criterion } from '../judge/rubrics.js'
import { CRITERIA, type JudgeAnswer, type JudgeReason, type JudgeRequest } from '../../schema/judge.js'

export const refuse = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })

export const requireCriteria = (sent: Pick<JudgeRequest, 'criteria' | 'rubric'>): Criterion[] => {
  const { criteria, unknown } = criteriaOf(sent)
  const [first] = unknown
  if (first !== undefined) throw refuse('criteria', `"${first}" is none of ${CRITERIA.join(', ')}`)
  if (criteria.length === 0) throw refuse('criteria', 'or a rubric is required')
  return criteria
}

/** Reasons that are the caller's to mend; the others are those of the model. */
const CALLERS: Partial<Record<JudgeReason, string>> = {
  expected_required: 'is required for this criterion where no model judges',
}

/** Why there is no score. `within`: where in the request that was asked about is. */
export const unscoredProblem = (
  reason: JudgeReason,
  { explanation }: Pick<JudgeAnswer, 'explanation'>,
  within = '',
): AppError => {
  const text = CALLERS[reason]
  if (text !== undefined) return refuse(within + reason.replace('_required', ''), text)
  return new AppError('service_unavailable', explanation, { reason })
}
