/** The criteria of an evaluation, in the forms that people send them: as the one form that is kept, and what is wrong. */
import type { ValidationProblems } from '../../guardrails/rules/validate-config.js'
import type { EvalType } from '../../schema/evaluation.js'
import type { JsonObject } from '../../schema/common.js'
import type { Criterion } from '../../schema/scorer.js'
import { checkCriterion, compileCriterion, type ScoringCriterion } from './criterion.js'

/** What scores where a criterion does not say: the judge, unless people are asked. */
const defaultScorer = (type: EvalType): string => (type === 'human_feedback' ? 'human' : 'llm_judge')

/** Every example against what it expects. */
const EXPECTED_OUTPUT_CRITERION: Criterion = { name: 'expected_output', scorer: 'expected' }
const HUMAN_QUALITY_CRITERION: Criterion = { name: 'quality', scorer: 'human' }

export const parseCriteria = (
  type: EvalType,
  requestedCriteria: readonly unknown[] | undefined,
  model: string | undefined,
): { criteria: Criterion[]; problems: ValidationProblems } => {
  if (requestedCriteria === undefined || requestedCriteria.length === 0) {
    if (type === 'llm_judge')
      return { criteria: [], problems: { criteria: 'must name at least one for llm_judge' } }
    return {
      criteria: [type === 'human_feedback' ? HUMAN_QUALITY_CRITERION : EXPECTED_OUTPUT_CRITERION],
      problems: {},
    }
  }
  const problems: ValidationProblems = {}
  const criteria = requestedCriteria.map((requested) => toCriterion(type, requested, model))
  const names = new Set<string>()
  for (const [index, criterion] of criteria.entries()) {
    for (const [path, problem] of Object.entries(checkCriterion(criterion)))
      problems[`criteria/${path}`] = problem
    for (const key of findUnsupportedPairwiseKeys(criterion))
      problems[`criteria/${criterion.name}/${key}`] = 'is not for pairwise, which is summed up by itself'
    if (names.has(criterion.name))
      problems[`criteria/${String(index)}/name`] = `"${criterion.name}" is there twice`
    names.add(criterion.name)
  }
  if (Object.keys(problems).length === 0)
    Object.assign(problems, checkCombination(type, criteria.map(compileCriterion)))
  return { criteria, problems }
}

/** A name alone is one of those that the judge knows. A description is the rubric of a judge, or what people are asked. */
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
  const config: JsonObject = { [key]: description, ...(criterion.config as JsonObject | undefined) }
  return withDefaultModel({ ...criterion, config }, model)
}

const withDefaultModel = (criterion: Criterion, model: string | undefined): Criterion => {
  if (model === undefined || !/^(not-)?(llm_judge|pairwise)$/.test(criterion.scorer)) return criterion
  return { ...criterion, config: { model, ...criterion.config } }
}

/** What it says that makes no sense of two answers. */
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
      [`criteria/${pairwise.name}/scorer`]: 'pairwise compares two answers: the type must be comparison',
    }
  const others = compiled.filter(({ kind }) => kind !== 'pairwise')
  if (others.length > 0 && others.every(({ weight }) => weight === 0))
    return { criteria: 'must have one with a weight above 0' }
  if (type === 'human_feedback' && !compiled.some(({ kind }) => kind === 'human'))
    return { criteria: 'must have one with the scorer human for human_feedback' }
  if (type === 'llm_judge' && !compiled.some(({ kind }) => kind === 'llm_judge'))
    return { criteria: 'must have one with the scorer llm_judge for llm_judge' }
  return {}
}
