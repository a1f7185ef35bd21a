/**
 * The stored texts of the messages that an execution has read or stored. Serializing a message takes about 15 µs, and every checkpoint contains
 * all messages of the conversation, nearly always the same objects as the checkpoint before. Graphs may change a message in place, so a text is
 * only used again if all members of the message are as they were.
 */
import { isMessage } from './message-format.js'
import { stringifySerializable } from './plain-json.js'

interface KnownText {
  text: string
  /** The names and the values of all members, at any depth, in one list: a copy of the objects would take several times the memory. */
  members: readonly unknown[]
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
    const members: unknown[] = []
    if (listMembers(message, MAX_DEPTH, members)) this.#known.set(message, { text, members })
  }

  #stringify(message: object, isRemembered: boolean): string | undefined {
    const known = this.#known.get(message)
    if (known !== undefined && compareMembers(message, known.members, 0) === known.members.length)
      return known.text
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

/** Precedes the length and the elements of an array. */
const ARRAY = Symbol('array')
/** Precedes the members of an object, which end with `END`. */
const OBJECT = Symbol('object')
const END = Symbol('end')

/**
 * Adds the names and the values of members to a list, in the order of the text. Returns false unless all members are plain JSON or undefined. A
 * loop over the names, also the inherited ones, allocates nothing; LangChain's prototypes have none.
 */
const listMembers = (value: object, depth: number, list: unknown[]): boolean => {
  if (depth === 0) return false
  for (const name in value) {
    if (name === '__proto__') return false
    list.push(name)
    if (!listMember((value as Members)[name], depth, list)) return false
  }
  list.push(END)
  return true
}

const listMember = (member: unknown, depth: number, list: unknown[]): boolean => {
  if (typeof member !== 'object' || member === null) {
    list.push(member)
    return typeof member !== 'function'
  }
  if (!isPlain(member)) return false
  if (!Array.isArray(member)) {
    list.push(OBJECT)
    return listMembers(member, depth - 1, list)
  }
  list.push(ARRAY, member.length)
  if (depth === 1) return false
  for (const element of member as unknown[]) if (!listMember(element, depth - 1, list)) return false
  return true
}

const DIFFERENT = -1

/** Compares an object with its list from a position on. Returns the position after its end, or `DIFFERENT`. */
const compareMembers = (value: object, list: readonly unknown[], start: number): number => {
  let position = start
  for (const name in value) {
    if (list[position] !== name) return DIFFERENT
    position = compareMember((value as Members)[name], list, position + 1)
    if (position === DIFFERENT) return DIFFERENT
  }
  return list[position] === END ? position + 1 : DIFFERENT
}

const compareMember = (member: unknown, list: readonly unknown[], position: number): number => {
  const known = list[position]
  if (typeof member !== 'object' || member === null)
    return Object.is(member, known) ? position + 1 : DIFFERENT
  if (!isPlain(member)) return DIFFERENT
  if (!Array.isArray(member)) return known === OBJECT ? compareMembers(member, list, position + 1) : DIFFERENT
  return known === ARRAY && list[position + 1] === member.length
    ? compareElements(member, list, position + 2)
    : DIFFERENT
}

const compareElements = (elements: readonly unknown[], list: readonly unknown[], start: number): number => {
  let position = start
  for (const element of elements) {
    position = compareMember(element, list, position)
    if (position === DIFFERENT) return DIFFERENT
  }
  return position
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === Array.prototype) && !('toJSON' in value)
}
