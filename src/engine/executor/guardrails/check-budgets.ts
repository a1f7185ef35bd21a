/** Checks the spending budgets (`rate_of_spend`) before each model call. */
import type { BudgetRule } from '../../../guardrails/rules/compile-guardrails.js'
import type { RuleDecision } from '../../../guardrails/rules/check-text.js'
import {
  isBudgetExhausted,
  sumSpending,
  type TokenUsage,
} from '../../../guardrails/detectors/spend/spending.js'
import type { Usage } from '../../threads/executor-protocol.js'

/** `spentBefore` holds the spending up to the start of the run, by budget name; `usedInRun` the usage since then. */
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
  reason: `the ${String(window_hours)}-hour budget of the ${per} is used up`,
})

const toPrices = ({ config: { prices = {} } }: BudgetRule) =>
  Object.fromEntries(
    Object.entries(prices).map(([model, { input_per_million: input, output_per_million: output }]) => [
      model,
      { input, output },
    ]),
  )
