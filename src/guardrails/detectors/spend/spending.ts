/** Sums the token usage and cost of model calls and compares them with a budget. */
export interface TokenUsage {
  model?: string
  input_tokens: number
  output_tokens: number
}

/** Per million tokens; all prices are in one currency. */
export interface Price {
  input: number
  output: number
}

export interface Spending {
  tokens: number
  /** The cost of the calls whose model has a price. */
  cost: number
  /** Models without a price. If there are any, `cost` is a lower bound. */
  unpriced: string[]
}

export interface Budget {
  max_tokens?: number
  max_cost?: number
}

const UNKNOWN_MODEL = 'unknown'
const MILLION = 1_000_000

/** Sums tokens per model before multiplying, so that the result does not depend on the order of the calls. */
export const sumSpending = (
  usages: readonly TokenUsage[],
  prices: Readonly<Record<string, Price>> = {},
): Spending => {
  const byModel = new Map<string, { input: number; output: number }>()
  for (const { model = UNKNOWN_MODEL, input_tokens, output_tokens } of usages) {
    const sum = byModel.get(model) ?? { input: 0, output: 0 }
    byModel.set(model, {
      input: sum.input + toNonNegative(input_tokens),
      output: sum.output + toNonNegative(output_tokens),
    })
  }
  const result: Spending = { tokens: 0, cost: 0, unpriced: [] }
  for (const [model, { input, output }] of [...byModel].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined
    result.tokens += input + output
    if (price === undefined) result.unpriced.push(model)
    else result.cost += (input * price.input + output * price.output) / MILLION
  }
  return result
}

/** Ignores negative and NaN counts of a provider. */
const toNonNegative = (tokens: number): number => (tokens > 0 ? tokens : 0)

/** True if the budget is used up. The cost of a call is only known afterwards, so the last call may exceed the budget. */
export const isBudgetExhausted = (
  { tokens, cost }: Spending,
  { max_tokens = Infinity, max_cost = Infinity }: Budget,
): boolean => tokens >= max_tokens || cost >= max_cost
