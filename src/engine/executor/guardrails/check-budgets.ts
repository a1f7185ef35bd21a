/** Budgets: before a model is called, whether there is anything left to spend. */
import type { BudgetRule } from '../../../guardrails/rules/compile-guardrails.js'
import type { Decision } from '../../../guardrails/rules/check-text.js'
import { isUsedUp, spent, type TokenUsage } from '../../../guardrails/detectors/spend/spending.js'
import type { Usage } from '../../threads/executor-protocol.js'

/** `before`: what was spent by the time the run started, by the name of the budget. */
export const judgeBudgets = (
  budgets: readonly BudgetRule[],
  before: Readonly<Record<string, TokenUsage[]>>,
  used: Usage | null,
): Decision[] =>
  budgets.map((budget) => {
    const started = performance.now()
    const usages = [...(before[budget.name] ?? []), ...(used === null ? [] : [used])]
    const found = isUsedUp(spent(usages, pricesOf(budget)), budget.config) ? foundOf(budget) : NOTHING
    return {
      guardrail: budget.name,
      type: 'rate_of_spend',
      stage: 'input',
      detector: 'statistical',
      spans: [],
      latency_us: Math.round((performance.now() - started) * 1000),
      ...found,
    }
  })

const NOTHING = { action: 'pass', category: '', reason: '' } as const

const foundOf = ({ config: { action = 'block', per, window_hours = 24 } }: BudgetRule) => ({
  action,
  category: `per_${per}`,
  reason: `the budget of the ${per} for ${String(window_hours)} hours is used up`,
})

const pricesOf = ({ config: { prices = {} } }: BudgetRule) =>
  Object.fromEntries(
    Object.entries(prices).map(([model, { input_per_million: input, output_per_million: output }]) => [
      model,
      { input, output },
    ]),
  )
