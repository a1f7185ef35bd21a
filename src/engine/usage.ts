import type { Usage } from './threads/executor-protocol.js'

/** Adds up the usage of model calls or of executions of one run. The model is that of the last one. */
export const addUsage = (sum: Usage | null, added: Usage): Usage =>
  sum === null
    ? added
    : {
        ...sum,
        ...added,
        input_tokens: sum.input_tokens + added.input_tokens,
        output_tokens: sum.output_tokens + added.output_tokens,
        total_tokens: sum.total_tokens + added.total_tokens,
        calls: sum.calls + added.calls,
      }
