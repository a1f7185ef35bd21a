/** The error responses of the LangGraph API, for openapi.json. */
import { Type, type TSchema } from 'typebox'
import { CODES, type ErrorCode } from '../../errors.js'
import { ErrorBody } from '../../schema/error.js'

export const LangGraphErrorBody = Type.Object(
  {
    ...ErrorBody.properties,
    detail: Type.String({ description: 'The same text as `message`, for the SDKs of LangGraph.' }),
  },
  {
    title: 'LangGraphError',
    description: 'The body of every error response of the LangGraph API.',
    examples: [
      {
        error: 'validation_error',
        message: 'assistant_id is required',
        details: { assistant_id: 'is required' },
        detail: 'assistant_id is required',
      },
    ],
  },
)

/** Validation errors have another status than in the native API. */
export const toErrorStatus = (code: ErrorCode): number =>
  code === 'validation_error' ? CODES.unprocessable_entity.status : CODES[code].status

const COMMON_ERRORS: ErrorCode[] = [
  'unauthorized',
  'forbidden',
  // A project can disable routes.
  'resource_not_found',
  'unprocessable_entity',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
]

/** `default` is a status that the auth of the project chooses. */
export const langGraphErrorResponses = ({
  method,
  body,
  errors = [],
}: {
  method: string
  body?: TSchema
  errors?: ErrorCode[]
}): Record<string, TSchema> => {
  const codes: ErrorCode[] = [
    ...(body === undefined ? [] : (['invalid_request'] as const)),
    ...(method === 'GET' ? [] : (['resource_conflict'] as const)),
    ...errors,
    ...COMMON_ERRORS,
  ]
  return {
    ...Object.fromEntries(codes.map((code) => [toErrorStatus(code), LangGraphErrorBody])),
    default: LangGraphErrorBody,
  }
}
