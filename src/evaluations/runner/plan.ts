/** What an evaluation is to do, read from its row. */
import { compileCriteria } from '../lifecycle/row-mappers.js'
import type { ScoringCriterion } from '../scoring/criterion.js'
import type { EvaluationSettings } from '../../schema/evaluation.js'
import type { RuleScorer } from '../../schema/scorer.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'

export interface EvaluationPlan extends EvaluationSettings {
  arms: { assistant_id: string; version: number; label: string }[]
  criteria: ScoringCriterion[]
  /** Whether the scorers look at calls of tools, which have to be read from the events of a run. */
  needsToolCalls: boolean
}

const TOOL_SCORERS: readonly RuleScorer[] = ['tool_called', 'trajectory']

export const toPlan = (row: EvaluationRow): EvaluationPlan => {
  const criteria = compileCriteria(row)
  return {
    ...(JSON.parse(row.settings) as EvaluationSettings),
    arms: JSON.parse(row.arms) as EvaluationPlan['arms'],
    criteria,
    needsToolCalls: criteria.some(
      (criterion) => criterion.kind === 'rule' && TOOL_SCORERS.includes(criterion.scorer),
    ),
  }
}
