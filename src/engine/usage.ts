import type { Usage } from './threads/executor-protocol.js'

/** What several calls, or several executions of one run, used together; the model is that of the last. */
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
