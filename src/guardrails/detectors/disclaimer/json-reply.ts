/** Adds the disclaimer to an output that is JSON: as a field of an object, or as the last item of an array. */
const FIELD = 'disclaimer'
const FALLBACK_FIELD = 'disclaimer_text'
const MAX_STRINGS = 100_000

/** Returns the parsed object or array if the whole output is JSON, otherwise undefined. */
export const parseJsonReply = (text: string): Record<string, unknown> | unknown[] | undefined => {
  const trimmed = text.trim()
  if (!/^(?:\{[^]*\}|\[[^]*\])$/.test(trimmed)) return undefined
  try {
    return JSON.parse(trimmed) as Record<string, unknown> | unknown[]
  } catch {
    return undefined
  }
}

/** If the array contains objects, the disclaimer becomes an object, too, so that all items have the same type. */
export const appendItem = (text: string, array: readonly unknown[], disclaimer: string): string => {
  const hasObjects = array.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  const item = JSON.stringify(hasObjects ? { [FIELD]: disclaimer } : disclaimer)
  const close = text.lastIndexOf(']')
  const body = text.slice(0, close).trimEnd()
  const space = text.slice(body.length, close)
  const indent = /^\s*\[(\r?\n[ \t]{1,10})\S/.exec(text)?.[1] ?? ''
  return `${body}${array.length === 0 ? '' : ','}${indent}${item}${space}${text.slice(close)}`
}

/** Collects all strings of a value. Field names do not count, because they are not shown to users. */
export const collectStrings = (value: unknown): string[] => {
  const strings: string[] = []
  const stack = [value]
  while (stack.length > 0 && strings.length < MAX_STRINGS) {
    const next = stack.pop()
    if (typeof next === 'string') strings.push(next)
    else if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) stack.push(inner)
  }
  return strings
}

/**
 * Inserts the field before the last bracket of the text. Parsing and serializing the whole object would change long numbers
 * and duplicate names; that is only done to extend an existing `disclaimer` field.
 */
export const addField = (text: string, object: Record<string, unknown>, disclaimer: string): string => {
  const existing = Object.hasOwn(object, FIELD) ? object[FIELD] : undefined
  if (typeof existing === 'string') {
    return JSON.stringify(
      { ...object, [FIELD]: existing === '' ? disclaimer : `${existing}\n\n${disclaimer}` },
      null,
      detectIndent(text),
    )
  }
  const field = JSON.stringify(existing === undefined ? FIELD : FALLBACK_FIELD)
  const close = text.lastIndexOf('}')
  const body = text.slice(0, close).trimEnd()
  const comma = body.endsWith('{') && Object.keys(object).length === 0 ? '' : ','
  const indent = detectIndent(text)
  const [before, after] = indent === '' ? ['', ''] : [`\n${indent}`, '\n']
  const colon = indent === '' ? ':' : ': '
  return `${body}${comma}${before}${field}${colon}${JSON.stringify(disclaimer)}${after}${text.slice(close)}`
}

const detectIndent = (text: string): string => /^\s*\{\r?\n([ \t]{1,10})"/.exec(text)?.[1] ?? ''
