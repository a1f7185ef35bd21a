/**
 * The stored texts of the messages that an execution has read or stored. Serializing a message takes about 15 µs, and every checkpoint contains
 * all messages of the conversation, nearly always the same objects as the checkpoint before. Graphs may change a message in place, so a text is
 * only used again if all members of the message are as they were.
 */
import { isMessage } from './message-format.js'
import { stringifySerializable } from './plain-json.js'

interface KnownText {
  text: string
  members: object
}

/** A list of messages as JSON. */
export interface ListText {
  text: string
  /** Where the elements end; each starts one character after the end of the one before. */
  ends: readonly number[]
}

/** The texts of longer lists would take too much memory while the messages are in use. */
const MAX_CHARS = 4_000_000
/** Deeper members may be circular. */
const MAX_DEPTH = 16

export class MessageTexts {
  readonly #known = new WeakMap<object, KnownText>()

  /** Returns the same text as `stringifySerializable`, or undefined for anything but a list of messages. */
  stringifyList(list: unknown): ListText | undefined {
    if (!isListOfMessages(list)) return undefined
    const texts: string[] = []
    const ends: number[] = []
    let end = 0
    for (const message of list) {
      const text = this.#stringify(message, end < MAX_CHARS)
      if (text === undefined) return undefined
      texts.push(text)
      ends.push((end += 1 + text.length))
    }
    return { text: `[${texts.join(',')}]`, ends }
  }

  /** Records the text that a message was read from. */
  remember(message: object, text: string): void {
    const members = copyMembers(message, MAX_DEPTH)
    if (members !== undefined) this.#known.set(message, { text, members })
  }

  #stringify(message: object, isRemembered: boolean): string | undefined {
    const known = this.#known.get(message)
    if (known !== undefined && hasSameMembers(message, known.members)) return known.text
    const text = stringifySerializable(message)
    if (isRemembered && text !== undefined) this.remember(message, text)
    return text
  }
}

/** Returns the elements of a list. */
export const splitList = ({ text, ends }: ListText): string[] =>
  ends.map((end, index) => text.slice((ends[index - 1] ?? 0) + 1, end))

const isListOfMessages = (value: unknown): value is object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage)

type Members = Record<string, unknown>

/** Copies an object whose members are plain JSON or undefined; returns undefined for other objects. Strings are not copied. */
const copyMembers = (value: object, depth: number): object | undefined => {
  if (depth === 0) return undefined
  const copy = (Array.isArray(value) ? [] : {}) as Members
  for (const name of Object.keys(value)) {
    const member = (value as Members)[name]
    const copied = typeof member === 'object' && member !== null ? copyObject(member, depth) : member
    if (name === '__proto__' || typeof copied === 'function' || copied === NOT_PLAIN) return undefined
    copy[name] = copied
  }
  return copy
}

const NOT_PLAIN = Symbol('not plain')

const copyObject = (member: object, depth: number): unknown =>
  (isPlain(member) ? copyMembers(member, depth - 1) : undefined) ?? NOT_PLAIN

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === Array.prototype) && !('toJSON' in value)
}

/** The order of the members counts, because it is the order in the text. */
const hasSameMembers = (value: object, copy: object): boolean => {
  const names = Object.keys(value)
  const copiedNames = Object.keys(copy)
  if (names.length !== copiedNames.length) return false
  for (const [index, name] of names.entries())
    if (copiedNames[index] !== name || !isSame((value as Members)[name], (copy as Members)[name]))
      return false
  return true
}

const isSame = (member: unknown, copied: unknown): boolean => {
  if (typeof member !== 'object' || member === null || typeof copied !== 'object' || copied === null)
    return Object.is(member, copied)
  return Array.isArray(member) === Array.isArray(copied) && isPlain(member) && hasSameMembers(member, copied)
}
