/** What is wrong with a question to a judge, or with its answer, as the caller is told. */
import { AppError } from '../../errors.js'
import { parseJudgedCriteria, type JudgedCriterion } from '../judge/rubrics.js'
import { CRITERIA, type JudgeResponse, type JudgeReason, type JudgeRequest } from '../../schema/judge.js'

export const validationError = (field: string, text: string): AppError =>
  new AppError('validation_error', `${field} ${text}`, { [field]: text })

export const requireCriteria = (request: Pick<JudgeRequest, 'criteria' | 'rubric'>): JudgedCriterion[] => {
  const { criteria, unknown } = parseJudgedCriteria(request)
  const [first] = unknown
  if (first !== undefined) throw validationError('criteria', `"${first}" is none of ${CRITERIA.join(', ')}`)
  if (criteria.length === 0) throw validationError('criteria', 'or a rubric is required')
  return criteria
}

/** Reasons that are the caller's to mend; the others are those of the model. */
const CALLER_ERRORS: Partial<Record<JudgeReason, string>> = {
  expected_required: 'is required for this criterion where no model judges',
}

/** Why there is no score. `within`: where in the request that was asked about is. */
export const toUnscoredError = (
  reason: JudgeReason,
  { explanation }: Pick<JudgeResponse, 'explanation'>,
  pathPrefix = '',
): AppError => {
  const text = CALLER_ERRORS[reason]
  if (text !== undefined) return validationError(pathPrefix + reason.replace('_required', ''), text)
  return new AppError('service_unavailable', explanation, { reason })
}
