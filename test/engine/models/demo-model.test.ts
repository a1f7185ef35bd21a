import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { concat } from '@langchain/core/utils/stream'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DemoModel } from '../../../src/engine/models/demo/demo-model.js'
import { makeModels } from '../../../src/engine/models/models.js'

const environment = { DEMO_MODEL: 'auto', MODEL_TIMEOUT_SECONDS: 10, MODEL_MAX_RETRIES: 0 } as const

const lookupOrder = tool(({ order_id }) => JSON.stringify({ order_id, status: 'shipped' }), {
  name: 'lookup_order',
  description: 'Find an order by its number',
  schema: z.object({ order_id: z.string() }),
})
const weatherFunction = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather in a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

describe('the demo model', () => {
  test('identifies itself and marks its usage as an estimate', async () => {
    const model = await makeModels(environment).chatModel({ model: 'gpt-4o' })
    expect(model._llmType()).toBe('demo')
    const message = await model.invoke('what is 17 * 23?')
    expect(message.text).toBe('17 * 23 = 391')
    expect(message).toMatchObject({
      response_metadata: {
        model_name: 'demo',
        provider: 'demo',
        estimated_usage: true,
        finish_reason: 'stop',
      },
      usage_metadata: { input_tokens: 6, output_tokens: 5, total_tokens: 11 },
    })
  })

  test('streams word by word with a callback for each word and ends with the usage', async () => {
    const tokens: string[] = []
    const chunks: AIMessageChunk[] = []
    const stream = await new DemoModel().stream('Hello', {
      callbacks: [{ handleLLMNewToken: (token: string) => void tokens.push(token) }],
    })
    for await (const chunk of stream) chunks.push(chunk)
    const words = chunks.map((chunk) => chunk.text).filter((text) => text !== '')
    expect(words.slice(0, 3)).toEqual(['Hello! ', 'I ', 'am '])
    expect(tokens.filter((token) => token !== '')).toEqual(words)
    const merged = chunks.reduce((all, chunk) => concat(all, chunk))
    expect(merged.text).toBe((await new DemoModel().invoke('Hello')).text)
    expect(merged.usage_metadata).toEqual((await new DemoModel().invoke('Hello')).usage_metadata)
    expect(merged.response_metadata).toMatchObject({ model_name: 'demo', estimated_usage: true })
  })

  test('returns the same output for the same input, including tool call ids', async () => {
    const invoke = async (messages: BaseMessage[]) => {
      const { content, tool_calls, usage_metadata, response_metadata } = await new DemoModel()
        .bindTools([lookupOrder, weatherFunction])
        .invoke(messages)
      return JSON.stringify({ content, tool_calls, usage_metadata, response_metadata })
    }
    const question = () => [new HumanMessage({ content: 'Where is order 1017?', id: crypto.randomUUID() })]
    const first = await invoke(question())
    expect(first).toMatch(/"id":"call_[0-9a-f]{24}"/)
    expect(await invoke(question())).toBe(first)
    const [id] = /call_\w+/.exec(first) ?? []
    expect(await invoke([new HumanMessage('Hi'), ...question()])).not.toContain(id)
  })

  test('truncates its output at max_tokens and reports it', async () => {
    const model = await makeModels(environment).chatModel({ max_tokens: 3 })
    const message = await model.invoke('Hello')
    expect(message.text).toBe('Hello! I')
    expect(message.response_metadata).toMatchObject({ finish_reason: 'length' })
    expect(message).toMatchObject({ usage_metadata: { output_tokens: 3 } })
  })

  test('truncates its output at a stop sequence', async () => {
    expect((await new DemoModel().invoke('Hello', { stop: [' I am'] })).text).toBe('Hello!')
  })

  test('stops on an abort, even between two tokens', async () => {
    const abort = new AbortController()
    const slow = await makeModels(environment).chatModel({ model: 'demo:slow' })
    const words: string[] = []
    const read = async () => {
      for await (const chunk of await slow.stream('Hello', { signal: abort.signal })) {
        words.push(chunk.text)
        if (words.length === 2) abort.abort()
      }
    }
    await expect(read()).rejects.toThrow(/abort/i)
    expect(words).toEqual(['Hello! ', 'I '])
    await expect(new DemoModel().invoke('Hello', { signal: abort.signal })).rejects.toThrow(/abort/i)
  })

  test('uses the whole conversation', async () => {
    const message = await new DemoModel().invoke([
      new SystemMessage('You are kind.'),
      new HumanMessage('My name is Ada'),
      new AIMessage('Nice to meet you, Ada.'),
      new HumanMessage([{ type: 'text', text: 'What is my name?' }]),
    ])
    expect(message.text).toBe('Your name is Ada.')
  })

  test('finds the tool name of a tool message without a name', async () => {
    const message = await new DemoModel().invoke([
      new HumanMessage('Where is order 1017?'),
      new AIMessage({
        content: '',
        tool_calls: [{ id: 'c1', name: 'lookup_order', args: { order_id: '1017' } }],
      }),
      new ToolMessage({ tool_call_id: 'c1', content: 'gone', status: 'error' }),
    ])
    expect(message.text).toBe('The tool lookup_order failed: gone.')
  })
})

