import { isGraphBubbleUp } from '@langchain/langgraph'
import type { Retry } from '../../../schema/graph-schema.js'

/** A node's failure, under its name. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  /** The cause's, so that it can still be told what kind of failure it was. */
  readonly code?: unknown
  readonly lc_error_code?: unknown

  constructor(label: string, cause: unknown) {
    super(`${label}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    const { code, lc_error_code } = cause as { code?: unknown; lc_error_code?: unknown }
    if (code !== undefined) this.code = code
    if (lc_error_code !== undefined) this.lc_error_code = lc_error_code
  }
}

/** Gives failures of `run` a name. Interrupts are no failures, and neither is being stopped. */
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

/** A request that was refused as wrong will be refused again. */
const isRetryable = (error: unknown): boolean => {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { status } = current as { status?: unknown }
    if (typeof status === 'number') return status === 408 || status === 429 || status >= 500
  }
  return true
}
