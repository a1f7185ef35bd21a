import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai'
import type { ModelSettings } from '../graphs/graph-deps.js'
import type { ModelRoute } from './model-route.js'

const OPENAI_URL = 'https://api.openai.com/v1'

interface ClientOptions {
  fetch: typeof fetch
  /** Longer than all attempts together: the time limits are those of `fetch`. */
  timeoutMs: number
}

/**
 * The client throws away a structured reply that is not valid JSON, before anybody has seen it. Who asked for the structure
 * reads the reply too, and may be able to mend it. (`$parseRaw` is what the client itself has for schemas of zod.)
 */
class Completions extends ChatOpenAICompletions {
  protected override _getResponseFormat(
    ...args: Parameters<ChatOpenAICompletions['_getResponseFormat']>
  ): ReturnType<ChatOpenAICompletions['_getResponseFormat']> {
    const format = super._getResponseFormat(...args)
    if (format?.type !== 'json_schema' || '$parseRaw' in format) return format
    return Object.defineProperty({ ...format }, '$parseRaw', { value: () => null })
  }
}

/** Everything is said here, `null` where it is nothing: what is left out the client reads from the environment. */
export const makeOpenAiModel = (
  { model, baseUrl, apiKey }: Extract<ModelRoute, { provider: 'openai' }>,
  settings: ModelSettings,
  { fetch, timeoutMs }: ClientOptions,
): BaseChatModel => {
  const fields = {
    model,
    apiKey,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.top_p === undefined ? {} : { topP: settings.top_p }),
    ...(settings.max_tokens === undefined ? {} : { maxTokens: settings.max_tokens }),
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
  // ChatOpenAI sends a few names (codex, the -pro models) to the Responses API, which only OpenAI itself is sure to have.
  const completions = new Completions(fields)
  return baseUrl === undefined ? new ChatOpenAI({ ...fields, completions }) : completions
}
