import type { Usage } from './threads/executor-protocol.js'

/** What several calls, or several executions of one run, used together; the model is that of the last. */
export const addUsage = (sum: Usage | null, more: Usage): Usage =>
  sum === null
    ? more
    : {
        ...sum,
        ...more,
        input_tokens: sum.input_tokens + more.input_tokens,
        output_tokens: sum.output_tokens + more.output_tokens,
        total_tokens: sum.total_tokens + more.total_tokens,
        calls: sum.calls + more.calls,
      }
