import { gzipSync } from 'node:zlib'
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AIMessage } from '@langchain/core/messages'
import { describe, expect, test } from 'vitest'
import { complete } from '../../../../src/engine/executor/complete.js'
import { Observer } from '../../../../src/engine/executor/observer.js'
import type { Models } from '../../../../src/engine/models/models.js'
import { API_KEY, comparePaths, type Limits } from './compare-paths.js'
import { delta, DONE, START, STOP, texts, usage } from './openai-recordings.js'
import { CUT, STALL, type Recording } from './recording-server.js'
import { runAgent } from './run-agent.js'

const RETRY_AT_ONCE = { 'content-type': 'application/json', 'retry-after': '0' }
const errorResponse = (status: number, error: object = { message: 'scripted', type: 'test' }): Recording => ({
  status,
  headers: RETRY_AT_ONCE,
  parts: [JSON.stringify({ error })],
})
const FINE: Recording = { parts: [`${START}${texts('fi', 'ne')}${STOP}${usage()}${DONE}`] }

/** All that a caller can see of an error. */
const describeError = (error: unknown): object => {
  const { name, message, status, code, type, lc_error_code, cause } = error as Error & Record<string, unknown>
  return {
    class: (error as object).constructor.name,
    ...{ name, message, status, code, type, lc_error_code },
    cause: cause instanceof Error ? { name: cause.name, message: cause.message } : cause,
  }
}

const invoke = async (model: BaseChatModel, options: object = {}): Promise<object> => {
  const observer = new Observer('thread', () => undefined)
  try {
    const message = await model.invoke('hello', { callbacks: [observer], ...options })
    return { class: message.constructor.name, message: message.toJSON(), usage: observer.usage }
  } catch (error) {
    return describeError(error)
  }
}

const FAILURES: [name: string, recordings: Recording[], limits?: Partial<Limits>][] = [
  ['a 429 with Retry-After, then a response', [errorResponse(429), FINE]],
  ['a 429 that does not end', [errorResponse(429)]],
  ['an exhausted quota', [errorResponse(429, { message: 'no credit', code: 'insufficient_quota' })]],
  ['two 500s, then a response', [errorResponse(500), errorResponse(503), FINE]],
  ['a 500 that does not end', [errorResponse(500)]],
  ['a 400', [errorResponse(400, { message: 'bad', type: 'invalid_request_error', param: 'x' })]],
  ['a 400 about tool calls', [errorResponse(400, { message: 'tool_calls must be followed' })]],
  ['a 400 about the context', [errorResponse(400, { message: 'maximum context length is 5' })]],
  ['a 400 that is not JSON', [{ status: 400, headers: { 'content-type': 'text/plain' }, parts: ['nope'] }]],
  ['a 401 that repeats the key', [errorResponse(401, { message: `wrong key ${API_KEY}` })]],
  ['a 404', [errorResponse(404)]],
  [
    'an error with the content type of a stream',
    [{ status: 500, parts: ['data: x\n\n'] }],
    { maxRetries: 0 },
  ],
  ['a connection that is cut before the first event', [{ parts: [CUT] }]],
  ['a connection that is cut in the stream', [{ parts: [START, texts('a'), CUT] }]],
  ['a stream that stops', [{ parts: [START, texts('a'), STALL] }], { timeoutSeconds: 0.3 }],
  ['a stream that never starts', [{ parts: [STALL] }], { timeoutSeconds: 0.3 }],
]

describe('a failure gives the same requests and the same error as with the client of LangChain', () => {
  test.each(FAILURES)('%s', async (_name, recordings, limits) => {
    const { own, langChain } = await comparePaths('openai', recordings, (model) => invoke(model), limits)
    expect(own.requests).toEqual(langChain.requests)
    expect(own.result).toEqual(langChain.result)
    expect(JSON.stringify(own.result)).not.toContain(API_KEY)
  })
})

