import { JoinedText, type LongText } from '../../platform/joined-text.js'

/** The values of a graph, or the output of a run, as JSON. As objects, a long conversation would be tens of thousands of them. */
export class SerializedValues {
  constructor(readonly members: readonly (readonly [name: string, text: LongText])[]) {}

  toText(): JoinedText {
    const parts = ['{']
    for (const [name, text] of this.members) {
      parts.push(`${parts.length === 1 ? '' : ','}${JSON.stringify(name)}:`)
      if (typeof text === 'string') parts.push(text)
      else for (const part of text.parts) parts.push(part)
    }
    parts.push('}')
    return new JoinedText(parts)
  }

  /** Returns a copy with another member, which must not exist yet. */
  with(name: string, text: string): SerializedValues {
    return new SerializedValues([...this.members, [name, text]])
  }

  toPlain(): unknown {
    return JSON.parse(String(this.toText()))
  }
}
