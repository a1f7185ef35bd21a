import { Type } from 'typebox'
import { CODES, type ErrorCode } from '../errors.js'
import { JsonObject, OneOf } from './common.js'

export const ErrorBody = Type.Object(
  {
    error: OneOf(Object.keys(CODES) as ErrorCode[], 'The error code; docs/errors.md explains each.'),
    message: Type.String({ description: 'A description of the error for people.' }),
    details: Type.Unsafe<Record<string, unknown>>({
      ...JsonObject,
      description: 'Additional context. For validation errors, it maps each field path to a text.',
    }),
    retry_after: Type.Optional(
      Type.Integer({
        description:
          'Seconds to wait before a retry; present with 429, with 503, and with 409 if the first request with an Idempotency-Key is still running.',
      }),
    ),
  },
  {
    title: 'Error',
    description: 'The body of every error response.',
    examples: [{ error: 'validation_error', message: 'name is required', details: { name: 'is required' } }],
  },
)
