/** Parses the reply of a judge model. An ambiguous reply is rejected; it never becomes a score. */
import type { ErrorObject } from 'ajv'
import { jsonrepair } from 'jsonrepair'
import type { ReplyFormat } from './reply-format.js'

export type ParsedReply<T> = { reply: T; isRepaired: boolean } | { problem: string }

/** A longer text is not a reply to the prompt. */
const MAX_REPLY_LENGTH = 65_536

export const parseReply = <T>(text: string, format: ReplyFormat<T>): ParsedReply<T> => {
  if (text.trim() === '') return { problem: 'it was empty' }
  if (text.length > MAX_REPLY_LENGTH)
    return { problem: `it was longer than ${String(MAX_REPLY_LENGTH)} characters` }
  const json = findLastObject(text)
  if (json === undefined) return { problem: 'there was no JSON object in it' }
  const value = tryParse(json)
  if (value !== undefined) {
    return isRepeated(new RegExp(`(?<!\\\\)"${format.verdictKey}"\\s*:`, 'g'), json)
      ? repeatedKey(format.verdictKey)
      : validateReply(value, format, false)
  }
  // The second key may be an unescaped quotation, which the repaired object would contain as a key.
  if (isRepeated(new RegExp(`\\b${format.verdictKey}\\W{0,4}:`, 'gi'), json))
    return repeatedKey(format.verdictKey)
  // A number at the end may be truncated: 1 could have been 10.
  if (/[\d.eE+-]$/.test(json)) return { problem: 'it was cut off' }
  const repaired = tryRepair(json)
  return repaired === undefined ? { problem: 'it was not valid JSON' } : validateReply(repaired, format, true)
}

const validateReply = <T>(
  value: unknown,
  { validate }: ReplyFormat<T>,
  isRepaired: boolean,
): ParsedReply<T> =>
  validate(value) ? { reply: value, isRepaired } : { problem: describeErrors(validate.errors ?? []) }

/**
 * The text of the last top-level object. An object that is never closed extends to the end of the text: an earlier object,
 * which may be quoted from the judged output, must not be used instead.
 */
const findLastObject = (text: string): string | undefined => {
  let last: string | undefined
  for (let start = text.indexOf('{'); start !== -1;) {
    const end = findObjectEnd(text, start)
    last = text.slice(start, end)
    start = end === undefined ? -1 : text.indexOf('{', end)
  }
  return last
}

/** The index after the brace that closes the one at `start`; braces in strings do not count. */
const findObjectEnd = (text: string, start: number): number | undefined => {
  let depth = 0
  let isInString = false
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (isInString) {
      if (character === '\\') index++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return index + 1
  }
  return undefined
}

const isRepeated = (key: RegExp, text: string): boolean => (text.match(key)?.length ?? 0) > 1
const repeatedKey = (key: string): { problem: string } => ({
  problem: `there was more than one "${key}" in it`,
})

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tryRepair = (text: string): unknown => {
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

const describeErrors = (errors: readonly ErrorObject[]): string =>
  errors
    .map(({ instancePath, keyword, params, message = 'is invalid' }) => {
      const path = instancePath === '' ? 'the object' : `"${instancePath.slice(1)}"`
      if (keyword === 'enum')
        return `${path} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
      return `${path} ${message}`
    })
    .join('; ')
