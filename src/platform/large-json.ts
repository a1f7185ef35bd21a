/** A large JSON object of a request that is not parsed: its text is stored and sent back as it arrived. */
import { randomUUID } from 'node:crypto'
import { readText, toBuffer, type SharedText } from './shared-text.js'

/** The parts of a response, while it is being serialized. */
let parts: SharedText[] | undefined
/** Random, so that no text of a user can be taken for it. */
const MARKER = randomUUID()

const NO_TEXT = new TextEncoder().encode('null')

export class LargeJson {
  #text: SharedText

  /** `text` is the JSON of an object. */
  constructor(text: SharedText) {
    this.#text = text
  }

  get text(): SharedText {
    return this.#text
  }

  /** Frees the memory. A request that waits for its run would otherwise keep it. */
  release(): void {
    this.#text = NO_TEXT
  }

  toJSON(): unknown {
    if (parts === undefined) return JSON.parse(readText(this.#text))
    parts.push(this.#text)
    return MARKER
  }
}

/** Like JSON.stringify, but large values are copied instead of parsed. */
export const serializeJson = (value: unknown): string | Buffer => {
  parts = []
  try {
    const text = JSON.stringify(value)
    if (parts.length === 0) return text
    const pieces = text.split(JSON.stringify(MARKER))
    const large = parts
    return Buffer.concat(
      pieces.flatMap((piece, index) => {
        const part = large[index]
        return part === undefined ? [Buffer.from(piece)] : [Buffer.from(piece), toBuffer(part)]
      }),
    )
  } finally {
    parts = undefined
  }
}
