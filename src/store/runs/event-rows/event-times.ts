/**
 * The times at the end of an event's text. Events of the native API end with `,"at":<ms with tenths>,"timestamp":"<ISO>"}`, those of the
 * LangGraph API with the timestamp only. Each token has them, so they are read and written digit by digit: the functions of `Date` took
 * longer than everything else that is done to encode a token.
 */

export interface EventTimes {
  /** The length of the text before the times. */
  bodyLength: number
  /** In tenths of a millisecond. Of an event without `at`, the last digit is 0. */
  tenths: number
  hasAt: boolean
}

const TIMESTAMP_KEY = ',"timestamp":"'
const AT_KEY = ',"at":'
/** The length of `2026-01-01T00:00:00`. */
const SECOND_CHARS = 19
const ISO_CHARS = SECOND_CHARS + '.000Z'.length
const TIMESTAMP_CHARS = TIMESTAMP_KEY.length + ISO_CHARS + '"}'.length
/** The digits of the milliseconds since the Unix epoch from 2001 to 2286, which is also what has an ISO format of 24 characters. */
const MS_DIGITS = 13

const ZERO = 48
const POINT = 46

/** Returns undefined if the text does not end with exactly what `formatTimes` writes. */
export const parseTimes = (text: string): EventTimes | undefined => {
  const timestampStart = text.length - TIMESTAMP_CHARS
  if (timestampStart < 1 || !text.startsWith(TIMESTAMP_KEY, timestampStart) || !text.endsWith('Z"}'))
    return undefined
  const ms = parseIso(text, timestampStart + TIMESTAMP_KEY.length)
  if (ms === undefined) return undefined
  const tenth = parseTenth(text, timestampStart)
  const numberStart = timestampStart - MS_DIGITS - (tenth === 0 ? 0 : 2)
  const bodyLength = numberStart - AT_KEY.length
  const hasAt =
    bodyLength > 0 && text.startsWith(AT_KEY, bodyLength) && parseDigits(text, numberStart, MS_DIGITS) === ms
  return hasAt
    ? { bodyLength, tenths: ms * 10 + tenth, hasAt }
    : { bodyLength: timestampStart, tenths: ms * 10, hasAt }
}

/** The digit of a number with one decimal that ends at this position, or 0. */
const parseTenth = (text: string, end: number): number => {
  const digit = text.charCodeAt(end - 1) - ZERO
  return text.charCodeAt(end - 2) === POINT && digit > 0 && digit <= 9 ? digit : 0
}

/** Returns NaN if there are other characters. */
const parseDigits = (text: string, start: number, count: number): number => {
  let value = 0
  for (let index = start; index < start + count; index++) {
    const digit = text.charCodeAt(index) - ZERO
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** The second of the last event. Events of a run follow each other within milliseconds. */
let lastSecond = 1_000_000_000
let lastSecondText = '2001-09-09T01:46:40'

const useSecond = (second: number): void => {
  if (second === lastSecond) return
  lastSecondText = new Date(second * 1000).toISOString().slice(0, SECOND_CHARS)
  lastSecond = second
}

const parseIso = (text: string, start: number): number | undefined => {
  const fraction = parseDigits(text, start + SECOND_CHARS + 1, 3)
  if (Number.isNaN(fraction) || text.charCodeAt(start + SECOND_CHARS) !== POINT) return undefined
  if (!text.startsWith(lastSecondText, start)) {
    const second = Date.parse(`${text.slice(start, start + SECOND_CHARS)}Z`) / 1000
    if (!(second >= 1_000_000_000 && second < 10_000_000_000)) return undefined
    useSecond(second)
    if (!text.startsWith(lastSecondText, start)) return undefined
  }
  return lastSecond * 1000 + fraction
}

export const formatTimes = (tenths: number, hasAt: boolean): string => {
  const ms = Math.floor(tenths / 10)
  const second = Math.floor(ms / 1000)
  useSecond(second)
  const fraction = String(1000 + ms - second * 1000).slice(1)
  const timestamp = `${TIMESTAMP_KEY}${lastSecondText}.${fraction}Z"}`
  if (!hasAt) return timestamp
  const tenth = tenths - ms * 10
  return `${AT_KEY}${String(ms)}${tenth === 0 ? '' : `.${String(tenth)}`}${timestamp}`
}
