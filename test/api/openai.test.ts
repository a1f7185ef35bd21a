import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID } from '../support/app.js'
import { createAssistant, createThread, waitForRun } from '../support/runs.js'
import { startGuardedApp, type GuardedApp } from '../guardrails/support.js'

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const call = (city: string) => ({ toolCalls: [{ id: `call_${city}`, name: 'get_weather', args: { city } }] })

let stage: GuardedApp
let client: OpenAI

beforeAll(async () => {
  stage = await startGuardedApp()
  client = new OpenAI({ baseURL: `${await stage.app.listen()}/v1`, apiKey: 'any', maxRetries: 0 })
})
afterAll(() => stage.stop())

type Messages = OpenAI.ChatCompletionMessageParam[]

const hello: Messages = [{ role: 'user', content: 'Hello' }]
const ask = (messages: Messages = hello, more: object = {}) =>
  client.chat.completions.create({ model: 'agent', messages, ...more })

/** What went wrong. */
const refusal = async (made: PromiseLike<unknown>): Promise<APIError> => {
  try {
    await made
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
  throw new Error('it was taken')
}

const chunksOf = async (messages: Messages, more: object = {}): Promise<OpenAI.ChatCompletionChunk[]> => {
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of await client.chat.completions.create({
    model: 'agent',
    messages,
    stream: true,
    ...more,
  }))
    chunks.push(chunk)
  return chunks
}
const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

describe('models', () => {
  it('are the assistants, by name, graph or id', async () => {
    const id = await createAssistant(stage.app, { name: 'Reader', description: 'Reads' })
    const twins = [
      await createAssistant(stage.app, { name: 'Twin' }),
      await createAssistant(stage.app, { name: 'Twin' }),
    ]
    const { data } = await client.models.list()
    const ids = data.map((model) => model.id)
    expect(ids).toEqual(expect.arrayContaining(['agent', 'Reader', ...twins]))
    expect(ids).not.toContain('Twin')
    expect(await client.models.retrieve('Reader')).toMatchObject({ object: 'model', assistant_id: id })
    expect(await client.models.retrieve(id)).toMatchObject({ id, name: 'Reader' })
    for (const unknown of ['Twin', 'nobody', MISSING_ID])
      expect(await refusal(client.models.retrieve(unknown))).toMatchObject({
        status: 404,
        code: 'model_not_found',
      })
  })
})

describe('a chat completion', () => {
  it('is the answer of a run, with what it used', async () => {
    stage.setReplies('Good morning to you.')
    const { data, response } = await ask(
      [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: 'And?' },
      ],
      { user: 'ada', metadata: { app: 'test' } },
    ).withResponse()
    expect(data).toMatchObject({
      object: 'chat.completion',
      model: 'agent',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'Good morning to you.' }, finish_reason: 'stop' },
      ],
    })
    const { prompt_tokens, completion_tokens, total_tokens } = data.usage!
    expect([completion_tokens, total_tokens]).toEqual([4, prompt_tokens + 4])
    const run = await waitForRun(stage.app, response.headers.get('x-run-id')!)
    expect(run).toMatchObject({ status: 'completed', metadata: { user: 'ada', app: 'test' } })
    expect(data.id).toBe(`chatcmpl-${run.run_id}`)
    expect(stage.model.requests[0]!.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })

  it('is streamed as it is written, with what it used at the end where that is asked for', async () => {
    stage.setReplies('One two three.')
    const chunks = await chunksOf(hello, { stream_options: { include_usage: true } })
    expect(textOf(chunks)).toBe('One two three.')
    expect(chunks.length).toBeGreaterThan(5)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 3 } })
    expect((await chunksOf(hello)).every(({ usage }) => usage === undefined)).toBe(true)
  })

  it('goes on in a thread, which needs only what is new', async () => {
    const thread_id = await createThread(stage.app)
    stage.setReplies('First.', 'Second.')
    const options = { headers: { 'x-thread-id': thread_id } }
    await client.chat.completions.create({ model: 'agent', messages: hello }, options)
    const messages: Messages = [
      ...hello,
      { role: 'assistant', content: 'First.' },
      { role: 'user', content: 'Go on' },
    ]
    await ask(messages, { metadata: { thread_id } })
    expect(stage.model.requests[1]!.body.messages.map(({ content }) => content)).toEqual([
      'Hello',
      'First.',
      'Go on',
    ])
    expect(await refusal(ask(messages.slice(0, 2), { metadata: { thread_id } }))).toMatchObject({
      status: 400,
      param: 'messages',
    })
  })

  it('answers for any graph: what it comes to', async () => {
    const node = {
      id: 'add',
      type: 'tool',
      tool: 'calculator',
      arguments: { expression: '20 + 1' },
      output: 'n',
    }
    const graph_schema = { nodes: [node], output: { n: 'n' } }
    await createAssistant(stage.app, { name: 'Adder', graph_schema })
    const { choices } = await ask(hello, { model: 'Adder' })
    expect(choices[0]?.message.content).toContain('21')
    expect(textOf(await chunksOf(hello, { model: 'Adder' }))).toBe(choices[0]?.message.content)
  })
})

