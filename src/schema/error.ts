import { Type } from 'typebox'
import { CODES, type ErrorCode } from '../errors.js'
import { JsonObject, OneOf } from './common.js'

export const ErrorBody = Type.Object(
  {
    error: OneOf(Object.keys(CODES) as ErrorCode[], 'The error code; docs/errors.md explains each.'),
    message: Type.String({ description: 'What went wrong, for a person.' }),
    details: Type.Unsafe<Record<string, unknown>>({
      ...JsonObject,
      description: 'More about it; for validation errors a field path mapped to a text.',
    }),
    retry_after: Type.Optional(Type.Integer({ description: 'Whole seconds to wait; with 429 and 503.' })),
  },
  {
    title: 'Error',
    description: 'Every error has this body.',
    examples: [{ error: 'validation_error', message: 'name is required', details: { name: 'is required' } }],
  },
)
