import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatAnthropic } from '@langchain/anthropic'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { findTraceparent, runWithTraceparent, streamWithTraceparent } from '../outgoing-trace.js'
import { toClientSettings } from './client-settings.js'
import { readMessageStream } from './client/anthropic-stream.js'
import {
  asStreamed,
  findTokenListener,
  getTokenListener,
  notifyOfChunks,
  withTokenListener,
} from './client/token-listener.js'
import { ModelNotConfigured } from './errors.js'
import { withEndpoint, type ModelEndpoint } from './model-failure.js'
import { takeStreamedResponse } from './model-fetch.js'
import type { ModelRoute } from './model-route.js'

interface ClientOptions {
  endpoint: ModelEndpoint
  fetch: typeof globalThis.fetch
  timeoutMs: number
}

type AnthropicClass = typeof ChatAnthropic
type RequestOptions = Parameters<ChatAnthropic['createStreamWithRetry']>[1]

/** `@langchain/anthropic` is an optional package, so it is imported when an Anthropic model is first used. */
const importAnthropic = async () => {
  try {
    return await import('@langchain/anthropic')
  } catch (cause) {
    throw new ModelNotConfigured(
      'Anthropic models require a package that is not installed: run npm install @langchain/anthropic',
      { cause },
    )
  }
}

/** LangChain builds the request and the final message; the stream between them is read by client/anthropic-stream.ts. */
const makeModelClass = (Base: AnthropicClass, endpoint: ModelEndpoint): AnthropicClass =>
  class extends Base {
    // LangChain names a model in events after its class.
    static {
      Object.defineProperty(this, 'name', { value: Base.name })
    }

    override async *_streamIterator(...[input, options]: Parameters<ChatAnthropic['_streamIterator']>) {
      yield* super._streamIterator(input, asStreamed(options))
    }

    override async *_streamResponseChunks(
      messages: BaseMessage[],
      options: this['ParsedCallOptions'],
      runManager?: CallbackManagerForLLMRun,
    ) {
      const listener = findTokenListener(options, runManager)
      // The listener replaces the run manager, which would create a chunk for each token.
      const chunks =
        listener === undefined
          ? super._streamResponseChunks(messages, options, runManager)
          : notifyOfChunks(
              super._streamResponseChunks(messages, withTokenListener(options, listener)),
              listener,
            )
      try {
        yield* streamWithTraceparent(findTraceparent(runManager), chunks)
      } catch (error) {
        throw withEndpoint(error, endpoint)
      }
    }

    override _generate(...args: Parameters<ChatAnthropic['_generate']>) {
      return runWithTraceparent(findTraceparent(args[2]), () => super._generate(...args))
    }

    protected override async createStreamWithRetry(
      request: Parameters<ChatAnthropic['createStreamWithRetry']>[0],
      options?: RequestOptions,
    ): ReturnType<ChatAnthropic['createStreamWithRetry']> {
      const stream = await super.createStreamWithRetry(request, options)
      const { controller } = stream
      const streamed = takeStreamedResponse(controller.signal)
      if (streamed === undefined) return stream
      const { APIError } = this.streamingClient.constructor as unknown as AnthropicClient
      const events = readMessageStream(streamed.body, {
        request,
        toError: (body) => new APIError(undefined, body, undefined, streamed.headers, getErrorType(body)),
        listener: getTokenListener(options),
        signal: options?.signal,
      })
      return Object.assign(events, { controller }) as unknown as typeof stream
    }
  }

interface AnthropicClient {
  APIError: new (
    status: undefined,
    body: unknown,
    message: undefined,
    headers: Headers,
    type: unknown,
  ) => Error
}

const getErrorType = (body: unknown): unknown =>
  (body as { error?: { type?: unknown } } | null | undefined)?.error?.type

export const makeAnthropicModel = async (
  { model, apiKey }: Extract<ModelRoute, { provider: 'anthropic' }>,
  settings: ModelSettings,
  { endpoint, fetch, timeoutMs }: ClientOptions,
): Promise<BaseChatModel> => {
  const loaded = await importAnthropic()
  const Model = makeModelClass(loaded.ChatAnthropic, endpoint)
  return new Model({
    model,
    apiKey,
    anthropicApiUrl: endpoint.url,
    ...toClientSettings(settings),
    streamUsage: true,
    maxRetries: 0,
    // Unused options are set to null: the client reads omitted options from environment variables.
    clientOptions: { authToken: null, webhookKey: null, logLevel: 'warn', timeout: timeoutMs, fetch },
  })
}
