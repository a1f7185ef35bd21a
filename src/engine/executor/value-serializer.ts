/** Converts channel values and metadata to the texts that checkpoints contain, and back, with the same result as LangGraph's serializer. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { collectIfLarge } from '../../platform/collect-garbage.js'
import { readText, type Text } from '../../platform/shared-text.js'
import { MessageReader } from './message-reader.js'
import { parsePlainJson, stringifyPlainJson, stringifySerializable, UNDEFINED } from './plain-json.js'

export const BASE64 = 'base64:'

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
    const serializable = value instanceof Uint8Array ? undefined : stringifySerializable(value)
    return serializable === undefined ? this.#serialize(value, scrub) : scrub(serializable)
  }

  async #serialize(value: unknown, scrub: (json: string) => string): Promise<string> {
    const [type, bytes] = await this.serde.dumpsTyped(value)
    // The serializer has created the text of the value as well.
    collectIfLarge(bytes.byteLength)
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return type === 'json' ? scrub(buffer.toString('utf8')) : BASE64 + buffer.toString('base64')
  }

  fromText(stored: Text): unknown {
    const text = readText(stored)
    if (text.startsWith(BASE64))
      return this.serde.loadsTyped('bytes', Buffer.from(text.slice(BASE64.length), 'base64'))
    const plain = parsePlainJson(text)
    return plain === undefined ? this.#messageReader.read(text) : plain.value
  }
}