describe('tools of the demo model', () => {
  test('can be LangChain tools or OpenAI functions', async () => {
    const bound = new DemoModel().bindTools([lookupOrder, weatherFunction])
    expect((await bound.invoke('What is the weather in Paris?')).tool_calls).toMatchObject([
      { name: 'get_weather', args: { city: 'Paris' } },
    ])
    expect((await bound.invoke('Where is order 1017?')).tool_calls).toMatchObject([
      { name: 'lookup_order', args: { order_id: '1017' } },
    ])
  })

  test('are called according to tool_choice', async () => {
    const model = new DemoModel()
    const callsWith = async (tool_choice: 'none' | 'auto' | 'any' | 'get_weather' | object) =>
      (
        await model.bindTools([lookupOrder, weatherFunction], { tool_choice }).invoke('Hello')
      ).tool_calls?.map((call) => call.name)
    expect(await callsWith('none')).toEqual([])
    expect(await callsWith('auto')).toEqual([])
    expect(await callsWith('any')).toEqual(['lookup_order'])
    expect(await callsWith('get_weather')).toEqual(['get_weather'])
    expect(await callsWith({ type: 'function', function: { name: 'get_weather' } })).toEqual(['get_weather'])
  })

  test('are streamed as fragments that form the same call', async () => {
    const bound = new DemoModel().bindTools([lookupOrder])
    let merged: AIMessageChunk | undefined
    for await (const chunk of await bound.stream('Where is order 1017?')) {
      merged = merged === undefined ? chunk : concat(merged, chunk)
    }
    const [call] = (await bound.invoke('Where is order 1017?')).tool_calls ?? []
    expect(merged?.tool_calls).toEqual([call])
  })
})

describe('structured output', () => {
  const Trip = z.object({
    city: z.string(),
    days: z.number().int().min(1),
    kind: z.enum(['holiday', 'business']),
    email: z.email().nullable(),
  })

  test('is an object that matches the schema, with withStructuredOutput', async () => {
    const structured = new DemoModel().withStructuredOutput(Trip)
    expect(Trip.parse(await structured.invoke('A business trip to Rome for 3 days'))).toEqual({
      city: 'Rome',
      days: 3,
      kind: 'business',
      email: null,
    })
    expect(Trip.safeParse(await structured.invoke('Hello')).success).toBe(true)
    const withRaw = new DemoModel().withStructuredOutput(Trip, { includeRaw: true, name: 'trip' })
    const { raw, parsed } = await withRaw.invoke('A holiday in Oslo for 2 days')
    expect(parsed).toMatchObject({ city: 'Oslo', days: 2, kind: 'holiday' })
    expect(raw.response_metadata).toMatchObject({ model_name: 'demo' })
  })

  test('is JSON in the text, with response_format', async () => {
    const schema = z.toJSONSchema(Trip)
    const model = new DemoModel().withConfig({
      response_format: { type: 'json_schema', json_schema: { name: 'trip', schema } },
    })
    const message = await model.invoke('A business trip to Rome for 3 days')
    expect(Trip.parse(JSON.parse(message.text))).toMatchObject({ city: 'Rome', days: 3 })
  })
})

describe('the demo model in a graph', () => {
  const agent = (() => {
    const model = new DemoModel().bindTools([lookupOrder])
    return new StateGraph(MessagesAnnotation)
      .addNode('agent', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode('tools', new ToolNode([lookupOrder]))
      .addEdge(START, 'agent')
      .addConditionalEdges('agent', ({ messages }) => {
        const last = messages.at(-1)
        return AIMessage.isInstance(last) && (last.tool_calls?.length ?? 0) > 0 ? 'tools' : END
      })
      .addEdge('tools', 'agent')
      .compile()
  })()

  test('an agent calls its tool once and responds with the result', async () => {
    const { messages } = await agent.invoke({ messages: [new HumanMessage('Where is order 1017?')] })
    expect(messages.map((message) => message.type)).toEqual(['human', 'ai', 'tool', 'ai'])
    expect(messages.at(-1)?.text).toBe('The tool lookup_order returned: order id: 1017, status: shipped.')
  })

  test('words are streamed by the graph one by one', async () => {
    const words: string[] = []
    const stream = await agent.stream(
      { messages: [new HumanMessage('Where is order 1017?')] },
      { streamMode: 'messages' },
    )
    for await (const [message, metadata] of stream) {
      if (message.type !== 'ai') continue
      expect(metadata).toMatchObject({ ls_provider: 'demo', ls_model_name: 'demo' })
      if (message.text !== '') words.push(message.text)
    }
    expect(words.slice(0, 3)).toEqual(['The ', 'tool ', 'lookup_order '])
    expect(words.join('')).toBe('The tool lookup_order returned: order id: 1017, status: shipped.')
  })

  test('two branches with the same input keep both messages', async () => {
    const model = new DemoModel()
    const invoke = async ({ messages }: typeof MessagesAnnotation.State) => ({
      messages: [await model.invoke(messages)],
    })
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('left', invoke)
      .addNode('right', invoke)
      .addEdge(START, 'left')
      .addEdge(START, 'right')
      .compile()
    const { messages } = await graph.invoke({ messages: [new HumanMessage('Hello')] })
    expect(messages.map((message) => message.type)).toEqual(['human', 'ai', 'ai'])
  })
})
