import { HumanMessage, type AIMessageChunk } from '@langchain/core/messages'
import { concat } from '@langchain/core/utils/stream'
import { tool } from '@langchain/core/tools'
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ModelEnvironment } from '../../../src/engine/models/environment.js'
import { makeModels } from '../../../src/engine/models/models.js'
import {
  startOpenAiServer,
  type OpenAiServer,
  type Reply,
  type ReplyScript,
} from '../../support/openai-server.js'

const servers: OpenAiServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

const start = async (reply?: ReplyScript) => {
  const server = await startOpenAiServer(reply === undefined ? {} : { reply })
  servers.push(server)
  return server
}

/** Sends the replies in order and repeats the last one. */
const replyInOrder =
  (...replies: Reply[]): ReplyScript =>
  (_request, index) =>
    replies[Math.min(index, replies.length - 1)] ?? 'drop'

const environment = (server: OpenAiServer, overrides: Partial<ModelEnvironment> = {}): ModelEnvironment => ({
  OPENAI_BASE_URL: server.url,
  OPENAI_API_KEY: 'sk-operator',
  DEMO_MODEL: 'auto',
  MODEL_TIMEOUT_SECONDS: 20,
  MODEL_MAX_RETRIES: 2,
  ...overrides,
})

const makeModel = (server: OpenAiServer, overrides: Partial<ModelEnvironment> = {}) =>
  makeModels(environment(server, overrides)).chatModel({ model: 'gpt-4o' })

/** The server sends a piece only after the client has received the previous one. */
const lockstep = () => {
  const received: string[] = []
  let wake = () => {}
  return {
    received,
    receive(piece: string) {
      if (piece !== '') received.push(piece)
      wake()
    },
    async beforePiece(index: number) {
      while (received.length < index) await new Promise<void>((resolve) => (wake = resolve))
    },
  }
}

/** The provider requests an immediate retry, so that no test waits for a backoff. */
const retryAtOnce = { 'retry-after': '0' }

const weather = tool(({ city }) => `sunny in ${city}`, {
  name: 'get_weather',
  description: 'The weather',
  schema: z.object({ city: z.string() }),
})

