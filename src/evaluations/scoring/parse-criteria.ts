/**
 * Normalizes the criteria of a request to the form that is stored. A criterion in the request is a name, an object with a
 * description, or a complete criterion. All validation problems are returned at once.
 */
import type { ValidationProblems } from '../../schema/validation-problems.js'
import type { EvalType } from '../../schema/evaluation.js'
import type { JsonObject } from '../../schema/common.js'
import { withPatternQuota } from '../../json-schema/walk-schema.js'
import type { Criterion } from '../../schema/scorer.js'
import { checkCriterion, compileCriterion, type ScoringCriterion } from './criterion.js'

/** The scorer of a criterion that names none. */
const defaultScorer = (type: EvalType): string => (type === 'human_feedback' ? 'human' : 'llm_judge')

/** The criterion of a rule-based evaluation without criteria: compare each output with its `expected_output`. */
const EXPECTED_OUTPUT_CRITERION: Criterion = { name: 'expected_output', scorer: 'expected' }
const HUMAN_QUALITY_CRITERION: Criterion = { name: 'quality', scorer: 'human' }

export const parseCriteria = (
  type: EvalType,
  requestedCriteria: readonly unknown[] | undefined,
  model: string | undefined,
): { criteria: Criterion[]; problems: ValidationProblems } => {
  if (requestedCriteria === undefined || requestedCriteria.length === 0) {
    if (type === 'llm_judge')
      return { criteria: [], problems: { criteria: 'must name at least one criterion for type llm_judge' } }
    return {
      criteria: [type === 'human_feedback' ? HUMAN_QUALITY_CRITERION : EXPECTED_OUTPUT_CRITERION],
      problems: {},
    }
  }
  const problems: ValidationProblems = {}
  const criteria = requestedCriteria.map((requested) => toCriterion(type, requested, model))
  const criterionProblems = withPatternQuota(() => criteria.map(checkCriterion))
  const names = new Set<string>()
  for (const [index, criterion] of criteria.entries()) {
    for (const [path, problem] of Object.entries(criterionProblems[index] ?? {}))
      problems[`criteria/${path}`] = problem
    for (const key of findUnsupportedPairwiseKeys(criterion))
      problems[`criteria/${criterion.name}/${key}`] =
        'is not supported by pairwise, which is summarized separately'
    if (names.has(criterion.name))
      problems[`criteria/${String(index)}/name`] = `"${criterion.name}" is used twice`
    names.add(criterion.name)
  }
  if (Object.keys(problems).length === 0)
    Object.assign(problems, checkCombination(type, criteria.map(compileCriterion)))
  return { criteria, problems }
}

/** A name alone is a predefined criterion of the judge. A description becomes the judge's rubric or the reviewers' question. */
const toCriterion = (type: EvalType, requested: unknown, model: string | undefined): Criterion => {
  if (typeof requested === 'string')
    return withDefaultModel({ name: requested, scorer: defaultScorer(type) }, model)
  const { description, ...fields } = requested as Omit<Criterion, 'scorer'> & {
    scorer?: string
    description?: unknown
  }
  const criterion = { ...fields, scorer: fields.scorer ?? defaultScorer(type) }
  if (description === undefined) return withDefaultModel(criterion, model)
  const key = criterion.scorer === 'human' ? 'question' : 'rubric'
  const config: JsonObject = { [key]: description, ...criterion.config }
  return withDefaultModel({ ...criterion, config }, model)
}

const withDefaultModel = (criterion: Criterion, model: string | undefined): Criterion => {
  if (model === undefined || !/^(not-)?(llm_judge|pairwise)$/.test(criterion.scorer)) return criterion
  return { ...criterion, config: { model, ...criterion.config } }
}

/** A pairwise criterion compares two outputs, so a weight, a threshold or a negation has no meaning. */
const findUnsupportedPairwiseKeys = ({ scorer, config = {}, ...fields }: Criterion): string[] => {
  if (!/^(not-)?pairwise$/.test(scorer)) return []
  const isSet = (key: 'weight' | 'threshold' | 'negate') =>
    fields[key] !== undefined || config[key] !== undefined
  return [
    ...(scorer === 'pairwise' ? [] : ['scorer']),
    ...(['weight', 'threshold', 'negate'] as const).filter(isSet),
  ]
}

const checkCombination = (type: EvalType, compiled: readonly ScoringCriterion[]): ValidationProblems => {
  const pairwise = compiled.find(({ kind }) => kind === 'pairwise')
  if (pairwise !== undefined && type !== 'comparison')
    return {
      [`criteria/${pairwise.name}/scorer`]: 'pairwise compares two outputs: the type must be comparison',
    }
  const others = compiled.filter(({ kind }) => kind !== 'pairwise')
  if (others.length > 0 && others.every(({ weight }) => weight === 0))
    return { criteria: 'must include one with a weight above 0' }
  if (type === 'human_feedback' && !compiled.some(({ kind }) => kind === 'human'))
    return { criteria: 'must include one with the scorer human for type human_feedback' }
  if (type === 'llm_judge' && !compiled.some(({ kind }) => kind === 'llm_judge'))
    return { criteria: 'must include one with the scorer llm_judge for type llm_judge' }
  return {}
}
