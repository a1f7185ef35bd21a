/**
 * The stored texts of the messages that an execution has read or stored. Serializing a message takes about 15 µs, and every checkpoint contains
 * all messages of the conversation, nearly always the same objects as the checkpoint before. Graphs may change a message in place, so a text is
 * only used again if all members of the message are as they were.
 */
import { countCommonStart, JoinedText, TextParts } from '../../platform/joined-text.js'
import { isMessage } from './message-format.js'
import { stringifySerializable } from './plain-json.js'

interface KnownText {
  text: string
  /** See `listMembers`. */
  members: readonly unknown[]
  /** What read the message from this text; undefined if the text was made from the message. */
  reader?: object | undefined
  /** False for messages that LangGraph's reducer assigns an ID. */
  hasId: boolean
  /** The text of the message in the LangGraph API. */
  wireText?: string
  /** The period in which the members were compared last; see `MessageTexts`. */
  comparedIn: number
  /** False if another text of the message was recorded since. */
  isCurrent: boolean
}

/** A list of messages that was used last, with the text of each message that has one. */
interface KnownList {
  messages: readonly unknown[]
  texts: readonly (KnownText | undefined)[]
  text: ListText
  /** A list in the format of the LangGraph API, and how many messages it has in common with this one. */
  wire: ListText
  wireCount: number
  /** True if the messages are those of the checkpoint that an execution has loaded. */
  isLoaded: boolean
  /** When the messages were compared for an execution that was expected. */
  comparedAt?: number
}

/** A list as JSON. */
export class ListText extends JoinedText {
  constructor(
    readonly elements: readonly string[],
    { parts, ends }: TextParts = toListParts(elements),
  ) {
    super(parts, ends)
  }

  /** Returns a list that starts with the first elements of this one, which are not read. */
  continue(count: number, added: readonly string[]): ListText {
    return new ListText(
      [...this.elements.slice(0, count), ...added],
      toListParts(added, new TextParts(this, toPartCount(count))),
    )
  }

  /** The length of the list without its elements after the first ones. */
  lengthOf(count: number): number {
    return this.getStart(toPartCount(count))
  }
}

/** A bracket or a comma precedes each element. */
const toPartCount = (elements: number): number => 2 * elements

/** A loop, because this is done for each checkpoint of a long conversation. */
const toListParts = (elements: readonly string[], list = new TextParts()): TextParts => {
  if (list.parts.length === 0 && elements.length === 0) list.add('[')
  for (const element of elements) {
    list.add(list.parts.length === 0 ? '[' : ',')
    list.add(element)
  }
  list.add(']')
  return list
}

const NO_ELEMENTS = new ListText([])

export interface MessageList {
  text: ListText
  messages: readonly object[]
}

/** The texts of longer lists would take too much memory while the messages are in use. */
const MAX_CHARS = 4_000_000
/** An expected execution that takes longer to start compares the messages again. */
const EXPECTED_MS = 100
export class MessageTexts {
  readonly #known = new WeakMap<object, KnownText>()
  /**
   * Lists by their first message. Most messages of a conversation have the same place in its next version, where they are found without the
   * WeakMap, which would take as long as the comparison of their members.
   */
  readonly #lists = new WeakMap<object, KnownList>()
  /** Starts again with each node that is executed, and with each list that is serialized. */
  #period = 0

  /** The clock is in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Called before a node is executed, which may change messages. */
  onNode(): void {
    this.#period++
  }

