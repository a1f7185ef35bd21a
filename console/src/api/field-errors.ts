import { ApiError } from './errors.ts'

/** What the service says about a field of the request, as a sentence to show beside it. */
export const fieldError = (error: unknown, field: string): string | undefined => {
  const problem = error instanceof ApiError ? error.details[field] : undefined
  return typeof problem === 'string' ? `${problem.charAt(0).toUpperCase()}${problem.slice(1)}` : undefined
}

/** The error, unless all of it is shown beside these fields. */
export const errorBesides = (error: unknown, fields: readonly string[]): unknown => {
  if (!(error instanceof ApiError)) return error
  const named = Object.keys(error.details)
  return named.length > 0 && named.every((name) => fields.includes(name)) ? null : error
}