describe('tool calls that the client makes', () => {
  /** The calls that are asked for, streamed or not. */
  const callsIn = async (messages: Messages, model: string, stream: boolean) => {
    if (!stream) {
      const { choices, id } = await ask(messages, { model })
      expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: null } })
      return { id, calls: choices[0]!.message.tool_calls! }
    }
    const chunks = await chunksOf(messages, { model })
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
    const calls = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    return { id: chunks[0]!.id, calls: calls as OpenAI.ChatCompletionMessageToolCall[] }
  }

  it.each([true, false])(
    'are asked for, and their outputs take the run further (streamed: %s)',
    async (stream) => {
      const model = await createAssistant(stage.app, { config: { tools: [weather] } })
      stage.setReplies(call('Paris'), 'Sun all day.')
      const question: Messages = [{ role: 'user', content: 'Paris?' }]
      const { id, calls } = await callsIn(question, model, stream)
      expect(calls).toMatchObject([
        { type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
      ])
      const messages: Messages = [
        ...question,
        { role: 'assistant', content: null, tool_calls: calls },
        { role: 'tool', tool_call_id: calls[0]!.id, content: [{ type: 'text', text: 'sun' }] },
      ]
      if (stream) {
        const chunks = await chunksOf(messages, { model })
        expect(textOf(chunks)).toBe('Sun all day.')
        expect(chunks[0]?.id).toBe(id)
      } else {
        const last = await ask(messages, { model })
        expect(last).toMatchObject({ id, choices: [{ message: { content: 'Sun all day.' } }] })
        // Not what the run used before it waited.
        expect(last.usage?.completion_tokens).toBe(3)
      }
      expect((await waitForRun(stage.app, id.replace('chatcmpl-', ''))).status).toBe('completed')
      // The run is over: who asks again is answered from the conversation.
      stage.setReplies('Sun, as I said.')
      const repeated = await ask(messages, { model })
      expect(repeated.choices[0]?.message.content).toBe('Sun, as I said.')
      expect(repeated.id).not.toBe(id)
    },
  )

  it('are answered once for each idempotency key, with the same answer and the same usage', async () => {
    const model = await createAssistant(stage.app, { config: { tools: [weather] } })
    stage.setReplies(call('Rome'), 'Rain.', 'Rain, as I said.')
    const { choices } = await ask(hello, { model })
    const { message } = choices[0]!
    const output = { role: 'tool', tool_call_id: message.tool_calls![0]!.id, content: 'rain' } as const
    const request = { model, messages: [...hello, message, output] }
    const headers = { 'Idempotency-Key': 'rain' }
    const first = await client.chat.completions.create(request, { headers })
    const again = await client.chat.completions.create(request, { headers })
    expect(first.choices[0]?.message.content).toBe('Rain.')
    expect(again).toEqual(first)
  })

  it('must all be answered', async () => {
    const model = await createAssistant(stage.app, { config: { tools: [weather] } })
    stage.setReplies({ toolCalls: [...call('Oslo').toolCalls, ...call('Bonn').toolCalls] })
    const { choices } = await ask(hello, { model })
    const { tool_calls = [] } = choices[0]!.message
    expect(tool_calls).toHaveLength(2)
    const output = { role: 'tool', tool_call_id: tool_calls[0]!.id, content: 'snow' } as const
    expect(await refusal(ask([...hello, choices[0]!.message, output], { model }))).toMatchObject({
      status: 400,
    })
  })
})

