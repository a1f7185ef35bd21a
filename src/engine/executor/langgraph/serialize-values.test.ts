import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageTexts } from '../message-texts.js'
import type { GraphExecution } from '../run-graph.js'
import { SerializedValues } from '../serialized-values.js'
import { convertValues } from './serialize-values.js'
import { toWire } from './to-wire.js'

const EXECUTION = { guard: undefined, start: {} } as unknown as GraphExecution

const toText = (values: unknown): string => {
  const converted = convertValues(values, EXECUTION)
  return converted instanceof SerializedValues ? String(converted.toText()) : JSON.stringify(converted)
}

const message: fc.Arbitrary<BaseMessage> = fc.oneof(
  fc.string().map((content) => new HumanMessage({ content, id: 'm' })),
  fc.json().map(
    (json) =>
      new AIMessage({
        content: '',
        tool_calls: [{ id: 'c', name: 'search', args: { json: JSON.parse(json) as unknown } }],
        additional_kwargs: { value: undefined },
      }),
  ),
  fc.string().map((content) => new ToolMessage({ content, tool_call_id: 'c', artifact: new Date(0) })),
)

it('the text of a conversation is the JSON of its values', () => {
  const other = fc.oneof(
    fc.constantFrom(undefined, 1n, new Date(0), new Map([['a', new Set([1])]])),
    fc.anything(),
  )
  fc.assert(
    fc.property(fc.array(message), fc.dictionary(fc.string(), other), (messages, rest) => {
      const values = { ...rest, messages }
      const expected = JSON.stringify(toWire(values))
      expect(toText(values)).toBe(expected)
      // The texts of messages that are stored are used again.
      messageTexts.stringifyList(messages)
      expect(toText(values)).toBe(expected)
      expect(toText(values)).toBe(expected)
    }),
  )
})

it('a message that is changed in place is serialized again', () => {
  const messages = [new HumanMessage('before')]
  messageTexts.stringifyList(messages)
  expect(toText({ messages })).toContain('before')
  messages[0]!.content = 'after'
  expect(toText({ messages })).toBe(JSON.stringify(toWire({ messages })))
})

it('values that contain themselves end as they do in toWire', () => {
  const values: Record<string, unknown> = { messages: [new HumanMessage('x')] }
  values['self'] = values
  expect(toText(values)).toBe(JSON.stringify(toWire(values)))
})

it('guardrails receive the values, and so does everything that is no conversation', () => {
  const messages = [new HumanMessage('x')]
  const guarded = { ...EXECUTION, guard: {} } as GraphExecution
  expect(convertValues({ messages }, guarded)).toEqual(toWire({ messages }))
  for (const values of [null, 'x', [messages], { messages: [] }, new Map([['messages', messages]])])
    expect(convertValues(values, EXECUTION)).toEqual(toWire(values))
})
