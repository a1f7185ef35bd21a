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

/** Matches texts that may contain a number that JavaScript changes: long, with an exponent, or with a trailing zero after the point. */
const MAY_CHANGE = /\d{16}|\d[eE][+-]?\d|\.\d*0(?!\d)|-0(?![.\d])/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** Marks numbers while they pass the parser as strings. It is random, so that no text can pretend to be a number. */
const MARK = `exact-number:${String(Math.random())}:`

const markChangedNumber = (token: string): string =>
  token.startsWith('"') || String(Number(token)) === token ? token : `"${MARK}${token}"`

const unmark = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(MARK) ? new ExactNumber(value.slice(MARK.length)) : value

export const parseExact = (text: string): unknown => {
  if (!MAY_CHANGE.test(text)) return JSON.parse(text)
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
