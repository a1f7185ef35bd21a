import { isUnavailable } from '../errors.js'

const RETRY_MS = 250

/**
 * Repeats an operation of the store until it responds or the execution is stopped: a short outage must not fail a run.
 * The operation may have been committed although it failed, so it has to be a read or an idempotent write.
 */
export const retryWhileUnavailable = async <T>(
  operation: () => Promise<T>,
  isStopped: () => boolean,
): Promise<T> => {
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      if (!isUnavailable(error) || isStopped()) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
