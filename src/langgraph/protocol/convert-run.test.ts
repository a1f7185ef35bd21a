import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../schema/common.js'
import { makeRunConverter } from './convert-run.js'
import type { ProtocolEvent } from './protocol-event.js'
import { runOrdinalFrom } from './protocol-event.js'

const TIMESTAMP = '2026-01-31T09:30:00.000Z'
const NAMESPACE = 'agent:1'

/** Converts stored events of a run to protocol events. */
const convertEvents = (events: [type: string, fields: JsonObject][], ordinal = 1): ProtocolEvent[] => {
  const { convert } = makeRunConverter(ordinal, 'root')
  return events.flatMap(([type, fields], index) =>
    convert({ seq: index + 1, type, text: JSON.stringify({ type, ...fields, timestamp: TIMESTAMP }) }),
  )
}

const messageChunk = (id: string, message: JsonObject): [string, JsonObject] => [
  'lg.messages',
  {
    data: [
      { id, type: 'AIMessageChunk', content: '', ...message },
      { langgraph_checkpoint_ns: NAMESPACE, langgraph_node: 'agent', ls_provider: 'openai' },
    ],
  },
]
const taskEnded: [string, JsonObject] = ['lg.tasks', { data: { id: '1', name: 'agent', result: {} } }]

const listData = (events: ProtocolEvent[], method: string): JsonObject[] =>
  events.filter((event) => event.method === method).map(({ params }) => params.data as JsonObject)

describe('messages', () => {
  it('a message is converted block by block, and finishes when its node ends', () => {
    const converted = convertEvents([
      messageChunk('m', { content: [{ type: 'reasoning', reasoning: 'Hm', index: 0 }] }),
      messageChunk('m', { content: [{ type: 'text', text: 'Let ', index: 1 }] }),
      messageChunk('m', { content: [{ type: 'text', text: 'me', index: 1 }] }),
      messageChunk('m', { tool_call_chunks: [{ index: 0, id: 'c', name: 'search', args: '{"q":' }] }),
      messageChunk('m', {
        tool_call_chunks: [{ index: 0, args: '1}' }],
        usage_metadata: { output_tokens: 3, output_token_details: { reasoning: 1 } },
        response_metadata: { finish_reason: 'tool_calls' },
      }),
      taskEnded,
    ])
    const data = listData(converted, 'messages')
    expect(data.map(({ event, index }) => [event, index])).toEqual([
      ['message-start', undefined],
      ['content-block-start', 0],
      ['content-block-delta', 0],
      ['content-block-finish', 0],
      ['content-block-start', 1],
      ['content-block-delta', 1],
      ['content-block-delta', 1],
      ['content-block-finish', 1],
      ['content-block-start', 2],
      ['content-block-delta', 2],
      ['content-block-delta', 2],
      ['content-block-finish', 2],
      ['message-finish', undefined],
    ])
    expect(data[0]).toMatchObject({ id: 'm', role: 'ai', metadata: { provider: 'openai' } })
    expect(data[7]).toMatchObject({ content: { type: 'text', text: 'Let me' } })
    expect(data[10]).toMatchObject({
      delta: { type: 'block-delta', fields: { name: 'search', args: '{"q":1}' } },
    })
    expect(data[11]).toMatchObject({
      content: { type: 'tool_call', id: 'c', name: 'search', args: { q: 1 } },
    })
    expect(data[12]).toMatchObject({ usage: { output_tokens: 3, output_token_details: { reasoning: 1 } } })
  })

  it('messages of one node may be written concurrently or one after another', () => {
    const converted = convertEvents([
      messageChunk('a', { content: 'A' }),
      messageChunk('b', { content: 'B', usage_metadata: { output_tokens: 1 } }),
      messageChunk('a', { content: 'a' }),
      messageChunk('c', { content: 'C' }),
      taskEnded,
    ])
    const steps = listData(converted, 'messages').filter(({ event }) => /^message/.test(String(event)))
    expect(steps.map(({ event, run_id }) => `${String(event)} ${String(run_id)}`)).toEqual([
      'message-start a',
      'message-start b',
      'message-finish b',
      'message-start c',
      'message-finish a',
      'message-finish c',
    ])
  })

  it('a whole message is converted at once, and unparsable tool calls are marked as invalid', () => {
    const wholeMessage = (message: JsonObject): [string, JsonObject] => [
      'lg.messages',
      { data: [message, { langgraph_checkpoint_ns: NAMESPACE }] },
    ]
    const converted = convertEvents([
      wholeMessage({ id: 'h', type: 'human', content: 'Hi' }),
      wholeMessage({ id: 't', type: 'tool', content: 'output of the tool' }),
      wholeMessage({ id: 'h', type: 'human', content: 'Hi' }),
      messageChunk('m', { tool_call_chunks: [{ index: 0, id: 'c', name: 'search', args: '{"q' }] }),
      ['run.completed', { output: {} }],
    ])
    const data = listData(converted, 'messages')
    expect(data.filter(({ event }) => event === 'message-start')).toMatchObject([
      { role: 'human', id: 'h' },
      { role: 'ai', id: 'm' },
    ])
    expect(data.at(-2)).toMatchObject({ content: { type: 'invalid_tool_call', args: '{"q' } })
  })
})

