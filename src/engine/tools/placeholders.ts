import type { SecretValues } from '../../domain/secrets/references.js'

/** `{name}` in a text is replaced by an argument. Braces with spaces or other characters inside are plain text. */
const PLACEHOLDER = /\{([a-zA-Z_][a-zA-Z0-9_-]*)\}/g
/** Placeholders and references to named secrets. Both are replaced in one pass: an inserted value is never searched. */
const INSERTION = /\$\{secret:([^}]*)\}|\{([a-zA-Z_][a-zA-Z0-9_-]*)\}/g
const ONLY_PLACEHOLDER = /^\{([a-zA-Z_][a-zA-Z0-9_-]*)\}$/

export type Arguments = Readonly<Record<string, unknown>>

export const findPlaceholders = (value: unknown): string[] => {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(findPlaceholders)
}

/** Returns the parts of a text between its placeholders and its references to named secrets. */
export const splitLiterals = (text: string): string[] =>
  text.split(/\$\{secret:[^}]*\}|\{[a-zA-Z_][a-zA-Z0-9_-]*\}/)

export const toText = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()

/** What is inserted into the texts of a request. */
export interface Insertions {
  args: Arguments
  secrets: SecretValues
}

/** Returns undefined if an argument is missing. */
export const fillText = (
  template: string,
  { args, secrets }: Insertions,
  encode: (text: string, name: string) => string = (text) => text,
): string | undefined => {
  if (findPlaceholders(template).some((name) => getArgument(args, name) == null)) return undefined
  return template.replace(INSERTION, (text: string, secretName: string | undefined, name: string) => {
    if (secretName === undefined) return encode(toText(getArgument(args, name)), name)
    return Object.hasOwn(secrets, secretName)
      ? encode(secrets[secretName] ?? '', `secret ${secretName}`)
      : text
  })
}

/** Fills the strings of a JSON value. A string that is a single placeholder becomes the argument with its type. */
export const fillValue = (template: unknown, insertions: Insertions): unknown => {
  if (typeof template === 'string') {
    const name = ONLY_PLACEHOLDER.exec(template)?.[1]
    return name === undefined ? fillText(template, insertions) : getArgument(insertions.args, name)
  }
  if (Array.isArray(template)) return template.map((item) => fillValue(item, insertions)).filter(isDefined)
  if (typeof template !== 'object' || template === null) return template
  const filled = Object.entries(template).map(([key, item]) => [key, fillValue(item, insertions)] as const)
  return Object.fromEntries(filled.filter(([, item]) => isDefined(item)))
}

const isDefined = (value: unknown): boolean => value !== undefined

const getArgument = (args: Arguments, name: string): unknown =>
  Object.hasOwn(args, name) ? args[name] : undefined
