/** Serializes the values of a graph for the LangGraph API. The texts of messages that have not changed are used again. */
import type { LongText } from '../../../platform/joined-text.js'
import { messageTexts, startsWithMessage } from '../message-texts.js'
import type { GraphExecution } from '../run-graph.js'
import { SerializedValues } from '../serialized-values.js'
import { toWire } from './to-wire.js'

/**
 * Converts values as `toWire` does; a conversation becomes JSON, which is the text of the same values. Guardrails check the values
 * themselves. Large messages are in use until their text is stored, so it is not kept. `isFinal`: the graph has ended, and its last
 * checkpoint is stored.
 */
export const convertValues = (values: unknown, { guard, start }: GraphExecution, isFinal = false): unknown =>
  guard === undefined && start.hasLargeInput !== true && hasConversation(values)
    ? serializeValues(values, isFinal)
    : toWire(values)

const hasConversation = (values: unknown): values is object =>
  typeof values === 'object' &&
  values !== null &&
  Object.getPrototypeOf(values) === Object.prototype &&
  !('toJSON' in values) &&
  Object.values(values).some(startsWithMessage)

const serializeValues = (values: object, isFinal: boolean): SerializedValues => {
  const members: [name: string, text: LongText][] = []
  for (const [name, value] of Object.entries(values)) {
    const text = serializeMember(value, values, isFinal)
    if (text !== undefined) members.push([name, text])
  }
  return new SerializedValues(members)
}

const serializeMember = (value: unknown, parent: object, isFinal: boolean): LongText | undefined =>
  messageTexts.toWireList(value, stringifyWire, isFinal) ?? JSON.stringify(toWire(value, [parent]))

const stringifyWire = (message: object): string => JSON.stringify(toWire(message))
