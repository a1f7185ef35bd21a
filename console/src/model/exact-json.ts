/**
 * JSON whose numbers keep the digits that were sent. JavaScript rounds integers above 2^53 and drops trailing zeros; such a number
 * becomes an `ExactNumber` that remembers its text.
 */
export class ExactNumber {
  constructor(readonly source: string) {}
  valueOf(): number {
    return Number(this.source)
  }
  toString(): string {
    return this.source
  }
}

/**
 * Matches what may be a number that JavaScript changes: long, with an exponent, or with a trailing zero after the point. What precedes
 * and follows a number excludes most strings: a page of events is full of IDs and times that contain such digits, and marking its
 * numbers takes much longer than parsing it.
 */
const MAY_CHANGE =
  /(?:^|[:,[])\s*(-?(?:\d[\d.]{15,}|\d+(?:\.\d+)?[eE][+-]?\d+|\d+\.\d*0|(?<=-)0))(?=\s*(?:[,\]}]|$))/g
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Marks numbers while they pass the parser as strings. It is random, so that no text can pretend to be a number. */
const MARK = `exact-number:${String(Math.random())}:`

const isChanged = (number: string): boolean => String(Number(number)) !== number

const mayChange = (text: string): boolean => {
  for (const [, number = ''] of text.matchAll(MAY_CHANGE)) if (isChanged(number)) return true
  return false
}

const markChangedNumber = (token: string): string =>
  token.startsWith('"') || !isChanged(token) ? token : `"${MARK}${token}"`

const unmark = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(MARK) ? new ExactNumber(value.slice(MARK.length)) : value

export const parseExact = (text: string): unknown => {
  if (!mayChange(text)) return JSON.parse(text)
  const marked = text.replaceAll(STRING_OR_NUMBER, markChangedNumber)
  return marked.includes(MARK) ? JSON.parse(marked, unmark) : JSON.parse(text)
}

const indentBy = (indent: number, depth: number): string =>
  indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const stringifyExact = (value: unknown, indent = 0, depth = 0): string => {
  if (value instanceof ExactNumber) return value.source
  const inner = indentBy(indent, depth + 1)
  const end = indentBy(indent, depth)
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[${value.map((item) => inner + stringifyExact(item ?? null, indent, depth + 1)).join(',')}${end}]`
  }
  if (isPlainObject(value)) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    if (entries.length === 0) return '{}'
    const separator = indent === 0 ? ':' : ': '
    const lines = entries.map(
      ([key, item]) => inner + JSON.stringify(key) + separator + stringifyExact(item, indent, depth + 1),
    )
    return `{${lines.join(',')}${end}}`
  }
  return JSON.stringify(value ?? null)
}
