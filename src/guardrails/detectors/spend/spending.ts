/** What model calls used together, and whether it is over a budget. */
export interface TokenUsage {
  model?: string
  input_tokens: number
  output_tokens: number
}

/** Per million tokens, in one currency for all. */
export interface Price {
  input: number
  output: number
}

export interface Spending {
  tokens: number
  /** Of the calls whose model has a price. */
  cost: number
  /** Models without a price: the cost is at least the one above. */
  unpriced: string[]
}

export interface Budget {
  max_tokens?: number
  max_cost?: number
}

const UNKNOWN_MODEL = 'unknown'
const MILLION = 1_000_000

/** Tokens are added up by model before they are multiplied: the sum does not depend on the order of the calls. */
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

/** A provider that reports nonsense must not give tokens back. */
const toNonNegative = (tokens: number): number => (tokens > 0 ? tokens : 0)

/** Whether nothing is left of it: what a call costs is known only after it. */
export const isBudgetExhausted = (
  { tokens, cost }: Spending,
  { max_tokens = Infinity, max_cost = Infinity }: Budget,
): boolean => tokens >= max_tokens || cost >= max_cost
