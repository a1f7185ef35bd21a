import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID } from '../support/app.js'
import { makeCheckedFetch } from '../support/openapi-check.js'
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

const checked = makeCheckedFetch()
let guardedApp: GuardedApp
let client: OpenAI

beforeAll(async () => {
  guardedApp = await startGuardedApp()
  const baseURL = `${await guardedApp.app.listen()}/v1`
  client = new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0, fetch: checked.fetch })
})
afterAll(async () => {
  await checked.verify()
  await guardedApp.stop()
})

type Messages = OpenAI.ChatCompletionMessageParam[]

const hello: Messages = [{ role: 'user', content: 'Hello' }]
const ask = (messages: Messages = hello, more: object = {}) =>
  client.chat.completions.create({ model: 'agent', messages, ...more })

/** Returns the error of a request that must fail. */
const errorOf = async (request: PromiseLike<unknown>): Promise<APIError> => {
  try {
    await request
  } catch (error) {
    if (error instanceof APIError) return error
    throw error
  }
  throw new Error('the request succeeded')
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
  it('assistants are listed as models by name, graph or id', async () => {
    const id = await createAssistant(guardedApp.app, { name: 'Reader', description: 'Reads' })
    const twins = [
      await createAssistant(guardedApp.app, { name: 'Twin' }),
      await createAssistant(guardedApp.app, { name: 'Twin' }),
    ]
    const { data } = await client.models.list()
    const ids = data.map((model) => model.id)
    expect(ids).toEqual(expect.arrayContaining(['agent', 'Reader', ...twins]))
    expect(ids).not.toContain('Twin')
    expect(await client.models.retrieve('Reader')).toMatchObject({ object: 'model', assistant_id: id })
    expect(await client.models.retrieve(id)).toMatchObject({ id, name: 'Reader' })
    for (const unknown of ['Twin', 'nobody', MISSING_ID])
      expect(await errorOf(client.models.retrieve(unknown))).toMatchObject({
        status: 404,
        code: 'model_not_found',
      })
  })
})

describe('a chat completion', () => {
  it('a chat completion has the output and the usage of a run', async () => {
    guardedApp.setReplies('Good morning to you.')
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
    const run = await waitForRun(guardedApp.app, response.headers.get('x-run-id')!)
    expect(run).toMatchObject({ status: 'completed', metadata: { user: 'ada', app: 'test' } })
    expect(data.id).toBe(`chatcmpl-${run.run_id}`)
    expect(guardedApp.model.requests[0]!.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
  })

  it('a streamed chat completion ends with the usage if include_usage is set', async () => {
    guardedApp.setReplies('One two three.')
    const chunks = await chunksOf(hello, { stream_options: { include_usage: true } })
    expect(textOf(chunks)).toBe('One two three.')
    expect(chunks.length).toBeGreaterThan(5)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 3 } })
    expect((await chunksOf(hello)).every(({ usage }) => usage === undefined)).toBe(true)
  })

  it('a chat completion in a thread adds only the new messages', async () => {
    const thread_id = await createThread(guardedApp.app)
    guardedApp.setReplies('First.', 'Second.')
    const options = { headers: { 'x-thread-id': thread_id } }
    await client.chat.completions.create({ model: 'agent', messages: hello }, options)
    const messages: Messages = [
      ...hello,
      { role: 'assistant', content: 'First.' },
      { role: 'user', content: 'Go on' },
    ]
    await ask(messages, { metadata: { thread_id } })
    expect(guardedApp.model.requests[1]!.body.messages.map(({ content }) => content)).toEqual([
      'Hello',
      'First.',
      'Go on',
    ])
    expect(await errorOf(ask(messages.slice(0, 2), { metadata: { thread_id } }))).toMatchObject({
      status: 400,
      param: 'messages',
    })
  })

  it('the completion of a graph without a chat response is its output as JSON', async () => {
    const node = {
      id: 'add',
      type: 'tool',
      tool: 'calculator',
      arguments: { expression: '20 + 1' },
      output: 'n',
    }
    const graph_schema = { nodes: [node], output: { n: 'n' } }
    await createAssistant(guardedApp.app, { name: 'Adder', graph_schema })
    const { choices } = await ask(hello, { model: 'Adder' })
    expect(choices[0]?.message.content).toContain('21')
    expect(textOf(await chunksOf(hello, { model: 'Adder' }))).toBe(choices[0]?.message.content)
  })
})

describe('client-side tool calls', () => {
  /** Returns the requested tool calls, streamed or not. */
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
    'tool outputs of the client resume the run that requested them (streamed: %s)',
    async (stream) => {
      const model = await createAssistant(guardedApp.app, { config: { tools: [weather] } })
      guardedApp.setReplies(call('Paris'), 'Sun all day.')
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
        // The usage does not include what the run used before it waited.
        expect(last.usage?.completion_tokens).toBe(3)
      }
      expect((await waitForRun(guardedApp.app, id.replace('chatcmpl-', ''))).status).toBe('completed')
      // The run has ended, so the same request starts a new run from the conversation.
      guardedApp.setReplies('Sun, as I said.')
      const repeated = await ask(messages, { model })
      expect(repeated.choices[0]?.message.content).toBe('Sun, as I said.')
      expect(repeated.id).not.toBe(id)
    },
  )

  it('a repeated request with an idempotency key gets the same completion and usage', async () => {
    const model = await createAssistant(guardedApp.app, { config: { tools: [weather] } })
    guardedApp.setReplies(call('Rome'), 'Rain.', 'Rain, as I said.')
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

  it('a request without the outputs of all tool calls is rejected', async () => {
    const model = await createAssistant(guardedApp.app, { config: { tools: [weather] } })
    guardedApp.setReplies({ toolCalls: [...call('Oslo').toolCalls, ...call('Bonn').toolCalls] })
    const { choices } = await ask(hello, { model })
    const { tool_calls = [] } = choices[0]!.message
    expect(tool_calls).toHaveLength(2)
    const output = { role: 'tool', tool_call_id: tool_calls[0]!.id, content: 'snow' } as const
    expect(await errorOf(ask([...hello, choices[0]!.message, output], { model }))).toMatchObject({
      status: 400,
    })
  })
})

