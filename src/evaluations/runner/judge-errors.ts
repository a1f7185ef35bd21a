/** Errors of judge requests, as API errors. */
import { AppError, validationError } from '../../errors.js'
import { parseJudgedCriteria, type JudgedCriterion } from '../judge/rubrics.js'
import { CRITERIA, type JudgeResponse, type JudgeReason, type JudgeRequest } from '../../schema/judge.js'

export const requireCriteria = (request: Pick<JudgeRequest, 'criteria' | 'rubric'>): JudgedCriterion[] => {
  const { criteria, unknown } = parseJudgedCriteria(request)
  const [first] = unknown
  if (first !== undefined)
    throw validationError('criteria', `"${first}" is not one of ${CRITERIA.join(', ')}`)
  if (criteria.length === 0) throw validationError('criteria', 'or a rubric is required')
  return criteria
}

/** Reasons that the caller can fix; the other reasons are failures of the model. */
const CALLER_ERRORS: Partial<Record<JudgeReason, string>> = {
  expected_required: 'is required for this criterion if no model judges',
}

/** @param pathPrefix the path of the judged item in the request. */
export const toUnscoredError = (
  reason: JudgeReason,
  { explanation }: Pick<JudgeResponse, 'explanation'>,
  pathPrefix = '',
): AppError => {
  const text = CALLER_ERRORS[reason]
  if (text !== undefined) return validationError(pathPrefix + reason.replace('_required', ''), text)
  return new AppError('service_unavailable', explanation, { reason })
}
