/** Prices of models: the built-in ones, extended and overridden by the file that MODEL_PRICES_FILE names. */
import type { ModelPrice } from '../../schema/cost.js'
import { BUILT_IN_PRICES } from './built-in-prices.js'
import type { ModelUsage } from './usage.js'

export interface PriceTable {
  /** Returns the price in billionths of a US dollar; undefined if the model has no known price. */
  priceUsage(model: string, usage: Omit<ModelUsage, 'calls'>): number | undefined
}

/** Providers report the dated version of a model, such as `gpt-4.1-2025-04-14` or `claude-sonnet-4-20250514`. */
const DATE_SUFFIX = /-\d{4}-?\d{2}-?\d{2}$/
/** A price of one dollar per million tokens is 1,000 billionths of a dollar per token. */
const NANO_PER_TOKEN = 1_000

export const makePriceTable = (configured: Readonly<Record<string, ModelPrice>> = {}): PriceTable => {
  const prices = new Map([...Object.entries(BUILT_IN_PRICES), ...Object.entries(configured)])
  return {
    priceUsage(model, { input_tokens, cached_input_tokens = 0, output_tokens }) {
      const price = prices.get(model) ?? prices.get(model.replace(DATE_SUFFIX, ''))
      if (price === undefined) return undefined
      const cachedTokens = Math.min(cached_input_tokens, input_tokens)
      const cachedPrice = price.cached_input_per_million ?? price.input_per_million
      return Math.round(
        NANO_PER_TOKEN *
          ((input_tokens - cachedTokens) * price.input_per_million +
            cachedTokens * cachedPrice +
            output_tokens * price.output_per_million),
      )
    },
  }
}
