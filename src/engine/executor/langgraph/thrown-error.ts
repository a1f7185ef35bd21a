/** What a graph threw, as an error that can be told: it may be anything, and looking at it may throw as well. */
import type { JsonObject } from '../../../schema/common.js'

/** Longer ones are cut: every reader of the run would be sent them. */
const MAX_MESSAGE_LENGTH = 20_000

/** LangGraph writes on what was thrown which task it came from. */
const TASK_ID_KEY = 'pregelTaskId'
const NOT_AN_OBJECT = new RegExp(
  `^Cannot (?:set properties of (?=.* \\(setting '${TASK_ID_KEY}'\\)$)|create property '${TASK_ID_KEY}' on )(undefined|null|\\w+ '.*')`,
  's',
)

export interface ThrownError {
  name: string
  message: string
  /** Which explainFailure knows by. */
  code: unknown
  lc_error_code: unknown
}

export const toThrownError = (thrown: unknown): ThrownError => {
  const name = readField(thrown, 'name')
  const message = readField(thrown, 'message')
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Error',
    message: shorten(
      typeof message === 'string' && message !== '' ? restoreMessage(message) : toMessage(thrown),
    ),
    code: readField(thrown, 'code'),
    lc_error_code: readField(thrown, 'lc_error_code'),
  }
}

/** What cannot be written to, because it is no object, is told by an error about that. */
const restoreMessage = (message: string): string => {
  const [, value] = NOT_AN_OBJECT.exec(message) ?? []
  return value === undefined ? message : `the graph threw ${value}, which is no error`
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
  if (thrown instanceof Error) return 'the graph threw an error without a message'
  try {
    const { [TASK_ID_KEY]: _, ...fields } = thrown as JsonObject
    return `the graph threw ${JSON.stringify(fields)}`
  } catch {
    return 'the graph threw something that cannot be shown'
  }
}

const shorten = (text: string): string =>
  text.length <= MAX_MESSAGE_LENGTH
    ? text
    : `${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}… (${String(text.length - MAX_MESSAGE_LENGTH)} more characters)`
