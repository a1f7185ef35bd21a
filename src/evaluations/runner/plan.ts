/** The plan of an evaluation: its settings, arms and compiled criteria, read from its row. */
import { compileCriteria, toExampleFilter } from '../lifecycle/row-mappers.js'
import type { ScoringCriterion } from '../scoring/criterion.js'
import type { EvaluationSettings } from '../../schema/evaluation.js'
import type { RuleScorer } from '../../schema/scorer.js'
import type { ExampleFilter } from '../../store/datasets/examples.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'

export interface EvaluationPlan extends Omit<EvaluationSettings, 'filter'> {
  filter: ExampleFilter
  arms: { assistant_id: string; version: number; label: string }[]
  criteria: ScoringCriterion[]
  /** True if a scorer needs the tool calls, which are read from the events of the run. */
  needsToolCalls: boolean
}

const TOOL_SCORERS: readonly RuleScorer[] = ['tool_called', 'trajectory']

export const toPlan = (row: EvaluationRow): EvaluationPlan => {
  const criteria = compileCriteria(row)
  const settings = JSON.parse(row.settings) as EvaluationSettings
  return {
    ...settings,
    filter: toExampleFilter(settings.filter),
    arms: JSON.parse(row.arms) as EvaluationPlan['arms'],
    criteria,
    needsToolCalls: criteria.some(
      (criterion) => criterion.kind === 'rule' && TOOL_SCORERS.includes(criterion.scorer),
    ),
  }
}
