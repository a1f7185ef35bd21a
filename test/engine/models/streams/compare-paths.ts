/** Plays the same recordings to our model client and to LangChain's client, and returns what each of them made of it. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAICompletions } from '@langchain/openai'
import { Agent, fetch as undiciFetch } from 'undici'
import { makeModelFetch } from '../../../../src/engine/models/model-fetch.js'
import { makeOpenAiModel } from '../../../../src/engine/models/openai.js'
import { playRecordings, type Recording } from './recording-server.js'

export const API_KEY = 'sk-secret-key'

export interface Limits {
  timeoutSeconds: number
  maxRetries: number
}

const DEFAULT_LIMITS: Limits = { timeoutSeconds: 20, maxRetries: 2 }

const makeOwnModel = (origin: string, limits: Limits): BaseChatModel =>
  makeOpenAiModel(
    {
      provider: 'openai',
      model: 'gpt-test',
      baseUrl: `${origin}/v1`,
      apiKey: API_KEY,
      isAssistantEndpoint: false,
    },
    { temperature: 0.5, max_tokens: 100 },
    { fetch: makeModelFetch(limits), timeoutMs: 60_000 },
  )

/** LangChain's model, with the `fetch` of a web platform. */
const makeLangChainModel = (origin: string, limits: Limits): BaseChatModel => {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const platformFetch = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch
  return new ChatOpenAICompletions({
    model: 'gpt-test',
    apiKey: API_KEY,
    temperature: 0.5,
    maxTokens: 100,
    streamUsage: true,
    maxRetries: 0,
    timeout: 60_000,
    configuration: { baseURL: `${origin}/v1`, fetch: makeModelFetch({ ...limits, fetch: platformFetch }) },
  })
}

export interface Comparison<Result> {
  own: { result: Result; requests: unknown[] }
  langChain: { result: Result; requests: unknown[] }
}

export const comparePaths = async <Result>(
  recordings: Recording[],
  call: (model: BaseChatModel) => Promise<Result>,
  limits: Partial<Limits> = {},
): Promise<Comparison<Result>> => {
  const callWith = async (makeModel: typeof makeOwnModel) => {
    const server = await playRecordings(recordings)
    try {
      const result = await call(makeModel(server.origin, { ...DEFAULT_LIMITS, ...limits }))
      const requests = server.requests.map(({ path, headers, body }) => ({
        path,
        body,
        authorization: headers.authorization,
        contentType: headers['content-type'],
      }))
      return { result, requests }
    } finally {
      await server.stop()
    }
  }
  return { own: await callWith(makeOwnModel), langChain: await callWith(makeLangChainModel) }
}
