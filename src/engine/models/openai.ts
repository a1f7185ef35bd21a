import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatOpenAI, ChatOpenAICompletions, OpenAIClient } from '@langchain/openai'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { findTraceparent, runWithTraceparent, streamWithTraceparent } from '../outgoing-trace.js'
import { toClientSettings } from './client-settings.js'
import { readCompletionStream } from './client/openai-stream.js'
import {
  asStreamed,
  findTokenListener,
  getTokenListener,
  notifyOfChunks,
  withTokenListener,
} from './client/token-listener.js'
import { withEndpoint, type ModelEndpoint } from './model-failure.js'
import { takeStreamedResponse } from './model-fetch.js'
import { OPENAI_URL, type ModelRoute } from './model-route.js'

interface ClientOptions {
  endpoint: ModelEndpoint
  fetch: typeof fetch
  /** Longer than all attempts together, because `fetch` enforces the actual timeouts. */
  timeoutMs: number
}

type CompletionWithRetry = ChatOpenAICompletions['completionWithRetry']

/** LangChain builds the request and the final message; the stream between them is read by client/openai-stream.ts. */
class Completions extends ChatOpenAICompletions {
  constructor(
    fields: ConstructorParameters<typeof ChatOpenAICompletions>[0],
    private readonly endpoint: ModelEndpoint,
  ) {
    super(fields)
  }

  override async *_streamIterator(...[input, options]: Parameters<ChatOpenAICompletions['_streamIterator']>) {
    yield* super._streamIterator(input, asStreamed(options))
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
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
      throw withEndpoint(error, this.endpoint)
    }
  }

  override _generate(...args: Parameters<ChatOpenAICompletions['_generate']>) {
    return runWithTraceparent(findTraceparent(args[2]), () => super._generate(...args))
  }

  override completionWithRetry = (async (
    request: { stream?: boolean | null },
    options?: OpenAIClient.RequestOptions,
  ) => {
    const response: unknown = await super
      .completionWithRetry(request as never, options)
      .catch((error: unknown) => {
        throw withEndpoint(error, this.endpoint)
      })
    if (request.stream !== true) return response
    const { controller } = response as { controller: AbortController }
    const streamed = takeStreamedResponse(controller.signal)
    if (streamed === undefined) return response
    return readCompletionStream(streamed.body, {
      toError: (error) => new OpenAIClient.APIError(undefined, error, undefined, streamed.headers),
      listener: getTokenListener(options),
      signal: options?.signal,
    })
  }) as CompletionWithRetry

  /**
   * The client discards a structured output that is not valid JSON. Callers of Heddle parse the raw output themselves and may
   * be able to repair it, so parsing is turned off here. (`$parseRaw` is the client's own hook for zod schemas.)
   */
  protected override _getResponseFormat(
    ...args: Parameters<ChatOpenAICompletions['_getResponseFormat']>
  ): ReturnType<ChatOpenAICompletions['_getResponseFormat']> {
    const format = super._getResponseFormat(...args)
    if (format?.type !== 'json_schema' || '$parseRaw' in format) return format
    return Object.defineProperty({ ...format }, '$parseRaw', { value: () => null })
  }
}

/** Uses the Responses API for some models (codex, the -pro models), whose stream is read by LangChain. */
class OpenAiModel extends ChatOpenAI {
  // LangChain names a model in events after its class.
  static {
    Object.defineProperty(this, 'name', { value: ChatOpenAI.name })
  }

  constructor(
    fields: ConstructorParameters<typeof ChatOpenAI>[0],
    private readonly endpoint: ModelEndpoint,
  ) {
    super(fields)
  }

  override async *_streamIterator(...[input, options]: Parameters<ChatOpenAI['_streamIterator']>) {
    yield* super._streamIterator(input, asStreamed(options))
  }

  override async *_streamResponseChunks(...args: Parameters<ChatOpenAI['_streamResponseChunks']>) {
    try {
      yield* super._streamResponseChunks(...args)
    } catch (error) {
      throw withEndpoint(error, this.endpoint)
    }
  }
}

/** All options are set explicitly, unused ones to null: the client reads omitted options from environment variables. */
export const makeOpenAiModel = (
  { model, baseUrl, apiKey }: Extract<ModelRoute, { provider: 'openai' }>,
  settings: ModelSettings,
  { endpoint, fetch, timeoutMs }: ClientOptions,
): BaseChatModel => {
  const fields = {
    model,
    apiKey,
    ...toClientSettings(settings),
    streamUsage: true,
    maxRetries: 0,
    timeout: timeoutMs,
    configuration: {
      baseURL: baseUrl ?? OPENAI_URL,
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: 'warn' as const,
      fetch,
    },
  }
  // Compatible endpoints may not implement the Responses API.
  const completions = new Completions(fields, endpoint)
  return baseUrl === undefined ? new OpenAiModel({ ...fields, completions }, endpoint) : completions
}
