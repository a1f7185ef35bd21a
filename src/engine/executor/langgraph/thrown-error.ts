/** What a graph threw, as an error that can be told: it may be anything, and looking at it may throw as well. */
import type { JsonObject } from '../../../schema/common.js'

/** Longer ones are cut: every reader of the run would be sent them. */
const LONGEST = 20_000

/** LangGraph writes on what was thrown which task it came from. */
const TASK = 'pregelTaskId'
const NO_OBJECT = new RegExp(
  `^Cannot (?:set properties of (?=.* \\(setting '${TASK}'\\)$)|create property '${TASK}' on )(undefined|null|\\w+ '.*')`,
  's',
)

export interface Thrown {
  name: string
  message: string
  /** Which explainFailure knows by. */
  code: unknown
  lc_error_code: unknown
}

export const readThrown = (thrown: unknown): Thrown => {
  const name = fieldOf(thrown, 'name')
  const message = fieldOf(thrown, 'message')
  return {
    name: typeof name === 'string' && name !== '' ? name : 'Error',
    message: shorten(typeof message === 'string' && message !== '' ? beforeTask(message) : textOf(thrown)),
    code: fieldOf(thrown, 'code'),
    lc_error_code: fieldOf(thrown, 'lc_error_code'),
  }
}

/** What cannot be written to, because it is no object, is told by an error about that. */
const beforeTask = (message: string): string => {
  const [, value] = NO_OBJECT.exec(message) ?? []
  return value === undefined ? message : `the graph threw ${value}, which is no error`
}

const fieldOf = (thrown: unknown, name: string): unknown => {
  try {
    return (thrown as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}

const textOf = (thrown: unknown): string => {
  if (typeof thrown === 'string' && thrown !== '') return thrown
  if (thrown instanceof Error) return 'the graph threw an error without a message'
  try {
    const { [TASK]: _, ...shown } = thrown as JsonObject
    return `the graph threw ${JSON.stringify(shown)}`
  } catch {
    return 'the graph threw something that cannot be shown'
  }
}

const shorten = (text: string): string =>
  text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST).toWellFormed()}… (${String(text.length - LONGEST)} more characters)`
