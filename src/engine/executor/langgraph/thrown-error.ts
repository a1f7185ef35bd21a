/** Converts a value that a graph threw to an error message. The value may be anything, and reading it may throw. */
import type { JsonObject } from '../../../schema/common.js'
import { findModelFailure } from '../../models/model-failure.js'

/** Longer messages are cut, because every reader of the run receives them. */
const MAX_MESSAGE_LENGTH = 20_000

/** LangGraph adds this property to the thrown value. If that fails because the value is not an object, it throws another error. */
const TASK_ID_KEY = 'pregelTaskId'
const NOT_AN_OBJECT = new RegExp(
  `^Cannot (?:set properties of (?=.* \\(setting '${TASK_ID_KEY}'\\)$)|create property '${TASK_ID_KEY}' on )(undefined|null|\\w+ '.*')`,
  's',
)

export interface ThrownError {
  name: string
  message: string
  /** Codes that toRunFailure recognizes. */
  code: unknown
  lc_error_code: unknown
}

export const toThrownError = (thrown: unknown): ThrownError => {
  const name = readField(thrown, 'name')
  const modelFailure = findModelFailure(thrown)
  const message = modelFailure?.message ?? readField(thrown, 'message')
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Error',
    message: shorten(
      typeof message === 'string' && message !== '' ? restoreMessage(message) : toMessage(thrown),
    ),
    code: modelFailure?.code ?? readField(thrown, 'code'),
    lc_error_code: readField(thrown, 'lc_error_code'),
  }
}

/** If LangGraph could not add its property, the error names the thrown value. */
const restoreMessage = (message: string): string => {
  const [, value] = NOT_AN_OBJECT.exec(message) ?? []
  return value === undefined ? message : `The graph threw ${value}, which is not an Error`
}

const readField = (thrown: unknown, name: string): unknown => {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}

const toMessage = (thrown: unknown): string => {
  if (typeof thrown === 'string' && thrown !== '') return thrown
  if (thrown instanceof Error) return 'The graph threw an error without a message'
  try {
    const { [TASK_ID_KEY]: _, ...fields } = thrown as JsonObject
    return `The graph threw ${JSON.stringify(fields)}`
  } catch {
    return 'The graph threw a value that cannot be serialized'
  }
}

const shorten = (text: string): string =>
  text.length <= MAX_MESSAGE_LENGTH
    ? text
    : `${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}… (${String(text.length - MAX_MESSAGE_LENGTH)} more characters)`
