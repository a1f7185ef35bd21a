import {
  AIMessage,
  AIMessageChunk,
  ChatMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph-checkpoint'
import { expect, it } from 'vitest'
import { MessageReader } from './message-reader.js'
import { stringifySerializable } from './plain-json.js'

const { serde } = new MemorySaver()

const serialize = async (value: unknown): Promise<string> => {
  const [, bytes] = await serde.dumpsTyped(value)
  return new TextDecoder().decode(bytes)
}

const toolCall = {
  id: 'call-1',
  name: 'search',
  args: { Query: 'x', __proto: [null] },
  type: 'tool_call' as const,
}

const MESSAGES = [
  new HumanMessage('hello'),
  new HumanMessage({ content: [{ type: 'text', text: 'a' }], name: 'jane', id: 'm-1' }),
  new SystemMessage({
    content: 'rules',
    additional_kwargs: { camelCase: { snake_case: 1 }, other: undefined },
  }),
  new AIMessage({
    content: '',
    tool_calls: [toolCall],
    invalid_tool_calls: [{ name: 'x', args: '{', error: 'bad' }],
    usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    response_metadata: { model_name: 'm', list: [undefined, 1] },
  } as never),
  new AIMessageChunk({ content: 'part', tool_call_chunks: [{ index: 0, name: 'x', args: '{"a"' }] }),
  new ToolMessage({ content: 'r', tool_call_id: 'call-1', status: 'error', artifact: { lc_like: 1 } }),
  new ChatMessage({ content: 'c', role: 'critic' }),
  new RemoveMessage({ id: 'm-1' }),
]

const STATES: unknown[] = [
  MESSAGES,
  { messages: MESSAGES, nested: { deep: [MESSAGES[0], { a: 1 }] }, missing: undefined },
  [...MESSAGES, new Map([['a', new Set([1])]])],
  {
    escaped: { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'] },
    m: MESSAGES[1],
  },
  [new ToolMessage({ content: 'r', tool_call_id: 'c', artifact: new HumanMessage('inner') })],
  [new ToolMessage({ content: 'r', tool_call_id: 'c', artifact: { lc: 1, type: 'secret', id: ['KEY'] } })],
  [new HumanMessage({ content: 'x', additional_kwargs: { lc: 2, type: 'undefined' } })],
]

const toClasses = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? { class: member.constructor.name, ...member }
        : member,
    ),
  )

it.each(STATES.map((state, index) => ({ state, index })))(
  'state $index is read as LangGraph reads it, also a second time',
  async ({ state }) => {
    const text = await serialize(state)
    const reader = new MessageReader(serde)
    const expected = await serde.loadsTyped('json', text)
    for (const read of [await reader.read(text), await reader.read(text)]) {
      expect(read).toEqual(expected)
      expect(toClasses(read)).toEqual(toClasses(expected))
      expect(await serialize(read)).toBe(await serialize(expected))
    }
  },
)

it('records that are no messages are left to LangGraph', async () => {
  const reader = new MessageReader(serde)
  const text = JSON.stringify([
    { lc: 1, type: 'constructor', id: ['langchain_core', 'prompts', 'chat', 'Missing'], kwargs: {} },
  ])
  await expect(reader.read(text)).rejects.toThrow(/Invalid/)
  await expect(serde.loadsTyped('json', text)).rejects.toThrow(/Invalid/)
})

it.each(STATES.map((state, index) => ({ state, index })))(
  'state $index is written as LangGraph writes it, or left to LangGraph',
  async ({ state, index }) => {
    const text = stringifySerializable(state)
    if (index === 2) expect(text).toBeUndefined()
    else expect(text).toBe(await serialize(state))
  },
)

it('circular values and instances of other classes are left to LangGraph', () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  class Custom {
    field = 1
  }
  for (const value of [circular, [new Error('x')], { a: /x/ }, [new Uint8Array(1)], [new Custom()], [1n]])
    expect(stringifySerializable(value)).toBeUndefined()
})
