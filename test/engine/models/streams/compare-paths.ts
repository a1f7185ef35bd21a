/** Plays the same recordings to our model client and to LangChain's client, and returns what each of them made of it. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAICompletions } from '@langchain/openai'
import { Agent, fetch as undiciFetch } from 'undici'
import { makeAnthropicModel } from '../../../../src/engine/models/anthropic.js'
import { withEndpoint } from '../../../../src/engine/models/model-failure.js'
import { makeModelFetch } from '../../../../src/engine/models/model-fetch.js'
import { makeOpenAiModel } from '../../../../src/engine/models/openai.js'
import { playRecordings, type Recording } from './recording-server.js'

export const API_KEY = 'sk-secret-key'

export interface Limits {
  timeoutSeconds: number
  maxRetries: number
}

const DEFAULT_LIMITS: Limits = { timeoutSeconds: 20, maxRetries: 2 }

type MakeModel = (origin: string, limits: Limits) => BaseChatModel | Promise<BaseChatModel>

const SETTINGS = { temperature: 0.5, max_tokens: 100 }
const LANGCHAIN_SETTINGS = {
  apiKey: API_KEY,
  temperature: 0.5,
  maxTokens: 100,
  streamUsage: true,
  maxRetries: 0,
}
const TIMEOUT_MS = 60_000

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
const platformFetch = ((url: string, init: object) =>
  undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch

const ANTHROPIC_URL = 'https://api.anthropic.com'
const redirectTo =
  (origin: string, send: typeof fetch): typeof fetch =>
  (url, init) =>
    send((url as string).replace(ANTHROPIC_URL, origin), init)

/** LangChain's models with a record of the endpoint, from which the error of a run is written. */
const OPENAI_ENDPOINT = { url: 'https://models.example/v1', model: 'gpt-test' }
const ANTHROPIC_ENDPOINT = { url: ANTHROPIC_URL, model: 'claude-test' }

class LangChainCompletions extends ChatOpenAICompletions {
  override async *_streamResponseChunks(...args: Parameters<ChatOpenAICompletions['_streamResponseChunks']>) {
    try {
      yield* super._streamResponseChunks(...args)
    } catch (error) {
      throw withEndpoint(error, OPENAI_ENDPOINT)
    }
  }
}

class LangChainAnthropic extends ChatAnthropic {
  override async *_streamResponseChunks(...args: Parameters<ChatAnthropic['_streamResponseChunks']>) {
    try {
      yield* super._streamResponseChunks(...args)
    } catch (error) {
      throw withEndpoint(error, ANTHROPIC_ENDPOINT)
    }
  }
}
// LangChain names a model in events after its class.
Object.defineProperty(LangChainCompletions, 'name', { value: ChatOpenAICompletions.name })
Object.defineProperty(LangChainAnthropic, 'name', { value: ChatAnthropic.name })

/** Our model, and LangChain's model with the `fetch` of a web platform. */
const MODELS: Record<'openai' | 'anthropic', { own: MakeModel; langChain: MakeModel }> = {
  openai: {
    own: (origin, limits) =>
      makeOpenAiModel(
        {
          provider: 'openai',
          model: 'gpt-test',
          baseUrl: `${origin}/v1`,
          apiKey: API_KEY,
          isAssistantEndpoint: false,
        },
        SETTINGS,
        {
          endpoint: OPENAI_ENDPOINT,
          fetch: makeModelFetch(limits),
          timeoutMs: TIMEOUT_MS,
        },
      ),
    langChain: (origin, limits) =>
      new LangChainCompletions({
        ...LANGCHAIN_SETTINGS,
        model: 'gpt-test',
        timeout: TIMEOUT_MS,
        configuration: {
          baseURL: `${origin}/v1`,
          fetch: makeModelFetch({ ...limits, fetch: platformFetch }),
        },
      }),
  },
  anthropic: {
    own: (origin, limits) =>
      makeAnthropicModel({ provider: 'anthropic', model: 'claude-test', apiKey: API_KEY }, SETTINGS, {
        endpoint: ANTHROPIC_ENDPOINT,
        fetch: redirectTo(origin, makeModelFetch(limits)),
        timeoutMs: TIMEOUT_MS,
      }),
    langChain: (origin, limits) =>
      new LangChainAnthropic({
        ...LANGCHAIN_SETTINGS,
        model: 'claude-test',
        anthropicApiUrl: ANTHROPIC_URL,
        clientOptions: {
          timeout: TIMEOUT_MS,
          fetch: redirectTo(origin, makeModelFetch({ ...limits, fetch: platformFetch })),
        },
      }),
  },
}

export interface Comparison<Result> {
  own: { result: Result; requests: unknown[] }
  langChain: { result: Result; requests: unknown[] }
}

export const comparePaths = async <Result>(
  provider: keyof typeof MODELS,
  recordings: Recording[],
  call: (model: BaseChatModel) => Promise<Result>,
  limits: Partial<Limits> = {},
): Promise<Comparison<Result>> => {
  const callWith = async (makeModel: MakeModel) => {
    const server = await playRecordings(recordings)
    try {
      const result = await call(await makeModel(server.origin, { ...DEFAULT_LIMITS, ...limits }))
      const requests = server.requests.map(({ path, headers, body }) => ({
        path,
        body,
        authorization: headers.authorization ?? headers['x-api-key'],
        contentType: headers['content-type'],
      }))
      return { result, requests }
    } finally {
      await server.stop()
    }
  }
  const { own, langChain } = MODELS[provider]
  return { own: await callWith(own), langChain: await callWith(langChain) }
}
