/** When a failed request is sent again, and after which delay. */
import type { Method } from './api-types.js'
import { ApiError, ConnectionError } from './errors.js'

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 8_000

/** A server that asks for a longer wait gets no retry; the caller receives the error with `retry_after`. */
const MAX_RETRY_AFTER_SECONDS = 60

/** True if the same request may succeed later. Every such request is safe to repeat, see `isSafeToRepeat`. */
export const isTemporary = (error: unknown): boolean => {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  if ((error.retry_after ?? 0) > MAX_RETRY_AFTER_SECONDS) return false
  // A 409 with `retry_after`: the first request with this idempotency key is still running.
  return (
    error.status === 429 || error.status >= 500 || (error.status === 409 && error.retry_after !== undefined)
  )
}

/**
 * A request may have been executed although its response was lost. POST requests have an idempotency key, and the other
 * methods have the same result when they are repeated. A PATCH has neither: it is repeated only after a 429, because the
 * server sends that before it does anything.
 */
export const isSafeToRepeat = (method: Method, error: unknown): boolean =>
  method !== 'patch' || (error instanceof ApiError && error.status === 429)

/** The delay before the retry: what the server asks for, otherwise exponential with jitter. `failures` starts at 1. */
export const getDelayMs = (error: unknown, failures: number): number => {
  const requestedMs = error instanceof ApiError ? (error.retry_after ?? 0) * 1000 : 0
  const backoffMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  return Math.max(requestedMs, backoffMs * (0.5 + Math.random() / 2))
}

/** Rejects with the reason of the signal when it is aborted. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    const abort = (): void => {
      clearTimeout(timer)
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason belongs to the caller
      reject(signal?.reason)
    }
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