describe('runs', () => {
  it('a run with an interrupt requests input once, and ends interrupted', () => {
    const interrupts = [{ id: 'i', value: 'May I?' }]
    const converted = convertEvents([
      ['run.started', {}],
      ['lg.updates', { data: { __interrupt__: interrupts } }],
      ['lg.values', { data: { __interrupt__: interrupts, log: [] } }],
      ['run.completed', { output: { log: [], __interrupt__: interrupts } }],
    ])
    expect(converted.map(({ method }) => method)).toEqual([
      'lifecycle',
      'input.requested',
      'values',
      'lifecycle',
    ])
    expect(listData(converted, 'input.requested')).toEqual([{ interrupt_id: 'i', payload: 'May I?' }])
    expect(listData(converted, 'values')).toEqual([{ log: [] }])
    expect(converted.at(-1)?.params.data).toMatchObject({ event: 'interrupted' })
  })

  it('a failing run fails all open messages and agents', () => {
    const converted = convertEvents([
      ['run.started', {}],
      ['lg.values|plan:2', { data: { a: 1 } }],
      messageChunk('m', { content: 'A' }),
      ['run.failed', { error: { code: 'graph_error', message: 'it broke' } }],
    ])
    expect(listData(converted, 'messages').at(-1)).toMatchObject({ event: 'error', message: 'it broke' })
    expect(listData(converted, 'lifecycle')).toEqual([
      { event: 'running', graph_name: 'root' },
      { event: 'started', graph_name: 'plan' },
      { event: 'started', graph_name: 'agent' },
      { event: 'failed', graph_name: 'plan' },
      { event: 'failed', graph_name: 'agent' },
      { event: 'failed', graph_name: 'root', error: 'it broke' },
    ])
  })

  it('an agent has its own name, and the tool call that started it as its cause', () => {
    const converted = convertEvents([
      ['lg.tasks', { data: { id: '7', name: 'tools', input: { tool_call: { id: 'call' } } } }],
      ['lg.tasks|tools:7', { data: { id: '8', name: 'model', metadata: { lc_agent_name: 'researcher' } } }],
    ])
    expect(listData(converted, 'lifecycle')).toEqual([
      { event: 'started', graph_name: 'researcher', cause: { type: 'toolCall', tool_call_id: 'call' } },
    ])
  })

  it('truncated events and events outside of the protocol are skipped', () => {
    const converted = convertEvents([
      ['lg.values', { truncated: true, length: 9 }],
      ['lg.debug', { data: {} }],
      ['lg.checkpoints', { data: { values: {}, metadata: {} } }],
      ['llm.token', { token: 'x' }],
    ])
    expect(converted).toEqual([])
  })
})

it('sequence numbers increase within a run and across runs, and stay safe integers', () => {
  const events: [string, JsonObject][] = [['run.started', {}], messageChunk('m', { content: 'A' }), taskEnded]
  const numbers = [
    ...convertEvents(events, 1),
    ...convertEvents(events, 2),
    ...convertEvents(events, 2 ** 20 - 1),
  ].map(({ seq }) => seq)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(numbers.every(Number.isSafeInteger)).toBe(true)
  expect(runOrdinalFrom(numbers.at(-1) ?? 0)).toBe(2 ** 20 - 1)
})
