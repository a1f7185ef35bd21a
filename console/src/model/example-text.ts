/** The texts of examples and outputs as people read them; what is no text is shown as JSON. */
import { stringifyExact } from './exact-json.ts'
import { isRecord } from './is-record.ts'

type JsonObject = Record<string, unknown>

/** The last message of a conversation, the message, or the only text; otherwise the whole. */
export const toInputText = (input: JsonObject | null): string => {
  if (input === null) return '–'
  const { messages, message, content } = input
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (isRecord(last)) return toInputText(last)
  const text = message ?? content
  if (typeof text === 'string') return text
  const values = Object.values(input)
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : stringifyExact(input, 2)
}

/** One line for each expectation, for example `contains: refund`. */
export const toExpectedText = (expected: JsonObject | null): string =>
  expected === null
    ? '–'
    : Object.entries(expected)
        .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : stringifyExact(value)}`)
        .join('\n')

export const toOutputText = (output: JsonObject | null): string => {
  if (output === null) return '–'
  const { response } = output
  return typeof response === 'string' ? response : stringifyExact(output, 2)
}

/** The message of the error of a run. */
export const toErrorText = (error: JsonObject): string => {
  const { message } = error
  return typeof message === 'string' ? message : stringifyExact(error)
}