describe('what a request sets for itself', () => {
  it('goes to the model', async () => {
    stage.setReplies('Yes.')
    await ask(hello, { temperature: 0.3, top_p: 0.5, max_completion_tokens: 9 })
    expect(stage.model.requests[0]!.body).toMatchObject({ temperature: 0.3, top_p: 0.5 })
    expect(JSON.stringify(stage.model.requests[0]!.body)).toMatch(/"max_(completion_)?tokens":9/)
  })

  it('takes tools of its own, with the library that calls them', async () => {
    stage.setReplies(call('Paris'), 'Sun all day.')
    const runner = client.chat.completions.runTools({
      model: 'agent',
      messages: hello,
      tools: [
        { type: 'function', function: { ...weather.function, parse: JSON.parse, function: () => 'sun' } },
      ],
    })
    expect(await runner.finalContent()).toBe('Sun all day.')
    expect(stage.model.requests.at(-1)!.body.messages.at(-1)).toMatchObject({ role: 'tool', content: 'sun' })
    expect(await refusal(ask(hello, { tools: [{ type: 'function', function: {} }] }))).toMatchObject({
      status: 400,
    })
    expect(await refusal(ask(hello, { model: 'Adder', temperature: 1 }))).toMatchObject({
      param: 'temperature',
    })
  })
})

describe('a client that leaves', () => {
  it.each([true, false])('takes the run with it (streamed: %s)', async (stream) => {
    stage.hangModel()
    stage.model.requests.length = 0
    const leaving = new AbortController()
    const made = client.chat.completions.create(
      { model: 'agent', messages: hello, stream },
      { signal: leaving.signal },
    )
    const ended = Promise.resolve(made).catch(() => undefined)
    await expect.poll(() => stage.model.requests.length, { timeout: 10_000 }).toBe(1)
    leaving.abort()
    await ended
    const { body } = await stage.app.get('/api/v1/runs?limit=1')
    expect((await waitForRun(stage.app, body.data[0].run_id, ['cancelled'])).status).toBe('cancelled')
  })
})

describe('what cannot be done', () => {
  it.each([
    ['an unknown model', { model: 'nobody' }, 404, 'model_not_found', null],
    ['several answers', { n: 2 }, 400, 'validation_error', 'n'],
    ['log probabilities', { logprobs: true }, 400, 'validation_error', 'logprobs'],
    ['a format', { response_format: { type: 'json_object' } }, 400, 'validation_error', 'response_format'],
    ['no messages', { messages: [] }, 400, 'validation_error', 'messages'],
    [
      'a role that is none',
      { messages: [{ role: 'robot', content: 'x' }] },
      400,
      'validation_error',
      'messages/0/role',
    ],
    [
      'a message without content',
      { messages: [{ role: 'user' }] },
      400,
      'validation_error',
      'messages/0/content',
    ],
    [
      'a thread that is none',
      { metadata: { thread_id: 'x' } },
      400,
      'validation_error',
      'metadata/thread_id',
    ],
    ['an unknown thread', { metadata: { thread_id: MISSING_ID } }, 404, 'resource_not_found', null],
  ])('%s', async (_, more, status, code, param) => {
    expect(await refusal(ask(hello, more))).toMatchObject({ status, code, param })
  })

  it('takes options that ask for nothing', async () => {
    stage.setReplies('Yes.')
    const { choices } = await ask(hello, {
      n: 1,
      logprobs: false,
      stop: null,
      tools: [],
      presence_penalty: 0,
    })
    expect(choices[0]?.message.content).toBe('Yes.')
  })

  it('what a guardrail blocks, streamed or not', async () => {
    stage.setReplies('The word is Swordfish.')
    const model = await stage.createAssistant([
      { name: 'filter', type: 'output_filter', config: { block_patterns: ['swordfish'] } },
    ])
    expect(await refusal(ask(hello, { model }))).toMatchObject({ status: 400, code: 'content_filter' })
    expect(await refusal(chunksOf(hello, { model }))).toMatchObject({ code: 'content_filter' })
  })

  it('a run that fails, which the client does not try again by itself', async () => {
    stage.setReplies({ status: 400, error: { message: 'the model is ill' } })
    const eager = new OpenAI({ baseURL: client.baseURL, apiKey: 'any', maxRetries: 2 })
    const made = eager.chat.completions.create({ model: 'agent', messages: hello })
    expect(await refusal(made)).toMatchObject({ status: 500, type: 'server_error', code: 'graph_error' })
    expect(stage.model.requests).toHaveLength(1)
  })
})
