/**
 * Shortens what deflate compresses badly: UUIDs become 16 bytes, and times the difference to the time before them. A control character, which
 * JSON does not contain, stands for each of them, so the text around them is the same in all runs and refers to the dictionary.
 *
 * Stored rows depend on the meaning of the control characters: never change it. Add another format in pack-text.ts instead.
 */

/** The next of the UUIDs, which did not occur before. */
const NEW_UUID = '\x01'
/** A UUID that occurred before, followed by the two digits of its index. */
const LATER_UUID = '\x02'
/** Milliseconds since the Unix epoch, with at most one decimal. */
const TIME = '\x03'
/** A time in ISO format. */
const ISO_TIME = '\x04'
/** In ISO format, the millisecond of the time before it, as in most events. */
const SAME_ISO_TIME = '\x05'
/** The UUID that the last NEW_UUID before it stands for. */
const LAST_UUID = '\x06'
/** The first UUIDs are referred to by a character for each. Tab, line feed and carriage return are left out, because texts contain them. */
const FIRST_UUIDS = '\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f'

const CONTROL_CHARACTERS = /[\x01-\x08\x0b\x0c\x0e-\x1f]/
/** Only at the start of a word: so long words of hexadecimal digits are passed over quickly. */
const LITERALS =
  /\b(?:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(1[0-9]{12})(?:\.([1-9]))?(?![0-9])|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)/g
const SUBSTITUTES = /\x02([\x20-\x7e])([\x20-\x7e])|[\x01-\x08\x0b\x0c\x0e-\x1f]/g

/** The digits of an index: the visible ASCII characters and the space. */
const DIGIT_BASE = 95
const FIRST_DIGIT = 0x20
export const MAX_UUIDS = FIRST_UUIDS.length + DIGIT_BASE * DIGIT_BASE

export interface ShortenedText {
  text: string
  /** The UUIDs in the order in which they first occur. */
  uuids: string[]
  /** The differences between the times, in tenths of a millisecond. */
  steps: number[]
}

/** Returns undefined if the text contains control characters. */
export const shortenText = (text: string): ShortenedText | undefined => {
  if (CONTROL_CHARACTERS.test(text)) return undefined
  const indexes = new Map<string, number>()
  const steps: number[] = []
  let lastTime = 0
  const shortenUuid = (uuid: string): string => {
    const index = indexes.get(uuid)
    if (index !== undefined) return index === indexes.size - 1 ? LAST_UUID : formatReference(index)
    if (indexes.size === MAX_UUIDS) return uuid
    indexes.set(uuid, indexes.size)
    return NEW_UUID
  }
  const addTime = (time: number): void => {
    steps.push(time - lastTime)
    lastTime = time
  }
  const shortenIso = (iso: string): string => {
    if (steps.length > 0 && formatIso(lastTime) === iso) return SAME_ISO_TIME
    const tenths = Date.parse(iso) * 10
    // Dates that do not exist, such as 30 February.
    if (Number.isNaN(tenths) || formatIso(tenths) !== iso) return iso
    addTime(tenths)
    return ISO_TIME
  }
  const shortened = text.replace(LITERALS, (literal, uuid?: string, ms?: string, tenth?: string) => {
    if (uuid !== undefined) return shortenUuid(uuid)
    if (ms === undefined) return shortenIso(literal)
    addTime(Number(`${ms}${tenth ?? '0'}`))
    return TIME
  })
  return { text: shortened, uuids: [...indexes.keys()], steps }
}

/** Throws if the text was not shortened to these parts. */
export const restoreText = ({ text, uuids, steps }: ShortenedText): string => {
  // Large values are read in hundreds of such texts.
  if (uuids.length === 0 && steps.length === 0) return text
  let lastTime = 0
  let usedUuids = 0
  let usedSteps = 0
  const nextTime = (): number => (lastTime += requireValue(steps[usedSteps++]))
  return text.replace(SUBSTITUTES, (substitute, high?: string, low?: string) => {
    if (high !== undefined && low !== undefined) return requireValue(uuids[parseIndex(high, low)])
    switch (substitute) {
      case NEW_UUID:
        return requireValue(uuids[usedUuids++])
      case LAST_UUID:
        return requireValue(uuids[usedUuids - 1])
      case TIME:
        return formatTime(nextTime())
      case ISO_TIME:
        return formatIso(nextTime())
      case SAME_ISO_TIME:
        return formatIso(lastTime)
      default:
        return requireValue(uuids[FIRST_UUIDS.indexOf(substitute)])
    }
  })
}

const requireValue = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('a UUID or a time is missing')
  return value
}

const formatIso = (tenths: number): string => new Date(Math.floor(tenths / 10)).toISOString()

const formatTime = (tenths: number): string => {
  const tenth = tenths % 10
  return String(Math.floor(tenths / 10)) + (tenth === 0 ? '' : `.${String(tenth)}`)
}

const formatReference = (index: number): string => {
  if (index < FIRST_UUIDS.length) return FIRST_UUIDS.charAt(index)
  const rest = index - FIRST_UUIDS.length
  return LATER_UUID + formatDigit(Math.floor(rest / DIGIT_BASE)) + formatDigit(rest % DIGIT_BASE)
}

const formatDigit = (digit: number): string => String.fromCharCode(FIRST_DIGIT + digit)

const parseIndex = (high: string, low: string): number =>
  FIRST_UUIDS.length + parseDigit(high) * DIGIT_BASE + parseDigit(low)

const parseDigit = (character: string): number => character.charCodeAt(0) - FIRST_DIGIT
