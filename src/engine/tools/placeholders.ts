/** `{name}` in a text is replaced by an argument. Braces with spaces or other characters inside are plain text. */
const PLACEHOLDER = /\{([a-zA-Z_][a-zA-Z0-9_-]*)\}/g
const ONLY_PLACEHOLDER = /^\{([a-zA-Z_][a-zA-Z0-9_-]*)\}$/

export type Arguments = Readonly<Record<string, unknown>>

export const findPlaceholders = (value: unknown): string[] => {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(findPlaceholders)
}

/** Returns the parts of a text between its placeholders. */
export const splitLiterals = (text: string): string[] => text.split(/\{[a-zA-Z_][a-zA-Z0-9_-]*\}/)

export const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

/** Returns undefined if an argument is missing. */
export const fillText = (
  template: string,
  args: Arguments,
  encode: (text: string, name: string) => string = (text) => text,
): string | undefined => {
  if (findPlaceholders(template).some((name) => getArgument(args, name) == null)) return undefined
  return template.replace(PLACEHOLDER, (_, name: string) => encode(toText(getArgument(args, name)), name))
}

/** Fills the strings of a JSON value. A string that is a single placeholder becomes the argument with its type. */
export const fillValue = (template: unknown, args: Arguments): unknown => {
  if (typeof template === 'string') {
    const name = ONLY_PLACEHOLDER.exec(template)?.[1]
    return name === undefined ? fillText(template, args) : getArgument(args, name)
  }
  if (Array.isArray(template)) return template.map((item) => fillValue(item, args)).filter(isDefined)
  if (typeof template !== 'object' || template === null) return template
  const filled = Object.entries(template).map(([key, item]) => [key, fillValue(item, args)] as const)
  return Object.fromEntries(filled.filter(([, item]) => isDefined(item)))
}

const isDefined = (value: unknown): boolean => value !== undefined

const getArgument = (args: Arguments, name: string): unknown =>
  Object.hasOwn(args, name) ? args[name] : undefined
