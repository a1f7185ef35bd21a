/** Reads what a judge replied. What is not beyond doubt is no reply: it is never read as a score. */
import type { ErrorObject } from 'ajv'
import { jsonrepair } from 'jsonrepair'
import type { ReplyShape } from './reply-format.js'

export type Parsed<T> = { reply: T; isRepaired: boolean } | { problem: string }

/** Longer ones are not replies to what was asked. */
const MAX_REPLY = 65_536

export const parseReply = <T>(text: string, shape: ReplyShape<T>): Parsed<T> => {
  if (text.trim() === '') return { problem: 'it was empty' }
  if (text.length > MAX_REPLY) return { problem: `it was longer than ${String(MAX_REPLY)} characters` }
  const found = lastObject(text)
  if (found === undefined) return { problem: 'there was no JSON object in it' }
  const whole = parse(found)
  if (whole !== undefined) {
    return isTwice(new RegExp(`(?<!\\\\)"${shape.decisive}"\\s*:`, 'g'), found)
      ? twice(shape.decisive)
      : validated(whole, shape, false)
  }
  // What looks like the key may be a quotation whose marks nobody escaped, and the mended object would take it for one.
  if (isTwice(new RegExp(`\\b${shape.decisive}\\W{0,4}:`, 'gi'), found)) return twice(shape.decisive)
  // The rest of a number may be missing: 1 could have been 10.
  if (/[\d.eE+-]$/.test(found)) return { problem: 'it was cut off' }
  const mended = repair(found)
  return mended === undefined ? { problem: 'it was not valid JSON' } : validated(mended, shape, true)
}

const validated = <T>(value: unknown, { validate }: ReplyShape<T>, isRepaired: boolean): Parsed<T> =>
  validate(value) ? { reply: value, isRepaired } : { problem: problemsOf(validate.errors ?? []) }

/**
 * The text of the last object that stands by itself. If that was never closed it goes on to the end: an earlier one, which
 * may be quoted from what is judged, must not take its place.
 */
const lastObject = (text: string): string | undefined => {
  let last: string | undefined
  for (let start = text.indexOf('{'); start !== -1;) {
    const end = endOfObject(text, start)
    last = text.slice(start, end)
    start = end === undefined ? -1 : text.indexOf('{', end)
  }
  return last
}

/** Just behind the bracket that closes the one at `start`; brackets in strings do not count. */
const endOfObject = (text: string, start: number): number | undefined => {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (isString) {
      if (sign === '\\') at++
      else if (sign === '"') isString = false
    } else if (sign === '"') isString = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return undefined
}

const isTwice = (key: RegExp, text: string): boolean => (text.match(key)?.length ?? 0) > 1
const twice = (key: string): { problem: string } => ({ problem: `there was more than one "${key}" in it` })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const repair = (text: string): unknown => {
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

const problemsOf = (errors: readonly ErrorObject[]): string =>
  errors
    .map(({ instancePath, keyword, params, message = 'is invalid' }) => {
      const path = instancePath === '' ? 'the object' : `"${instancePath.slice(1)}"`
      if (keyword === 'enum')
        return `${path} must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
      return `${path} ${message}`
    })
    .join('; ')
