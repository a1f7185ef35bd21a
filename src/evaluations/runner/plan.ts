/** What an evaluation is to do, read from its row. */
import { criteriaIn } from '../lifecycle/row-mappers.js'
import type { ReadyCriterion } from '../scoring/criterion.js'
import type { EvaluationSettings } from '../../schema/evaluation.js'
import type { RuleScorer } from '../../schema/scorer.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'

export interface Plan extends EvaluationSettings {
  arms: { assistant_id: string; version: number; label: string }[]
  criteria: ReadyCriterion[]
  /** Whether the scorers look at calls of tools, which have to be read from the events of a run. */
  needsToolCalls: boolean
}

const OF_TOOLS: readonly RuleScorer[] = ['tool_called', 'trajectory']

export const planOf = (row: EvaluationRow): Plan => {
  const criteria = criteriaIn(row)
  return {
    ...(JSON.parse(row.settings) as EvaluationSettings),
    arms: JSON.parse(row.arms) as Plan['arms'],
    criteria,
    needsToolCalls: criteria.some((one) => one.kind === 'rule' && OF_TOOLS.includes(one.scorer)),
  }
}
