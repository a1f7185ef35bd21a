/** The cost of a run, as it is stored in its row: summed over its executions, at the prices of the time of each. */
import type { Cost } from '../../schema/cost.js'
import type { PriceTable } from './price-table.js'
import { formatUsd } from './usd.js'
import type { ModelUsage } from './usage.js'

export interface RunCost {
  /** Null if a model has no known price. */
  nano_usd: number | null
  unpriced_models: string[]
}

/** The usage of one execution. Without `models`, all of it belongs to `model`. */
interface ExecutionUsage extends ModelUsage {
  model: string
  models?: Record<string, ModelUsage>
}

export const parseRunCost = (text: string | null): RunCost | null =>
  text === null ? null : (JSON.parse(text) as RunCost)

/** Returns the stored cost plus that of an execution. */
export const addExecutionCost = (
  stored: string | null,
  usage: ExecutionUsage | null,
  prices: PriceTable,
): string | null => {
  if (usage === null) return stored
  const sum = parseRunCost(stored) ?? { nano_usd: 0, unpriced_models: [] }
  let { nano_usd } = sum
  const unpriced = new Set(sum.unpriced_models)
  for (const [model, modelUsage] of Object.entries(usage.models ?? { [usage.model]: usage })) {
    const price = prices.priceUsage(model, modelUsage)
    if (price === undefined) unpriced.add(model)
    nano_usd = nano_usd === null || price === undefined ? null : nano_usd + price
  }
  return JSON.stringify({ nano_usd, unpriced_models: [...unpriced].sort() } satisfies RunCost)
}

export const toCost = (text: string | null): Cost | null => {
  const cost = parseRunCost(text)
  if (cost === null) return null
  const { nano_usd, unpriced_models } = cost
  return { usd: nano_usd === null ? null : formatUsd(nano_usd), unpriced_models }
}
