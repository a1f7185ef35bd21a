import { isGraphBubbleUp } from '@langchain/langgraph'
import type { Retry } from '../../../schema/graph-schema.js'

/** An error with the name of the node that failed. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  /** Copied from the cause, so that the kind of failure is not lost. */
  readonly code?: unknown
  readonly lc_error_code?: unknown

  constructor(label: string, cause: unknown) {
    super(`${label}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    const { code, lc_error_code } = cause as { code?: unknown; lc_error_code?: unknown }
    if (code !== undefined) this.code = code
    if (lc_error_code !== undefined) this.lc_error_code = lc_error_code
  }
}

/** Prefixes errors of `run` with `label`. Interrupts and aborts are not errors and pass through. */
export const labelErrors = async <T>(
  label: string,
  signal: AbortSignal | undefined,
  run: () => T | Promise<T>,
): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (isGraphBubbleUp(error) || signal?.aborted === true) throw error
    throw new NodeError(label, error)
  }
}

export const toRetryPolicy = (retry: Retry | undefined) =>
  retry === undefined
    ? {}
    : {
        retryPolicy: {
          maxAttempts: retry.attempts,
          initialInterval: retry.backoff_ms ?? 500,
          maxInterval: 60_000,
          jitter: false,
          logWarning: false,
          retryOn: isRetryable,
        },
      }

/** Client errors (4xx) other than 408 and 429 would fail again. */
const isRetryable = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { status } = current as { status?: unknown }
    if (typeof status === 'number') return status === 408 || status === 429 || status >= 500
  }
  return true
}
