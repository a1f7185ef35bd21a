import type { ModelUsage } from '../domain/costs/usage.js'
import type { Usage } from './threads/executor-protocol.js'

/** Adds up the usage of model calls or of executions of one run. The model is that of the last one. */
export const addUsage = (sum: Usage | null, added: Usage): Usage => {
  if (sum === null) return added
  const models = addModels(sum.models, added.models)
  return {
    ...sum,
    ...added,
    input_tokens: sum.input_tokens + added.input_tokens,
    output_tokens: sum.output_tokens + added.output_tokens,
    total_tokens: sum.total_tokens + added.total_tokens,
    calls: sum.calls + added.calls,
    ...(models !== undefined && { models }),
  }
}

const addModels = (sum: Usage['models'], added: Usage['models']): Usage['models'] => {
  if (sum === undefined || added === undefined) return sum ?? added
  const byModel = new Map(Object.entries(sum))
  for (const [model, usage] of Object.entries(added))
    byModel.set(model, addModelUsage(byModel.get(model), usage))
  return Object.fromEntries(byModel)
}

const addModelUsage = (sum: ModelUsage | undefined, added: ModelUsage): ModelUsage => {
  if (sum === undefined) return added
  const cached = (sum.cached_input_tokens ?? 0) + (added.cached_input_tokens ?? 0)
  return {
    calls: sum.calls + added.calls,
    input_tokens: sum.input_tokens + added.input_tokens,
    output_tokens: sum.output_tokens + added.output_tokens,
    ...(cached > 0 && { cached_input_tokens: cached }),
  }
}
