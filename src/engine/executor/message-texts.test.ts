import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph-checkpoint'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { ListText, MessageTexts } from './message-texts.js'
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
  expect(String(second?.text).startsWith(String(first!.text).slice(0, -1))).toBe(true)
  expect(second!.text.elements).toEqual(
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
        const object = objects[objectIndex % objects.length] as Record<string, unknown> | unknown[]
        const members = object as Record<string, unknown>
        const names = Object.keys(object)
        const name = names[memberIndex % Math.max(1, names.length)] ?? 'x'
        const previous = members[name]
        if (change === 'set') members[name] = member
        else if (change !== 'add') Reflect.deleteProperty(object, name)
        else if (Array.isArray(object)) object.push(member)
        else object['added'] = member
        if (change === 'reorder') members[name] = previous
        expect(toOutcome(() => texts.stringifyList(messages)?.text.toString())).toEqual(
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
  expect(String(texts.stringifyList([message])?.text)).toContain('"count":1')
  state.count = 2
  expect(String(texts.stringifyList([message])?.text)).toContain('"count":2')
})

it('values other than lists of messages are left to the caller', () => {
  const texts = new MessageTexts()
  for (const value of [undefined, null, {}, [], ['x'], [new HumanMessage('x'), 1], new HumanMessage('x')])
    expect(texts.stringifyList(value)).toBeUndefined()
})

it('messages that are read from a list keep their texts until they change', async () => {
  const serializer = new ValueSerializer(new MemorySaver().serde)
  const list = serializer.toListText(makeMessages())!
  const read = (await serializer.fromVersion({ text: list.text })) as BaseMessage[]
  expect(read.map((message) => message.constructor)).toEqual([HumanMessage, AIMessage, ToolMessage])
  expect(serializer.toListText(read)?.text).toEqual(list.text)
  read[1]!.content = 'changed'
  const changed = serializer.toListText(read)!
  expect(String(changed.text)).toBe(stringifySerializable([...read]))
  expect(changed.text.elements[0]).toBe(list.text.elements[0])
})

const readTwice = async (change: (messages: BaseMessage[]) => void) => {
  const serializer = new ValueSerializer(new MemorySaver().serde)
  const { text } = serializer.toListText(makeMessages())!
  const messages = (await serializer.fromVersion({ text })) as BaseMessage[]
  change(messages)
  return { serializer, text, messages }
}

it('messages of an earlier execution are used again if they were not changed since they were read', async () => {
  const { serializer, text, messages } = await readTwice(([first]) => {
    ;(first!.content as { text: string }[])[0]!.text = 'changed'
  })
  const again = (await serializer.fromVersion({ text, messages })) as BaseMessage[]
  expect(again[0]).not.toBe(messages[0])
  expect(again[0]!.content).toEqual([{ type: 'text', text: 'a' }])
  expect(again.slice(1).map((message, index) => message === messages[index + 1])).toEqual([true, true])
})

it('a message that was changed and stored is read again, also if the change was reverted', async () => {
  const { serializer, messages } = await readTwice(([, second]) => {
    second!.content = 'stored'
  })
  const { text } = serializer.toListText(messages)!
  messages[1]!.content = 'x'
  const again = (await serializer.fromVersion({ text, messages })) as BaseMessage[]
  expect(again[1]).not.toBe(messages[1])
  expect(again[1]!.content).toBe('stored')
})

it('a message that was stored in another list is read again', async () => {
  const { serializer, text, messages } = await readTwice(() => undefined)
  serializer.toListText(messages)
  messages[1]!.content = 'stored'
  serializer.toListText([new HumanMessage('another list'), messages[1]])
  messages[1]!.content = 'x'
  const again = (await serializer.fromVersion({ text, messages })) as BaseMessage[]
  expect(again.map((message, index) => message === messages[index])).toEqual([true, false, true])
})

it('a list keeps its texts if messages are inserted, removed and moved', () => {
  const sorted = fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 })
  const order = fc.oneof(sorted, fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 1 }))
  const step = fc.record({
    order,
    changed: fc.option(fc.nat(5)),
    isWire: fc.boolean(),
    isLoaded: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 2 }), (steps) => {
      const texts = new MessageTexts()
      const messages = [...makeMessages(), ...makeMessages()]
      for (const [index, { order: places, changed, isWire, isLoaded }] of steps.entries()) {
        if (changed !== null) messages[changed]!.content = `text ${String(index % 2)}`
        const list = places.map((place) => messages[place]!)
        const { text } = texts.stringifyList(list)!
        expect(String(text)).toBe(stringifySerializable(list))
        expect(text).toEqual(new ListText(list.map((message) => stringifySerializable(message)!)))
        if (isWire) expect(String(texts.toWireList(list, JSON.stringify, true))).toBe(JSON.stringify(list))
        if (isLoaded) texts.addLoaded(list, text)
      }
    }),
    { numRuns: 300 },
  )
})

