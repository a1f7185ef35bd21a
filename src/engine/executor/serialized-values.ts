import { TextParts, type JoinedText, type LongText } from '../../platform/joined-text.js'

/** The values of a graph, or the output of a run, as JSON. As objects, a long conversation would be tens of thousands of them. */
export class SerializedValues {
  constructor(readonly members: readonly (readonly [name: string, text: LongText])[]) {}

  toText(): JoinedText {
    const text = new TextParts()
    text.add('{')
    for (const [index, [name, member]] of this.members.entries()) {
      text.add(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`)
      text.addText(member)
    }
    text.add('}')
    return text.toText()
  }

  /** Returns a copy with another member, which must not exist yet. */
  with(name: string, text: string): SerializedValues {
    return new SerializedValues([...this.members, [name, text]])
  }

  toPlain(): unknown {
    return JSON.parse(String(this.toText()))
  }
}
