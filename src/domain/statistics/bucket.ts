/** The figures of a period as they are stored, and how entries and other figures are added to them. */
import type { Figures } from '../../schema/statistics.js'
import { formatUsd } from '../costs/usd.js'
import type { Entry, RunEnd } from './entry.js'
import { addDuration, addHistogram, toPercentiles, type Histogram } from './histogram.js'

const COUNTERS = [
  'created',
  'completed',
  'failed',
  'cancelled',
  'input_tokens',
  'cached_input_tokens',
  'output_tokens',
  'nano_usd',
  'priced_runs',
  'unpriced_runs',
  'passed',
  'flagged',
  'blocked',
  'attempts',
  'failures',
] as const
type Counter = (typeof COUNTERS)[number]

/** Counters that are zero are absent. */
export interface Bucket {
  counts: Partial<Record<Counter, number>>
  unpriced_models: string[]
  duration: Histogram
  queue: Histogram
}

/** Further models are left out; `unpriced_runs` counts their runs all the same. */
const MAX_UNPRICED_MODELS = 20

export const emptyBucket = (): Bucket => ({ counts: {}, unpriced_models: [], duration: {}, queue: {} })

export const parseBucket = (text: string): Bucket => ({
  ...emptyBucket(),
  ...(JSON.parse(text) as Partial<Bucket>),
})

export const addBucket = (bucket: Bucket, added: Bucket): void => {
  for (const name of COUNTERS) if (added.counts[name] !== undefined) count(bucket, name, added.counts[name])
  addUnpricedModels(bucket, added.unpriced_models)
  addHistogram(bucket.duration, added.duration)
  addHistogram(bucket.queue, added.queue)
}

/** Adds what an entry says about the time at which it was written. */
export const addEnd = (bucket: Bucket, { run, delivery }: Entry): void => {
  if (run !== undefined) addRunEnd(bucket, run)
  if (delivery === undefined) return
  count(bucket, 'attempts')
  if (delivery.is_failed) count(bucket, 'failures')
}

/** Adds a run to the time at which it was created. */
export const addCreated = (bucket: Bucket, runs = 1): void => {
  count(bucket, 'created', runs)
}

const addRunEnd = (
  bucket: Bucket,
  { status, duration_ms, queue_ms, tokens, cost, guardrails }: RunEnd,
): void => {
  count(bucket, status)
  if (duration_ms !== undefined) addDuration(bucket.duration, duration_ms)
  if (queue_ms !== undefined) addDuration(bucket.queue, queue_ms)
  if (guardrails !== undefined) count(bucket, guardrails)
  if (tokens !== undefined) {
    count(bucket, 'input_tokens', tokens.input)
    count(bucket, 'cached_input_tokens', tokens.cached_input)
    count(bucket, 'output_tokens', tokens.output)
  }
  if (cost === undefined) return
  count(bucket, cost.nano_usd === null ? 'unpriced_runs' : 'priced_runs')
  count(bucket, 'nano_usd', cost.nano_usd ?? 0)
  addUnpricedModels(bucket, cost.unpriced_models)
}

const count = ({ counts }: Bucket, name: Counter, added = 1): void => {
  if (added !== 0) counts[name] = (counts[name] ?? 0) + added
}

const addUnpricedModels = (bucket: Bucket, models: readonly string[]): void => {
  if (models.every((model) => bucket.unpriced_models.includes(model))) return
  bucket.unpriced_models = [...new Set([...bucket.unpriced_models, ...models])].slice(0, MAX_UNPRICED_MODELS)
}

export const toFigures = (
  { counts, unpriced_models, duration, queue }: Bucket,
  hasWebhooks: boolean,
): Figures => {
  const get = (name: Counter): number => counts[name] ?? 0
  const isCostUnknown = get('unpriced_runs') > 0 && get('priced_runs') === 0
  return {
    runs: {
      created: get('created'),
      completed: get('completed'),
      failed: get('failed'),
      cancelled: get('cancelled'),
    },
    duration_ms: toPercentiles(duration),
    queue_ms: toPercentiles(queue),
    tokens: {
      input: get('input_tokens'),
      cached_input: get('cached_input_tokens'),
      output: get('output_tokens'),
    },
    cost: {
      usd: isCostUnknown ? null : formatUsd(get('nano_usd')),
      unpriced_runs: get('unpriced_runs'),
      unpriced_models: unpriced_models.toSorted(),
    },
    guardrails: { passed: get('passed'), flagged: get('flagged'), blocked: get('blocked') },
    webhooks: hasWebhooks ? { attempts: get('attempts'), failures: get('failures') } : null,
  }
}