  /**
   * Returns the same text as `stringifySerializable`, or undefined for anything but a list of messages. With `isAsLoaded`, nothing but LangGraph's
   * own code has had the messages of the loaded checkpoint since they were compared, so they are not compared again.
   */
  stringifyList(list: unknown, isAsLoaded = false): MessageList | undefined {
    if (!startsWithMessage(list)) return undefined
    this.#period++
    const previous = this.#findList(list)
    const needsNoComparison = isAsLoaded && previous?.isLoaded === true
    const kept = this.#countUnchanged(list, previous, ({ hasId }) => needsNoComparison && hasId)
    const texts = previous?.texts.slice(0, kept) ?? []
    const added: string[] = []
    let length = previous?.text.lengthOf(kept) ?? 0
    for (let index = kept; index < list.length; index++) {
      const message = list[index]
      let text = this.#findUnchanged(message, index, previous)
      let json = text?.text
      if (json === undefined) {
        if (!this.#isMessage(message)) return undefined
        this.#forget(message)
        json = stringifySerializable(message)
        if (json === undefined) return undefined
        if (length < MAX_CHARS) text = this.remember(message, json)
      }
      texts.push(text)
      added.push(json)
      length += json.length
    }
    const text = (previous?.text ?? NO_ELEMENTS).continue(kept, added)
    const messages = list.slice() as object[]
    this.#lists.set(list[0] as object, {
      messages,
      texts,
      text,
      ...keepWire(previous, kept),
      isLoaded: false,
    })
    return { text, messages }
  }

  /** Records the messages of a checkpoint that an execution has loaded, none of which has been changed since it was read. */
  addLoaded(list: readonly unknown[], text: ListText): void {
    const [first] = list
    if (!isMessage(first)) return
    const previous = this.#lists.get(first)
    const kept = previous === undefined ? 0 : countCommonStart(list, previous.messages)
    const texts = previous?.texts.slice(0, kept) ?? []
    for (let index = kept; index < list.length; index++) texts.push(this.#known.get(list[index] as object))
    this.#lists.set(first, {
      messages: list.slice(),
      texts,
      text,
      ...keepWire(previous, kept),
      isLoaded: true,
    })
  }

  /** Records the text of a message, and what has read the message from it. */
  remember(message: object, text: string, reader?: object): KnownText | undefined {
    this.#forget(message)
    const members = listMembers(message)
    if (members === undefined) return undefined
    const hasId = typeof (message as { id?: unknown }).id === 'string'
    const known = { text, members, reader, hasId, comparedIn: this.#period, isCurrent: true }
    this.#known.set(message, known)
    return known
  }

  /** Compares the messages of a list that an execution is about to load. */
  compareAhead(messages: readonly object[]): void {
    const previous = this.#findList(messages)
    if (previous === undefined) return
    this.#period++
    this.#countUnchanged(messages, previous, () => false)
    previous.comparedAt = this.now()
  }

  /**
   * Returns the messages that are as this reader has read them from their texts: reading a text again would give an equal message. The others are
   * undefined. They are not compared if that was just done for this execution, and no node has been executed since.
   */
  listAsRead(messages: readonly object[], reader: object): (object | undefined)[] {
    const previous = this.#findList(messages)
    const isExpected = this.now() - (previous?.comparedAt ?? -Infinity) < EXPECTED_MS
    const unchanged = this.#countUnchanged(
      messages,
      previous,
      ({ comparedIn }) => isExpected && comparedIn === this.#period,
    )
    const read: (object | undefined)[] = messages.slice()
    for (let index = 0; index < messages.length; index++) {
      const message = messages[index]
      const known = index < unchanged ? previous?.texts[index] : this.#findUnchanged(message, index, previous)
      if (known?.reader !== reader) read[index] = undefined
    }
    return read
  }

  /**
   * Returns a list of messages in the format of the LangGraph API, or undefined for anything else. `stringify` makes the text of a message from
   * its members only. With `isFinal`, no code has changed messages since the last list was serialized, so they are not compared again if they were
   * in that list.
   */
  toWireList(list: unknown, stringify: (message: object) => string, isFinal: boolean): ListText | undefined {
    if (!startsWithMessage(list)) return undefined
    const previous = this.#findList(list)
    const unchanged = this.#countUnchanged(
      list,
      previous,
      ({ comparedIn }) => isFinal && comparedIn === this.#period,
    )
    const kept = Math.min(unchanged, previous?.wireCount ?? 0)
    const added: string[] = []
    for (let index = kept; index < list.length; index++) {
      const message = list[index]
      const known =
        index < unchanged ? previous?.texts[index] : this.#findUnchanged(message, index, previous, isFinal)
      if (known !== undefined) added.push((known.wireText ??= stringify(message as object)))
      else if (this.#isMessage(message)) added.push(stringify(message))
      else return undefined
    }
    const wire = (previous?.wire ?? NO_ELEMENTS).continue(kept, added)
    if (previous !== undefined) Object.assign(previous, { wire, wireCount: unchanged })
    return wire
  }

  #findList(list: readonly unknown[]): KnownList | undefined {
    return this.#lists.get(list[0] as object)
  }

  /**
   * Returns the number of messages at the start of a list that are those of the previous one, and whose members are as they were. Loops without
   * copies: in a long conversation, these are nearly all messages.
   */
  #countUnchanged(
    list: readonly unknown[],
    previous: KnownList | undefined,
    isComparedAlready: (known: KnownText) => boolean,
  ): number {
    const limit = previous === undefined ? 0 : countCommonStart(list, previous.messages)
    for (let index = 0; index < limit; index++) {
      const known = previous?.texts[index]
      if (known?.isCurrent !== true) return index
      if (isComparedAlready(known)) continue
      if (!hasSameMembers(known.members)) return index
      known.comparedIn = this.#period
    }
    return limit
  }

  #isMessage(value: unknown): value is object {
    return this.#known.has(value as object) || isMessage(value)
  }

  #forget(message: object): void {
    const known = this.#known.get(message)
    if (known === undefined) return
    known.isCurrent = false
    this.#known.delete(message)
  }

  #findUnchanged(
    message: unknown,
    index: number,
    previous: KnownList | undefined,
    isFinal = false,
  ): KnownText | undefined {
    const known = this.#find(message, index, previous)
    if (known === undefined || (isFinal && known.comparedIn === this.#period)) return known
    if (!hasSameMembers(known.members)) return undefined
    known.comparedIn = this.#period
    return known
  }

  #find(message: unknown, index: number, previous: KnownList | undefined): KnownText | undefined {
    const known = previous?.messages[index] === message ? previous?.texts[index] : undefined
    return known?.isCurrent === true ? known : this.#known.get(message as object)
  }
}

