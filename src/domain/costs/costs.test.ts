import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPriceFile } from './price-file.js'
import { makePriceTable } from './price-table.js'
import { addExecutionCost, toCost } from './run-cost.js'
import { formatUsd } from './usd.js'

const usage = (
  models: Record<string, { input_tokens: number; output_tokens: number; cached_input_tokens?: number }>,
) => ({
  model: '',
  calls: 1,
  input_tokens: 0,
  output_tokens: 0,
  models: Object.fromEntries(Object.entries(models).map(([name, tokens]) => [name, { calls: 1, ...tokens }])),
})

describe('the cost of a run', () => {
  const prices = makePriceTable({ small: { input_per_million: 0.1, output_per_million: 0.4 } })

  it('is the sum over its models, where cached input has its own price', () => {
    const tokens = { input_tokens: 1_000_000, cached_input_tokens: 400_000, output_tokens: 100_000 }
    const cost = addExecutionCost(null, usage({ 'gpt-4.1': tokens, small: tokens }), prices)
    // gpt-4.1: 0.6 * 2 + 0.4 * 0.5 + 0.1 * 8. The model `small` has no price for cached input: 1 * 0.1 + 0.1 * 0.4.
    expect(toCost(cost)).toEqual({ usd: '2.34', unpriced_models: [] })
  })

  it('is summed over executions at the prices of the time of each', () => {
    const execution = usage({ small: { input_tokens: 1_000_000, output_tokens: 0 } })
    const first = addExecutionCost(null, execution, prices)
    const dearer = makePriceTable({ small: { input_per_million: 5, output_per_million: 5 } })
    expect(toCost(addExecutionCost(first, execution, dearer))!.usd).toBe('5.1')
    expect(addExecutionCost(first, null, dearer)).toBe(first)
  })

  it('is unknown, not zero, if a model has no price', () => {
    const known = addExecutionCost(null, usage({ small: { input_tokens: 10, output_tokens: 1 } }), prices)
    const mixed = addExecutionCost(known, usage({ mystery: { input_tokens: 1, output_tokens: 1 } }), prices)
    expect(toCost(mixed)).toEqual({ usd: null, unpriced_models: ['mystery'] })
    const later = addExecutionCost(mixed, usage({ small: { input_tokens: 1, output_tokens: 1 } }), prices)
    expect(toCost(later)).toEqual({ usd: null, unpriced_models: ['mystery'] })
    expect(toCost(null)).toBeNull()
  })

  it('uses the price of a model for its dated versions, unless they have a price of their own', () => {
    const tokens = { input_tokens: 1_000_000, output_tokens: 0 }
    const price = (model: string, table = prices) => table.priceUsage(model, tokens)
    expect(price('gpt-4.1-2025-04-14')).toBe(2e9)
    expect(price('claude-sonnet-4-20250514')).toBe(3e9)
    expect(price('gpt-4.1-ultra')).toBeUndefined()
    expect(price('constructor')).toBeUndefined()
    const dated = { 'gpt-4.1-2025-04-14': { input_per_million: 7, output_per_million: 7 } }
    expect(price('gpt-4.1-2025-04-14', makePriceTable(dated))).toBe(7e9)
  })

  it.each([
    [0, '0'],
    [1, '0.000000001'],
    [6_100_000, '0.0061'],
    [12_000_000_000, '12'],
    [1_234_567_890_123, '1234.567890123'],
  ])('%i billionths of a dollar are written as %s', (nano, text) => {
    expect(formatUsd(nano)).toBe(text)
  })
})

describe('the file with prices', () => {
  const write = (text: string): string => {
    const file = join(mkdtempSync(join(tmpdir(), 'heddle-prices-')), 'prices.json')
    writeFileSync(file, text)
    return file
  }

  it('is read with all its models', () => {
    const price = { input_per_million: 1, output_per_million: 2, cached_input_per_million: 0.5 }
    expect(readPriceFile(write(JSON.stringify({ models: { m: price } })))).toEqual({ m: price })
  })

  it.each([
    ['nothing', /is not JSON/],
    ['{}', /models is required/],
    ['{"models": {"m": {"input_per_million": 1}}}', /models\/m\/output_per_million is required/],
    [
      '{"models": {"m": {"input_per_million": -1, "output_per_million": 1}}}',
      /models\/m\/input_per_million must be >= 0/,
    ],
    [
      '{"models": {"m": {"input": 1, "input_per_million": 1, "output_per_million": 1}}}',
      /models\/m\/input is not a known key/,
    ],
    ['{"prices": {}, "models": {}}', /prices is not a known key/],
  ])('%s is rejected with the field', (text, problem) => {
    expect(() => readPriceFile(write(text))).toThrow(problem)
  })

  it('that does not exist is rejected', () => {
    expect(() => readPriceFile('/nowhere/prices.json')).toThrow(/cannot be read: ENOENT/)
  })
})