describe('request options', () => {
  it('temperature, top_p and max_completion_tokens are passed to the model', async () => {
    guardedApp.setReplies('Yes.')
    await ask(hello, { temperature: 0.3, top_p: 0.5, max_completion_tokens: 9 })
    expect(guardedApp.model.requests[0]!.body).toMatchObject({ temperature: 0.3, top_p: 0.5 })
    expect(JSON.stringify(guardedApp.model.requests[0]!.body)).toMatch(/"max_(completion_)?tokens":9/)
  })

  it('a request can add tools, and the OpenAI library executes them', async () => {
    guardedApp.setReplies(call('Paris'), 'Sun all day.')
    const runner = client.chat.completions.runTools({
      model: 'agent',
      messages: hello,
      tools: [
        { type: 'function', function: { ...weather.function, parse: JSON.parse, function: () => 'sun' } },
      ],
    })
    expect(await runner.finalContent()).toBe('Sun all day.')
    expect(guardedApp.model.requests.at(-1)!.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: 'sun',
    })
    expect(await errorOf(ask(hello, { tools: [{ type: 'function', function: {} }] }))).toMatchObject({
      status: 400,
    })
    expect(await errorOf(ask(hello, { model: 'Adder', temperature: 1 }))).toMatchObject({
      param: 'temperature',
    })
  })
})

describe('a client that disconnects', () => {
  it.each([true, false])('a disconnect cancels the run (streamed: %s)', async (stream) => {
    guardedApp.hangModel()
    guardedApp.model.requests.length = 0
    const disconnect = new AbortController()
    const request = client.chat.completions.create(
      { model: 'agent', messages: hello, stream },
      { signal: disconnect.signal },
    )
    const ended = Promise.resolve(request).catch(() => undefined)
    await expect.poll(() => guardedApp.model.requests.length, { timeout: 10_000 }).toBe(1)
    disconnect.abort()
    await ended
    const { body } = await guardedApp.app.get('/api/v1/runs?limit=1')
    expect((await waitForRun(guardedApp.app, body.data[0].run_id, ['cancelled'])).status).toBe('cancelled')
  })
})

describe('rejected requests', () => {
  it.each([
    ['an unknown model', { model: 'nobody' }, 404, 'model_not_found', null],
    ['more than one choice', { n: 2 }, 400, 'validation_error', 'n'],
    ['log probabilities', { logprobs: true }, 400, 'validation_error', 'logprobs'],
    [
      'a response format',
      { response_format: { type: 'json_object' } },
      400,
      'validation_error',
      'response_format',
    ],
    ['an empty list of messages', { messages: [] }, 400, 'validation_error', 'messages'],
    [
      'an unknown role',
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
    ['an invalid thread id', { metadata: { thread_id: 'x' } }, 400, 'validation_error', 'metadata/thread_id'],
    ['an unknown thread', { metadata: { thread_id: MISSING_ID } }, 404, 'resource_not_found', null],
  ])('%s is rejected', async (_, more, status, code, param) => {
    expect(await errorOf(ask(hello, more))).toMatchObject({ status, code, param })
  })

  it('unsupported options with neutral values are accepted', async () => {
    guardedApp.setReplies('Yes.')
    const { choices } = await ask(hello, {
      n: 1,
      logprobs: false,
      stop: null,
      tools: [],
      presence_penalty: 0,
    })
    expect(choices[0]?.message.content).toBe('Yes.')
  })

  it('an output that a guardrail blocks is a content_filter error, streamed or not', async () => {
    guardedApp.setReplies('The word is Swordfish.')
    const model = await guardedApp.createAssistant([
      { name: 'filter', type: 'output_filter', config: { block_patterns: ['swordfish'] } },
    ])
    expect(await errorOf(ask(hello, { model }))).toMatchObject({ status: 400, code: 'content_filter' })
    expect(await errorOf(chunksOf(hello, { model }))).toMatchObject({ code: 'content_filter' })
  })

  it('a failed run is an error that the client library does not retry', async () => {
    guardedApp.setReplies({ status: 400, error: { message: 'the model is ill' } })
    const retryingClient = new OpenAI({ baseURL: client.baseURL, apiKey: 'any', maxRetries: 2 })
    const request = retryingClient.chat.completions.create({ model: 'agent', messages: hello })
    expect(await errorOf(request)).toMatchObject({ status: 500, type: 'server_error', code: 'graph_error' })
    expect(guardedApp.model.requests).toHaveLength(1)
  })
})
