import { AppError } from '../errors.js'

const MAX_ATTEMPTS = 20

/** Repeats a read and conditional write (optimistic locking). `attempt` returns undefined if the row changed since it was read. */
export const retryOnConflict = async <T>(attempt: () => Promise<T | undefined>): Promise<T> => {
  for (let attemptCount = 0; attemptCount < MAX_ATTEMPTS; attemptCount++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new AppError('resource_conflict', 'Too many concurrent requests are changing the resource; try again')
}