describe('a model call', () => {
  test('is sent as a chat completion with the settings of the assistant', async () => {
    const server = await start()
    const model = await makeModels(environment(server)).chatModel({
      model: 'openai:gpt-4o',
      temperature: 0,
      max_tokens: 50,
      top_p: 0.5,
    })
    const message = await model.invoke('Hello there')
    expect(message.text).toBe('echo: Hello there')
    expect(message).toMatchObject({ usage_metadata: { input_tokens: 2, output_tokens: 3, total_tokens: 5 } })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer sk-operator' },
      body: { model: 'gpt-4o', temperature: 0, max_tokens: 50, top_p: 0.5 },
    })
  })

  test('uses chat completions even for a model that LangChain would send to another API', async () => {
    const server = await start()
    const model = await makeModels(environment(server)).chatModel({ model: 'my-codex' })
    expect((await model.invoke('hi')).text).toBe('echo: hi')
    expect(server.requests[0]?.path).toBe('/v1/chat/completions')
  })

  test('streams each token before the next one is sent, and counts the usage', async () => {
    const { received, receive, beforePiece } = lockstep()
    const server = await start(() => ({ text: 'one two three', beforePiece }))
    const model = await makeModel(server)
    let whole: AIMessageChunk | undefined
    for await (const chunk of await model.stream('count')) {
      whole = whole === undefined ? chunk : concat(whole, chunk)
      receive(chunk.text)
    }
    expect(received).toEqual(['one ', 'two ', 'three'])
    expect(whole).toMatchObject({ usage_metadata: { input_tokens: 1, output_tokens: 3, total_tokens: 4 } })
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  test('that a node makes with invoke is streamed by its graph, and its usage is counted once', async () => {
    const server = await start(() => ({ text: 'one two three' }))
    const model = (await makeModel(server)).bindTools!([weather])
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('answer', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge(START, 'answer')
      .compile()
    const tokens: string[] = []
    let last: unknown
    const stream = await graph.stream(
      { messages: [new HumanMessage('count')] },
      { streamMode: ['messages', 'values'] },
    )
    for await (const [mode, part] of stream) {
      if (mode === 'values') last = part.messages.at(-1)
      else if (part[0].text !== '') tokens.push(part[0].text)
    }
    expect(tokens).toEqual(['one ', 'two ', 'three'])
    expect(last).toMatchObject({ usage_metadata: { input_tokens: 1, output_tokens: 3, total_tokens: 4 } })
    expect(server.requests).toHaveLength(1)
  })

  test('parses complete and fragmented tool calls', async () => {
    const toolCalls = [
      { id: 'call_1', name: 'get_weather', args: { city: 'Paris' } },
      { id: 'call_2', name: 'get_weather', args: { city: 'Rome' } },
    ]
    const server = await start(() => ({ toolCalls }))
    const model = await makeModel(server)
    const bound = model.bindTools!([weather])
    const expected = toolCalls.map(({ id, name, args }) => expect.objectContaining({ id, name, args }))
    expect((await bound.invoke('weather?')).tool_calls).toEqual(expected)
    let whole: AIMessageChunk | undefined
    for await (const chunk of await bound.stream('weather?')) {
      whole = whole === undefined ? chunk : concat(whole, chunk)
    }
    expect(whole?.tool_calls).toEqual(expected)
    expect(server.requests[1]?.body['tools']).toMatchObject([{ function: { name: 'get_weather' } }])
  })
})

describe('retries', () => {
  test('a 429 with Retry-After is retried', async () => {
    const server = await start(replyInOrder({ status: 429, headers: retryAtOnce }, { text: 'fine' }))
    expect((await (await makeModel(server)).invoke('hi')).text).toBe('fine')
    expect(server.requests).toHaveLength(2)
  })

  test('a 429 without Retry-After is retried too', async () => {
    const server = await start(replyInOrder({ status: 429 }, { text: 'fine' }))
    expect((await (await makeModel(server)).invoke('hi')).text).toBe('fine')
    expect(server.requests).toHaveLength(2)
  })

  test('a stream that fails before its first chunk is retried', async () => {
    const server = await start(replyInOrder({ status: 503, headers: retryAtOnce }, { text: 'fine' }))
    const pieces: string[] = []
    for await (const chunk of await (await makeModel(server)).stream('hi')) pieces.push(chunk.text)
    expect(pieces.join('')).toBe('fine')
    expect(server.requests).toHaveLength(2)
  })

  test.each([0, 1, 3])(
    'with %i retries, a provider that keeps failing receives one more request than retries',
    async (retries) => {
      const server = await start(() => ({ status: 500, headers: retryAtOnce }))
      const model = await makeModel(server, { MODEL_MAX_RETRIES: retries })
      await expect(model.invoke('hi')).rejects.toMatchObject({ status: 500 })
      expect(server.requests).toHaveLength(retries + 1)
    },
  )

  test.each([400, 401, 403, 404, 409, 422])('a %i is not retried', async (status) => {
    const server = await start(() => ({ status, headers: retryAtOnce }))
    await expect((await makeModel(server)).invoke('hi')).rejects.toMatchObject({ status })
    expect(server.requests).toHaveLength(1)
  })

  test('an exhausted quota is not retried', async () => {
    const error = { message: 'no credit', type: 'insufficient_quota', code: 'insufficient_quota' }
    const server = await start(() => ({ status: 429, headers: retryAtOnce, error }))
    await expect((await makeModel(server)).invoke('hi')).rejects.toMatchObject({ status: 429 })
    expect(server.requests).toHaveLength(1)
  })

  test('a call fails if the provider requests a wait of an hour', async () => {
    const server = await start(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    await expect((await makeModel(server)).invoke('hi')).rejects.toMatchObject({ status: 429 })
    expect(server.requests).toHaveLength(1)
  })

  test('a connection that closes without a response is retried', async () => {
    const server = await start(replyInOrder('drop', { text: 'fine' }))
    expect((await (await makeModel(server)).invoke('hi')).text).toBe('fine')
    expect(server.requests).toHaveLength(2)
  })

  test('a request without a response is aborted after the timeout and retried', async () => {
    const server = await start(replyInOrder('hang', { text: 'fine' }))
    const model = await makeModel(server, { MODEL_TIMEOUT_SECONDS: 0.2 })
    expect((await model.invoke('hi')).text).toBe('fine')
    expect(server.requests).toHaveLength(2)
    expect(await server.requests[0]?.completed).toBe(false)
  })

  test('an unreachable provider is an error after the retries', async () => {
    const server = await start()
    await server.stop()
    const model = await makeModel(server, { MODEL_MAX_RETRIES: 1 })
    await expect(model.invoke('hi')).rejects.toThrow(/connection error|ECONNREFUSED/i)
  })
})

describe('a stream that breaks', () => {
  test('fails if the connection closes, and is not restarted', async () => {
    const { received, receive, beforePiece } = lockstep()
    const server = await start(() => ({ text: 'one two three four', dropAfter: 2, beforePiece }))
    const model = await makeModel(server)
    const read = async () => {
      for await (const chunk of await model.stream('hi')) receive(chunk.text)
    }
    await expect(read()).rejects.toThrow('terminated')
    expect(received).toEqual(['one ', 'two '])
    expect(server.requests).toHaveLength(1)
  })

  test('fails if it sends no more data: a partial message is never treated as complete', async () => {
    const { received, receive, beforePiece } = lockstep()
    const server = await start(() => ({ text: 'one two three four', stallAfter: 2, beforePiece }))
    const model = await makeModel(server, { MODEL_TIMEOUT_SECONDS: 0.3 })
    const read = async () => {
      for await (const chunk of await model.stream('hi')) receive(chunk.text)
    }
    await expect(read()).rejects.toMatchObject({ code: 'model_timeout', name: 'TimeoutError' })
    expect(received).toEqual(['one ', 'two '])
    expect(await server.requests[0]?.completed).toBe(false)
  })
})

describe('an abort', () => {
  test('closes the connection of a call that waits for its response', async () => {
    const abort = new AbortController()
    const server = await start(() => {
      setImmediate(() => abort.abort())
      return 'hang'
    })
    await expect((await makeModel(server)).invoke('hi', { signal: abort.signal })).rejects.toThrow(/abort/i)
    expect(await server.requests[0]?.completed).toBe(false)
    expect(server.requests).toHaveLength(1)
  })

  test('closes the connection of a stream', async () => {
    const abort = new AbortController()
    const server = await start(() => ({ text: 'one two three four', stallAfter: 2 }))
    const read = async () => {
      for await (const chunk of await (await makeModel(server)).stream('hi', { signal: abort.signal })) {
        if (chunk.text === 'two ') abort.abort()
      }
    }
    await expect(read()).rejects.toThrow(/abort/i)
    expect(await server.requests[0]?.completed).toBe(false)
  })

  test('interrupts the wait before a retry', async () => {
    const abort = new AbortController()
    const server = await start(({ completed }) => {
      void completed.then(() => setTimeout(() => abort.abort(), 50))
      return { status: 429, headers: { 'retry-after': '50' } }
    })
    await expect((await makeModel(server)).invoke('hi', { signal: abort.signal })).rejects.toThrow(/abort/i)
    expect(server.requests).toHaveLength(1)
  })

  test('of one call does not affect another call of the same model', async () => {
    const abort = new AbortController()
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const server = await start(({ body }) =>
      JSON.stringify(body.messages).includes('first') ? 'hang' : gate.then(() => ({ text: 'second answer' })),
    )
    const model = await makeModel(server)
    const second = model.invoke('another')
    const first = model.invoke('first', { signal: abort.signal })
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    abort.abort()
    await expect(first).rejects.toThrow(/abort/i)
    release()
    expect((await second).text).toBe('second answer')
  })
})
