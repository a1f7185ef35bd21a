/** Converts channel values and metadata to the texts that checkpoints contain, and back, with the same result as LangGraph's serializer. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { collectIfLarge } from '../../platform/collect-garbage.js'
import { readText, type Text } from '../../platform/shared-text.js'
import { isMessage } from './message-format.js'
import { MessageReader } from './message-reader.js'
import { MessageTexts, splitList, type ListText } from './message-texts.js'
import { parsePlainJson, stringifyPlainJson, stringifySerializable, UNDEFINED } from './plain-json.js'
import type { CachedVersion } from './value-cache.js'

export const BASE64 = 'base64:'

interface Options {
  /** Removes from a JSON text what guardrails do not allow to be stored. */
  scrub?(json: string): string
}

const keepJson = (json: string): string => json

export class ValueSerializer {
  readonly #messageReader: MessageReader
  readonly #messageTexts = new MessageTexts()

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
      this.toListText(value)?.text ?? (value instanceof Uint8Array ? undefined : stringifySerializable(value))
    return serializable === undefined ? this.#serialize(value, scrub) : scrub(serializable)
  }

  /** Returns the text of a list of messages, and undefined for other values. */
  toListText(value: unknown): ListText | undefined {
    return this.#messageTexts.stringifyList(value)
  }

  async #serialize(value: unknown, scrub: (json: string) => string): Promise<string> {
    const [type, bytes] = await this.serde.dumpsTyped(value)
    // The serializer has created the text of the value as well.
    collectIfLarge(bytes.byteLength)
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return type === 'json' ? scrub(buffer.toString('utf8')) : BASE64 + buffer.toString('base64')
  }

  /** The messages of a list with known ends are not serialized again unless they change. */
  async fromVersion({ text, ends }: Pick<CachedVersion, 'text' | 'ends'>): Promise<unknown> {
    if (ends === undefined) return this.fromText(text)
    const texts = splitList({ text, ends })
    const parsed = texts.map((element) => JSON.parse(element) as unknown)
    const messages = (await this.#messageReader.readParsed(parsed, text)) as unknown[]
    for (const [index, element] of texts.entries()) {
      const message = messages[index]
      if (isMessage(message)) this.#messageTexts.remember(message, element)
    }
    return messages
  }

  fromText(stored: Text): unknown {
    const text = readText(stored)
    if (text.startsWith(BASE64))
      return this.serde.loadsTyped('bytes', Buffer.from(text.slice(BASE64.length), 'base64'))
    const plain = parsePlainJson(text)
    return plain === undefined ? this.#messageReader.read(text) : plain.value
  }
}
