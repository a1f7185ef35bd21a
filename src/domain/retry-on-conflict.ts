import { AppError } from '../errors.js'

const MAX_ATTEMPTS = 20

/**
 * Read, change, compare-and-set, again until nobody came in between. `attempt` returns undefined when the row
 * had changed since it was read.
 */
export const retryOnConflict = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
  for (let attemptCount = 0; attemptCount < MAX_ATTEMPTS; attemptCount++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new AppError('resource_conflict', 'the resource is being changed by too many requests at once')
}