describe('the model client', () => {
  test('ends a run that is cancelled in the middle of a stream as cancelled, with the tokens until then', async () => {
    const recording: Recording = { parts: [START, texts('one ', 'two '), STALL] }
    const cancel = async (model: BaseChatModel) => {
      const abort = new AbortController()
      return runAgent(model, {
        signal: abort.signal,
        onEvent: ({ token }) => {
          if (token === 'two ') abort.abort()
        },
      })
    }
    const { own, langChain } = await comparePaths('openai', [recording], cancel)
    expect(own.result['outcome']).toMatchObject({ status: 'aborted' })
    expect(own.result).toEqual(langChain.result)
  })

  test('creates a chunk for each token if another handler listens to them', async () => {
    const listen = async (model: BaseChatModel) => {
      const chunks: unknown[] = []
      class Listener extends BaseCallbackHandler {
        override name = 'listener'
        override awaitHandlers = true
        override handleLLMNewToken(...[token, index, , , , fields]: unknown[]): void {
          const { message } = (fields as { chunk: { message: AIMessage } }).chunk
          chunks.push({ token, index, content: message.content, class: message.constructor.name })
        }
      }
      const observer = new Observer('thread', () => undefined)
      await model.invoke('hello', { callbacks: [observer, new Listener()] })
      return chunks
    }
    const { own, langChain } = await comparePaths('openai', [FINE], listen)
    expect(own.result).toHaveLength(5)
    expect(own.result).toEqual(langChain.result)
  })

  test('creates no chunk for a token if only the observer listens', async () => {
    const text = Array.from({ length: 50 }, (_, index) => `${String(index)} `)
    const recording: Recording = { parts: [`${START}${texts(...text)}${STOP}${usage()}${DONE}`] }
    const tokens: unknown[] = []
    const count = async (model: BaseChatModel) => {
      let chunks = 0
      const observer = new Observer('thread', ({ type, token }) => {
        if (type === 'llm.token') tokens.push(token)
      })
      const stream = model._streamResponseChunks.bind(model)
      model._streamResponseChunks = async function* (...args: Parameters<typeof stream>) {
        for await (const chunk of stream(...args)) {
          chunks++
          yield chunk
        }
      }
      await model.invoke('hello', { callbacks: [observer] })
      return chunks
    }
    const { own, langChain } = await comparePaths('openai', [recording], count)
    expect(own.result).toBe(3)
    expect(langChain.result).toBe(53)
    expect(tokens).toEqual([...text, ...text])
  })

  test('requests structured output for a judge as LangChain does', async () => {
    const schema = { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] }
    const body = {
      id: 'chatcmpl-1',
      model: 'gpt-test-2026',
      choices: [{ index: 0, message: { role: 'assistant', content: '{"score":4}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    }
    const recording: Recording = {
      headers: { 'content-type': 'application/json' },
      parts: [JSON.stringify(body)],
    }
    const judge = (model: BaseChatModel) =>
      complete({ chatModel: async () => model } as unknown as Models, {
        settings: {},
        system: 'You judge.',
        user: 'Judge this.',
        schema,
        timeoutMs: 10_000,
      })
    const { own, langChain } = await comparePaths('openai', [recording], judge)
    expect(own).toEqual(langChain)
    expect(own.result).toMatchObject({ text: '{"score":4}', usage: { total_tokens: 7 } })
  })

  test('ignores an event without data, with which the client of OpenAI fails', async () => {
    const recording: Recording = { parts: [`${START}event: ping\n\n${texts('a')}${STOP}${DONE}`] }
    const { own, langChain } = await comparePaths('openai', [recording], (model) => invoke(model))
    expect(own.result).toMatchObject({ message: { kwargs: { content: 'a' } } })
    expect(langChain.result).toMatchObject({ name: 'SyntaxError' })
  })

  test('follows redirects and reads compressed streams', async () => {
    const compressed: Recording = {
      headers: { 'content-encoding': 'gzip' },
      parts: [gzipSync(`${START}${texts('a', 'b')}${delta({ content: 'ü' })}${STOP}${DONE}`)],
    }
    const redirect: Recording = { status: 307, headers: { location: '/v1/elsewhere' }, parts: [] }
    const { own, langChain } = await comparePaths('openai', [redirect, compressed], (model) => invoke(model))
    expect(own.requests).toEqual(langChain.requests)
    expect(own.requests).toMatchObject([{ path: '/v1/chat/completions' }, { path: '/v1/elsewhere' }])
    expect(own.result).toEqual(langChain.result)
    expect(own.result).toMatchObject({ message: { kwargs: { content: 'abü' } } })
  })
})
