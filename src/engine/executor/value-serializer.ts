/** Converts channel values and metadata to the texts that checkpoints contain, and back, with the same result as LangGraph's serializer. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { collectIfLarge } from '../../platform/collect-garbage.js'
import type { LongText } from '../../platform/joined-text.js'
import { readText, type Text } from '../../platform/shared-text.js'
import { isMessage } from './message-format.js'
import { MessageReader } from './message-reader.js'
import { ListText, messageTexts, type MessageList } from './message-texts.js'
import { parsePlainJson, stringifyPlainJson, stringifySerializable, UNDEFINED } from './plain-json.js'
import type { CachedVersion } from './value-cache.js'

const BASE64 = 'base64:'

export const isBase64 = (text: LongText): boolean => text.slice(0, BASE64.length) === BASE64

interface Options {
  /** Removes from a JSON text what guardrails do not allow to be stored. */
  scrub?(json: string): string
}

const keepJson = (json: string): string => json

export class ValueSerializer {
  readonly #messageReader: MessageReader

  constructor(private readonly serde: SerializerProtocol) {
    this.#messageReader = new MessageReader(serde)
  }

  /** Synchronous for most values: each promise costs more than the text of a short value. */
  toText(value: unknown, { scrub = keepJson }: Options = {}): string | Promise<string> {
    const plain = stringifyPlainJson(value)
    if (plain !== undefined) return scrub(plain)
    if (value === undefined) return JSON.stringify(UNDEFINED)
    // JSON.stringify returns undefined for these, and a checkpoint with such a value could not be read again.
    if (typeof value === 'function' || typeof value === 'symbol') return 'null'
    const serializable =
      this.toListText(value)?.text.toString() ??
      (value instanceof Uint8Array ? undefined : stringifySerializable(value))
    return serializable === undefined ? this.#serialize(value, scrub) : scrub(serializable)
  }

  /** Returns the text of a list of messages, and undefined for other values. See `MessageTexts` for `isAsLoaded`. */
  toListText(value: unknown, isAsLoaded?: boolean): MessageList | undefined {
    return messageTexts.stringifyList(value, isAsLoaded)
  }

  async #serialize(value: unknown, scrub: (json: string) => string): Promise<string> {
    const [type, bytes] = await this.serde.dumpsTyped(value)
    // The serializer has created the text of the value as well.
    collectIfLarge(bytes.byteLength)
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return type === 'json' ? scrub(buffer.toString('utf8')) : BASE64 + buffer.toString('base64')
  }

  /**
   * The messages of a list that an execution of this thread has stored are not serialized again unless they change. Those of an earlier
   * execution are used again, if they were read from the same text by this serializer and nothing has changed them since.
   */
  async fromVersion({ text, messages = [] }: Pick<CachedVersion, 'text' | 'messages'>): Promise<unknown> {
    if (!(text instanceof ListText)) return this.fromText(String(text))
    const list: unknown[] = messageTexts.listAsRead(messages, this.#messageReader)
    const missing: { element: string; index: number }[] = []
    // A counter: entries() would create an array for each of thousands of elements.
    let index = 0
    for (const element of text.elements) {
      if (list[index] === undefined) missing.push({ element, index })
      index++
    }
    const parsed = missing.map(({ element }) => JSON.parse(element) as unknown)
    const read = (await this.#messageReader.readParsed(parsed, () =>
      String(new ListText(missing.map(({ element }) => element))),
    )) as unknown[]
    for (const [position, { element, index: place }] of missing.entries()) {
      const message = (list[place] = read[position])
      if (isMessage(message)) messageTexts.remember(message, element, this.#messageReader)
    }
    messageTexts.addLoaded(list, text)
    return list
  }

  fromText(stored: Text): unknown {
    const text = readText(stored)
    if (text.startsWith(BASE64))
      return this.serde.loadsTyped('bytes', Buffer.from(text.slice(BASE64.length), 'base64'))
    const plain = parsePlainJson(text)
    return plain === undefined ? this.#messageReader.read(text) : plain.value
  }
}
