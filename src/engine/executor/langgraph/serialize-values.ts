/** Serializes the values of a graph for the LangGraph API. The texts of messages that have not changed are used again. */
import type { LongText } from '../../../platform/joined-text.js'
import { isListOfMessages, ListText, messageTexts } from '../message-texts.js'
import type { GraphExecution } from '../run-graph.js'
import { SerializedValues } from '../serialized-values.js'
import { toWire } from './to-wire.js'

/**
 * Converts values as `toWire` does; a conversation becomes JSON, which is the text of the same values. Guardrails check the values
 * themselves. Large messages are in use until their text is stored, so it is not kept.
 */
export const convertValues = (values: unknown, { guard, start }: GraphExecution): unknown =>
  guard === undefined && start.hasLargeInput !== true && hasConversation(values)
    ? serializeValues(values)
    : toWire(values)

const hasConversation = (values: unknown): values is object =>
  typeof values === 'object' &&
  values !== null &&
  Object.getPrototypeOf(values) === Object.prototype &&
  !('toJSON' in values) &&
  Object.values(values).some(isListOfMessages)

const serializeValues = (values: object): SerializedValues => {
  const members: [name: string, text: LongText][] = []
  for (const [name, value] of Object.entries(values)) {
    const text = serializeMember(value, values)
    if (text !== undefined) members.push([name, text])
  }
  return new SerializedValues(members)
}

const serializeMember = (value: unknown, parent: object): LongText | undefined =>
  isListOfMessages(value)
    ? new ListText(value.map((message) => messageTexts.toWireText(message, stringifyWire)))
    : JSON.stringify(toWire(value, [parent]))

const stringifyWire = (message: object): string => JSON.stringify(toWire(message))
