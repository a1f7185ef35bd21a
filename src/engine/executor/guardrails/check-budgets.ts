/** Budgets: before a model is called, whether there is anything left to spend. */
import type { BudgetRule } from '../../../guardrails/rules/compile-guardrails.js'
import type { RuleDecision } from '../../../guardrails/rules/check-text.js'
import {
  isBudgetExhausted,
  sumSpending,
  type TokenUsage,
} from '../../../guardrails/detectors/spend/spending.js'
import type { Usage } from '../../threads/executor-protocol.js'

/** `before`: what was spent by the time the run started, by the name of the budget. */
export const checkBudgets = (
  budgets: readonly BudgetRule[],
  spentBefore: Readonly<Record<string, TokenUsage[]>>,
  usedInRun: Usage | null,
): RuleDecision[] =>
  budgets.map((budget) => {
    const started = performance.now()
    const usages = [...(spentBefore[budget.name] ?? []), ...(usedInRun === null ? [] : [usedInRun])]
    const finding = isBudgetExhausted(sumSpending(usages, toPrices(budget)), budget.config)
      ? toFinding(budget)
      : NO_FINDING
    return {
      guardrail: budget.name,
      type: 'rate_of_spend',
      stage: 'input',
      detector: 'statistical',
      spans: [],
      latency_us: Math.round((performance.now() - started) * 1000),
      ...finding,
    }
  })

const NO_FINDING = { action: 'pass', category: '', reason: '' } as const

const toFinding = ({ config: { action = 'block', per, window_hours = 24 } }: BudgetRule) => ({
  action,
  category: `per_${per}`,
  reason: `the budget of the ${per} for ${String(window_hours)} hours is used up`,
})

const toPrices = ({ config: { prices = {} } }: BudgetRule) =>
  Object.fromEntries(
    Object.entries(prices).map(([model, { input_per_million: input, output_per_million: output }]) => [
      model,
      { input, output },
    ]),
  )
