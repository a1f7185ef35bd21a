/** The error responses of openapi.json. Each format and status is described once, as a component. */
import { toRpcError } from '../../src/api/http/json-rpc.js'
import { toErrorStatus } from '../../src/api/langgraph/error-responses.js'
import { toOpenAiError } from '../../src/api/openai/errors.js'
import { AppError, CODES, type ErrorCode } from '../../src/errors.js'

type Json = Record<string, unknown>

interface ErrorFormat {
  toStatus: (code: ErrorCode) => number
  toExample: (error: AppError) => unknown
}

const getStatus = (code: ErrorCode): number => CODES[code].status

const toNativeExample = ({ code, message }: AppError): Json => ({
  error: code,
  message,
  details: {},
  ...([429, 503].includes(getStatus(code)) && { retry_after: 1 }),
})

/** By the title of the schema of the error body. */
const FORMATS = {
  Error: { toStatus: getStatus, toExample: toNativeExample },
  LangGraphError: {
    toStatus: toErrorStatus,
    toExample: (error) => ({ ...toNativeExample(error), detail: error.message }),
  },
  OpenAiError: { toStatus: getStatus, toExample: (error) => ({ error: toOpenAiError(error).error }) },
  RpcError: { toStatus: getStatus, toExample: (error) => toRpcError(1, error) },
} satisfies Record<string, ErrorFormat>
type FormatTitle = keyof typeof FORMATS

const toCodes = (format: ErrorFormat, status: string): ErrorCode[] =>
  (Object.keys(CODES) as ErrorCode[]).filter((code) => String(format.toStatus(code)) === status)

const describeCodes = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `\`${code}\`: ${CODES[code].meaning}`).join(' ')

/** The only error response without an error code of its own. */
const PROJECT_ERROR =
  'An error with another status, which the auth of the project (langgraph.json) chose for the request.'

export const buildErrorResponses = (headers: Json): Json =>
  Object.fromEntries(
    Object.entries(FORMATS).flatMap(([title, format]) => {
      const toResponse = (status: string, code: ErrorCode, description: string) => {
        const schema = { $ref: `#/components/schemas/${title}` }
        const example = format.toExample(new AppError(code, CODES[code].meaning))
        const content = { 'application/json': { schema, example } }
        return [`${title}${status}`, { description, headers, content }] as const
      }
      const statuses = [...new Set((Object.keys(CODES) as ErrorCode[]).map(format.toStatus))].map(String)
      const responses = statuses.flatMap((status) => {
        const codes = toCodes(format, status)
        return codes.slice(0, 1).map((code) => toResponse(status, code, describeCodes(codes)))
      })
      return title === 'LangGraphError'
        ? [...responses, toResponse('Default', 'forbidden', PROJECT_ERROR)]
        : responses
    }),
  )

/** Returns the component that describes the response; undefined if the response is not an error with an error code. */
export const findErrorResponse = (
  status: string,
  content: Record<string, { schema: Json }> = {},
): string | undefined => {
  const titles = Object.values(content).map(({ schema }) => String(schema['$ref']).split('/').at(-1) ?? '')
  const title = titles.find((name): name is FormatTitle => name in FORMATS)
  if (title === undefined) return undefined
  if (status === 'default') return `${title}Default`
  return toCodes(FORMATS[title], status).length > 0 ? `${title}${status}` : undefined
}
