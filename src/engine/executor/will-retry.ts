/** Predicts whether LangGraph will execute a node again, from the same rules that it applies after the node has thrown. */
import type { RetryPolicy } from '@langchain/langgraph'

const DEFAULT_MAX_ATTEMPTS = 3
const FINAL_STATUSES = new Set([400, 401, 402, 403, 404, 405, 406, 407, 409])

/** `attempts` counts the attempts of the node so far. */
export const willRetry = (error: unknown, attempts: number, policy: RetryPolicy | undefined): boolean => {
  // LangGraph fails itself when anything but an object is thrown, because it adds a property to the error.
  if (typeof error !== 'object' || error === null) return false
  if (policy === undefined || attempts >= (policy.maxAttempts ?? DEFAULT_MAX_ATTEMPTS)) return false
  try {
    return (policy.retryOn ?? isRetryable)(error)
  } catch {
    // LangGraph calls the project's function again and fails with its error.
    return false
  }
}

interface ErrorDetails {
  message?: unknown
  name?: unknown
  code?: unknown
  status?: unknown
  response?: { status?: unknown }
  error?: { code?: unknown }
}

const isRetryable = (error: unknown): boolean => {
  const { message, name, code, status, response, error: cause } = error as ErrorDetails
  // LangGraph fails itself if the error has no message.
  if (typeof message !== 'string') return false
  if (message.startsWith('Cancel') || message.startsWith('AbortError')) return false
  if (name === 'AbortError' || name === 'GraphValueError' || code === 'ECONNABORTED') return false
  return !FINAL_STATUSES.has(Number(response?.status ?? status)) && cause?.code !== 'insufficient_quota'
}