const keepWire = (previous: KnownList | undefined, kept: number): Pick<KnownList, 'wire' | 'wireCount'> =>
  previous === undefined
    ? { wire: NO_ELEMENTS, wireCount: 0 }
    : { wire: previous.wire, wireCount: Math.min(previous.wireCount, kept) }

/** The texts of all executions of this thread: a message may be used by several. */
export const messageTexts = new MessageTexts()

/** The other elements may be something else. */
export const startsWithMessage = (value: unknown): value is unknown[] =>
  Array.isArray(value) && isMessage(value[0])

type Members = Record<string, unknown>

/**
 * Lists the message and all objects and arrays in it: each one, the number of its members, and the members with their names. A copy of the
 * objects would take several times the memory. Returns undefined unless all members are plain JSON or undefined. A loop over the names, also the
 * inherited ones, allocates nothing; LangChain's prototypes have none. What an object contains is listed once: `lc_kwargs` refers to most members
 * of a message again.
 */
const listMembers = (message: object): unknown[] | undefined => {
  const list: unknown[] = []
  const objects = new Set([message])
  const addMember = (member: unknown): boolean => {
    list.push(member)
    if (typeof member !== 'object' || member === null) return typeof member !== 'function'
    objects.add(member)
    return isPlain(member)
  }
  // The set grows during the loop.
  for (const object of objects) {
    list.push(object)
    const countIndex = list.push(0) - 1
    if (Array.isArray(object)) {
      list[countIndex] = object.length
      for (const element of object as unknown[]) if (!addMember(element)) return undefined
      continue
    }
    for (const name in object) {
      if (name === '__proto__') return undefined
      list.push(name)
      if (!addMember((object as Members)[name])) return undefined
    }
    list[countIndex] = (list.length - countIndex - 1) / 2
  }
  return list
}

/**
 * Compares a message with its list. Another object with equal members counts as a change. A prototype that was replaced is not noticed. One loop,
 * because a function for each member or object takes twice as long, and this is done for all messages of a conversation.
 */
const hasSameMembers = (list: readonly unknown[]): boolean => {
  let position = 0
  while (position < list.length) {
    const object = list[position] as object
    const count = list[position + 1] as number
    position += 2
    if (Array.isArray(object)) {
      if (object.length !== count) return false
      for (let index = 0; index < count; index++) if (object[index] !== list[position++]) return false
      continue
    }
    const end = position + 2 * count
    for (const name in object) {
      if (position === end || list[position] !== name || (object as Members)[name] !== list[position + 1])
        return false
      position += 2
    }
    if (position !== end) return false
  }
  return true
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === Array.prototype) && !('toJSON' in value)
}
