import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph-checkpoint'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { MessageTexts, splitList } from './message-texts.js'
import { stringifySerializable } from './plain-json.js'
import { ValueSerializer } from './value-serializer.js'

const makeMessages = (): BaseMessage[] => [
  new HumanMessage({ content: [{ type: 'text', text: 'a' }], id: 'm-1' }),
  new AIMessage({
    content: 'x',
    id: 'm-2',
    tool_calls: [{ id: 'c', name: 'search', args: { query: ['x'], limit: 1 }, type: 'tool_call' }],
    additional_kwargs: { nested: { list: [1, { deep: true }] } },
  }),
  new ToolMessage({ content: 'r', tool_call_id: 'c', artifact: { rows: [[1], [2]] } }),
]

/** Lists the objects inside of a value, without the prototypes that members could be added to. */
const listObjects = (value: object): object[] => [
  value,
  ...Object.values(value).flatMap((member: unknown) =>
    typeof member === 'object' && member !== null ? listObjects(member) : [],
  ),
]

it('a message that was not changed is serialized once', () => {
  const texts = new MessageTexts()
  const messages = makeMessages()
  const spies = messages.map((message) => vi.spyOn(Object.getPrototypeOf(message) as AIMessage, 'toJSON'))
  const first = texts.stringifyList(messages)
  const second = texts.stringifyList([...messages, new HumanMessage('next')])
  const calls = spies.map(
    (spy) => spy.mock.contexts.filter((context) => messages.includes(context as BaseMessage)).length,
  )
  for (const spy of spies) spy.mockRestore()
  expect(calls).toEqual([1, 1, 1])
  expect(second?.text.startsWith(first!.text.slice(0, -1))).toBe(true)
  expect(splitList(second!)).toEqual(
    [...messages, new HumanMessage('next')].map((message) => stringifySerializable(message)),
  )
})

it('a change in place of any member of a message is serialized', () => {
  const value = fc.oneof(
    fc.constantFrom(undefined, null, 0, -0, 'x', true),
    fc.constantFrom([], {}).map((empty) => structuredClone(empty)),
    fc.json().map((json) => JSON.parse(json) as unknown),
  )
  const kind = fc.constantFrom('set', 'add', 'remove', 'reorder')
  fc.assert(
    fc.property(
      fc.nat(2),
      fc.nat(),
      fc.nat(),
      kind,
      value,
      (index, objectIndex, memberIndex, change, member) => {
        const texts = new MessageTexts()
        const messages = makeMessages()
        texts.stringifyList(messages)
        const objects = listObjects(messages[index]!)
        const object = objects[objectIndex % objects.length] as Record<string, unknown>
        const names = Object.keys(object)
        const name = names[memberIndex % Math.max(1, names.length)] ?? 'x'
        const previous = object[name]
        if (change === 'set') object[name] = member
        else if (change === 'add') object['added'] = member
        else Reflect.deleteProperty(object, name)
        if (change === 'reorder') object[name] = previous
        expect(toOutcome(() => texts.stringifyList(messages)?.text)).toEqual(
          toOutcome(() => stringifySerializable(messages)),
        )
      },
    ),
    { numRuns: 500 },
  )
})

/** Some changes make a message invalid; then both throw the same error. */
const toOutcome = (stringify: () => string | undefined): unknown => {
  try {
    return stringify()
  } catch (error) {
    return String(error)
  }
}

it('members that are no plain JSON are serialized again each time', () => {
  const texts = new MessageTexts()
  const state = { count: 1 }
  const message = new ToolMessage({
    content: 'r',
    tool_call_id: 'c',
    artifact: { toJSON: () => ({ count: state.count }) },
  })
  expect(texts.stringifyList([message])?.text).toContain('"count":1')
  state.count = 2
  expect(texts.stringifyList([message])?.text).toContain('"count":2')
})

it('values other than lists of messages are left to the caller', () => {
  const texts = new MessageTexts()
  for (const value of [undefined, null, {}, [], ['x'], [new HumanMessage('x'), 1], new HumanMessage('x')])
    expect(texts.stringifyList(value)).toBeUndefined()
})

it('messages that are read from a list keep their texts until they change', async () => {
  const serializer = new ValueSerializer(new MemorySaver().serde)
  const list = serializer.toListText(makeMessages())!
  const read = (await serializer.fromVersion(list)) as BaseMessage[]
  expect(read.map((message) => message.constructor)).toEqual([HumanMessage, AIMessage, ToolMessage])
  expect(serializer.toListText(read)).toEqual(list)
  read[1]!.content = 'changed'
  const changed = serializer.toListText(read)!
  expect(changed.text).toBe(stringifySerializable([...read]))
  expect(splitList(changed)[0]).toBe(splitList(list)[0])
})
