/** Reads what a judge replied. What is not beyond doubt is no reply: it is never read as a score. */
import type { ErrorObject } from 'ajv'
import { jsonrepair } from 'jsonrepair'
import type { ReplyFormat } from './reply-format.js'

export type ParsedReply<T> = { reply: T; isRepaired: boolean } | { problem: string }

/** Longer ones are not replies to what was asked. */
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
  // What looks like the key may be a quotation whose marks nobody escaped, and the mended object would take it for one.
  if (isRepeated(new RegExp(`\\b${format.verdictKey}\\W{0,4}:`, 'gi'), json))
    return repeatedKey(format.verdictKey)
  // The rest of a number may be missing: 1 could have been 10.
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
 * The text of the last object that stands by itself. If that was never closed it goes on to the end: an earlier one, which
 * may be quoted from what is judged, must not take its place.
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

/** Just behind the bracket that closes the one at `start`; brackets in strings do not count. */
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