it('a change in place is found in a list in the format of the LangGraph API until the list is final', () => {
  const texts = new MessageTexts()
  const messages = makeMessages()
  const toWire = (isFinal: boolean): string => String(texts.toWireList(messages, JSON.stringify, isFinal))
  texts.stringifyList(messages)
  toWire(true)
  messages[1]!.content = 'changed'
  expect(toWire(false)).toBe(JSON.stringify(messages))
  texts.onNode()
  messages[0]!.content = 'changed too'
  expect(toWire(true)).toBe(JSON.stringify(messages))
})

it('messages of a loaded checkpoint are not compared if no code has been executed', async () => {
  const { serializer, text, messages } = await readTwice(([first]) => {
    first!.content = 'changed'
  })
  const next = [...messages.slice(0, 2), new HumanMessage('next')]
  const asLoaded = serializer.toListText(next, true)!
  expect(asLoaded.text.elements.slice(0, 2)).toEqual(text.elements.slice(0, 2))
  expect(asLoaded.text.elements).toHaveLength(3)
  // The list that was stored is not the loaded one any more.
  expect(String(serializer.toListText(next, true)?.text)).toBe(stringifySerializable(next))
})

it('a loaded message without an ID is compared, because the reducer of LangGraph assigns one', async () => {
  const { serializer, messages } = await readTwice(([, , third]) => {
    third!.id = third!.lc_kwargs['id'] = 'assigned'
  })
  expect(String(serializer.toListText([...messages], true)?.text)).toBe(stringifySerializable([...messages]))
})

it('a message that a graph has created is read from its text, like by any other process', async () => {
  // LangChain stores the name of the class.
  const { HumanMessage: OwnMessage } = { HumanMessage: class extends HumanMessage {} }
  const serializer = new ValueSerializer(new MemorySaver().serde)
  const messages = [new OwnMessage('x')]
  const { text } = serializer.toListText(messages)!
  const [read] = (await serializer.fromVersion({ text, messages })) as BaseMessage[]
  expect(read!.constructor).toBe(HumanMessage)
})

it('messages are not shared between copies of LangChain', async () => {
  const { text, messages } = await readTwice(() => undefined)
  const other = new ValueSerializer(new MemorySaver().serde)
  const again = (await other.fromVersion({ text, messages })) as BaseMessage[]
  expect(again.some((message, index) => message === messages[index])).toBe(false)
})

/** Reads a list of messages as an execution does that loads it. */
const loadMessages = (texts: MessageTexts) => {
  const reader = {}
  const messages = makeMessages()
  const elements = messages.map((message) => stringifySerializable(message)!)
  for (const [index, message] of messages.entries()) texts.remember(message, elements[index]!, reader)
  texts.addLoaded(messages, new ListText(elements))
  return {
    messages,
    isAsRead: () => texts.listAsRead(messages, reader).every((message) => message !== undefined),
  }
}

it('messages that were compared for an expected execution are not compared again', () => {
  const texts = new MessageTexts(() => 0)
  const { messages, isAsRead } = loadMessages(texts)
  const readMembers = vi.fn(() => 'm-1')
  Object.defineProperty(messages[0], 'id', { get: readMembers, enumerable: true })
  texts.compareAhead(messages)
  const comparisons = readMembers.mock.calls.length
  expect(comparisons).toBeGreaterThan(0)
  expect(isAsRead()).toBe(true)
  expect(readMembers).toHaveBeenCalledTimes(comparisons)
})

it('messages are compared again if a node has been executed, or if the execution starts late', () => {
  for (const interrupt of ['node', 'other list', 'time']) {
    let time = 1_000
    const texts = new MessageTexts(() => time)
    const { messages, isAsRead } = loadMessages(texts)
    texts.compareAhead(messages)
    if (interrupt === 'node') texts.onNode()
    if (interrupt === 'other list') texts.stringifyList([new HumanMessage('x')])
    if (interrupt === 'time') time += 100
    messages[1]!.content = 'changed'
    expect(isAsRead(), interrupt).toBe(false)
  }
})

it('a message that was changed before the comparison is read again', () => {
  const texts = new MessageTexts(() => 0)
  const { messages, isAsRead } = loadMessages(texts)
  messages[1]!.content = 'changed'
  texts.compareAhead(messages)
  expect(isAsRead()).toBe(false)
})
