/** The preview of a run: the first line of its input, which lists show and search. */
import { isObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'

const MAX_LENGTH = 120
/** Texts are usually near the top of an input; the rest of a large one is not searched. */
const MAX_VALUES = 100
/** Control characters, which PostgreSQL cannot store (U+0000) or which would break the line. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g

/** Returns the last message of a list of messages, else the first text in the input. Null if there is none. */
export const toPreview = (input: unknown): string | null => {
  const budget = { values: MAX_VALUES }
  return toFirstLine(findText(input, budget))
}

/** The preview of a stored run. An input of the LangGraph API that is no object is one of its kwargs. */
export const toStoredPreview = ({ input, kwargs }: Pick<Row<'runs'>, 'input' | 'kwargs'>): string | null => {
  if (input !== null) return toPreview(JSON.parse(input))
  return kwargs === null ? null : toPreview((JSON.parse(kwargs) as { input?: unknown }).input)
}

const findText = (value: unknown, budget: { values: number }): string | undefined => {
  if (budget.values-- <= 0) return undefined
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (Array.isArray(value)) return findFirst(value, budget)
  if (!isObject(value)) return undefined
  const { messages, content, text } = value
  const last = Array.isArray(messages) ? (messages as unknown[]).at(-1) : messages
  return (
    findText(last, budget) ??
    // The parts of a message: its ID, role or type are no text of the user.
    (content === undefined && text === undefined
      ? findFirst(Object.values(value), budget)
      : (findText(content, budget) ?? findText(text, budget)))
  )
}

const findFirst = (values: readonly unknown[], budget: { values: number }): string | undefined => {
  for (const value of values) {
    const text = findText(value, budget)
    if (text !== undefined) return text
    if (budget.values <= 0) return undefined
  }
  return undefined
}

const toFirstLine = (text: string | undefined): string | null => {
  const [line = ''] = text?.trimStart().split(/[\r\n\u2028\u2029]/, 1) ?? []
  // Cut before anything else: the line can be long. By code points, so that no surrogate pair is split.
  const cut = Array.from(line.slice(0, 2 * MAX_LENGTH))
    .slice(0, MAX_LENGTH)
    .join('')
  const clean = cut.replace(CONTROL_CHARACTERS, ' ').toWellFormed().trim()
  return clean === '' ? null : clean
}
