/**
 * The stored texts of the messages that an execution has read or stored. Serializing a message takes about 15 µs, and every checkpoint contains
 * all messages of the conversation, nearly always the same objects as the checkpoint before. Graphs may change a message in place, so a text is
 * only used again if all members of the message are as they were.
 */
import { JoinedText } from '../../platform/joined-text.js'
import { isMessage } from './message-format.js'
import { stringifySerializable } from './plain-json.js'

interface KnownText {
  text: string
  /** The names and the values of all members, at any depth, in one list: a copy of the objects would take several times the memory. */
  members: readonly unknown[]
  /** What read the message from this text; undefined if the text was made from the message. */
  reader?: object | undefined
  /** The text of the message in the LangGraph API. */
  wireText?: string
  /** The period in which the members were compared last; see `MessageTexts`. */
  comparedIn: number
}

/** A list as JSON. */
export class ListText extends JoinedText {
  constructor(readonly elements: readonly string[]) {
    super(toListParts(elements))
  }
}

/** A loop, because this is done for each checkpoint of a long conversation. */
const toListParts = (elements: readonly string[]): string[] => {
  const parts = ['[']
  for (const element of elements) {
    if (parts.length > 1) parts.push(',')
    parts.push(element)
  }
  parts.push(']')
  return parts
}

export interface MessageList {
  text: ListText
  messages: readonly object[]
}

/** The texts of longer lists would take too much memory while the messages are in use. */
const MAX_CHARS = 4_000_000
/** Deeper members may be circular. */
const MAX_DEPTH = 16

export class MessageTexts {
  readonly #known = new WeakMap<object, KnownText>()
  /** Starts again with each node that is executed, and with each list that is serialized. */
  #period = 0

  /** Called before a node is executed, which may change messages. */
  onNode(): void {
    this.#period++
  }

  /** Returns the same text as `stringifySerializable`, or undefined for anything but a list of messages. */
  stringifyList(list: unknown): MessageList | undefined {
    if (!startsWithMessage(list)) return undefined
    this.#period++
    const texts: string[] = []
    let length = 0
    for (const message of list) {
      if (!this.#isMessage(message)) return undefined
      const text = this.#stringify(message, length < MAX_CHARS)
      if (text === undefined) return undefined
      texts.push(text)
      length += text.length
    }
    return { text: new ListText(texts), messages: list.slice() as object[] }
  }

  /** Records the text of a message, and what has read the message from it. */
  remember(message: object, text: string, reader?: object): void {
    const members: unknown[] = []
    if (listMembers(message, MAX_DEPTH, members))
      this.#known.set(message, { text, members, reader, comparedIn: this.#period })
  }

  /** True if a message is as this reader has read it from its text: reading the text again would give an equal message. */
  isAsRead(message: object, reader: object): boolean {
    return this.#findUnchanged(message)?.reader === reader
  }

  /**
   * Returns a list of messages in the format of the LangGraph API, or undefined for anything else. `stringify` makes the text of a message from
   * its members only. With `isFinal`, no code has changed messages since the last list was serialized, so they are not compared again if they were
   * in that list.
   */
  toWireList(list: unknown, stringify: (message: object) => string, isFinal: boolean): ListText | undefined {
    if (!startsWithMessage(list)) return undefined
    const texts: string[] = []
    for (const message of list) {
      if (!this.#isMessage(message)) return undefined
      const known = this.#findUnchanged(message, isFinal)
      texts.push(known === undefined ? stringify(message) : (known.wireText ??= stringify(message)))
    }
    return new ListText(texts)
  }

  #isMessage(value: unknown): value is object {
    return this.#known.has(value as object) || isMessage(value)
  }

  #stringify(message: object, isRemembered: boolean): string | undefined {
    const known = this.#findUnchanged(message)
    if (known !== undefined) return known.text
    this.#known.delete(message)
    const text = stringifySerializable(message)
    if (isRemembered && text !== undefined) this.remember(message, text)
    return text
  }

  #findUnchanged(message: object, isFinal = false): KnownText | undefined {
    const known = this.#known.get(message)
    if (known === undefined || (isFinal && known.comparedIn === this.#period)) return known
    if (compareMembers(message, known.members, 0) !== known.members.length) return undefined
    known.comparedIn = this.#period
    return known
  }
}

/** The texts of all executions of this thread: a message may be used by several. */
export const messageTexts = new MessageTexts()

/** The other elements may be something else. */
export const startsWithMessage = (value: unknown): value is unknown[] =>
  Array.isArray(value) && isMessage(value[0])

type Members = Record<string, unknown>

/** Precedes an array and its length, or an object, and what it contains. The members of an object end with `END`. */
const ARRAY = Symbol('array')
const OBJECT = Symbol('object')
const END = Symbol('end')

/**
 * Adds the names and the values of members to a list, in the order of the text. Returns false unless all members are plain JSON or undefined. A
 * loop over the names, also the inherited ones, allocates nothing; LangChain's prototypes have none. What an object contains is listed once:
 * `lc_kwargs` refers to most members of a message again.
 */
const listMembers = (value: object, depth: number, list: unknown[], seen = new Set<unknown>()): boolean => {
  if (depth === 0) return false
  for (const name in value) {
    if (name === '__proto__') return false
    list.push(name)
    if (!listMember((value as Members)[name], depth, list, seen)) return false
  }
  list.push(END)
  return true
}

const listMember = (member: unknown, depth: number, list: unknown[], seen: Set<unknown>): boolean => {
  if (typeof member !== 'object' || member === null || seen.has(member)) {
    list.push(member)
    return typeof member !== 'function'
  }
  if (!isPlain(member)) return false
  seen.add(member)
  if (!Array.isArray(member)) {
    list.push(OBJECT, member)
    return listMembers(member, depth - 1, list, seen)
  }
  list.push(ARRAY, member, member.length)
  if (depth === 1) return false
  for (const element of member as unknown[]) if (!listMember(element, depth - 1, list, seen)) return false
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

/** Another object with equal members counts as a change. A prototype that was replaced is not noticed. */
const compareMember = (member: unknown, list: readonly unknown[], position: number): number => {
  const known = list[position]
  if (member === known) return position + 1
  if (known === OBJECT)
    return list[position + 1] === member ? compareMembers(member as object, list, position + 2) : DIFFERENT
  return known === ARRAY && list[position + 1] === member
    ? compareElements(member as unknown[], list, position + 2)
    : DIFFERENT
}

const compareElements = (elements: readonly unknown[], list: readonly unknown[], start: number): number => {
  if (list[start] !== elements.length) return DIFFERENT
  let position = start + 1
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
