/** Records the metrics of an execution: from its events, and from the usage that it reports at its end. */
import type { PriceTable } from '../domain/costs/price-table.js'
import type { ModelUsage } from '../domain/costs/usage.js'
import type { EventFields } from '../events/run-event.js'
import type { RunMetrics } from '../platform/run-metrics.js'
import type { Usage } from './threads/executor-protocol.js'

export const recordEventMetrics = (metrics: RunMetrics, event: EventFields): void => {
  const { type, model, duration_ms, first_token_ms, tool_name, status } = event
  if (type === 'llm.completion' && typeof model === 'string')
    metrics.recordModelCall(model, toSeconds(duration_ms) ?? 0, toSeconds(first_token_ms))
  else if (type === 'tool.result' && typeof tool_name === 'string')
    metrics.recordToolCall(tool_name, 'error' in event || status === 'error' ? 'error' : 'ok')
}

const toSeconds = (milliseconds: unknown): number | undefined =>
  typeof milliseconds === 'number' ? milliseconds / 1000 : undefined

export const recordUsageMetrics = (metrics: RunMetrics, usage: Usage | null, prices: PriceTable): void => {
  if (usage === null) return
  const byModel: Record<string, ModelUsage> = usage.models ?? { [usage.model]: usage }
  for (const [model, { calls, ...tokens }] of Object.entries(byModel))
    metrics.recordUsage(model, calls, tokens, prices.priceUsage(model, tokens))
}
