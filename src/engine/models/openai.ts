import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { toClientSettings } from './client-settings.js'
import { OPENAI_URL, type ModelRoute } from './model-route.js'

interface ClientOptions {
  fetch: typeof fetch
  /** Longer than all attempts together, because `fetch` enforces the actual timeouts. */
  timeoutMs: number
}

/**
 * The client discards a structured output that is not valid JSON. Callers of Heddle parse the raw output themselves and may
 * be able to repair it, so parsing is turned off here. (`$parseRaw` is the client's own hook for zod schemas.)
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

/** All options are set explicitly, unused ones to null: the client reads omitted options from environment variables. */
export const makeOpenAiModel = (
  { model, baseUrl, apiKey }: Extract<ModelRoute, { provider: 'openai' }>,
  settings: ModelSettings,
  { fetch, timeoutMs }: ClientOptions,
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
  // ChatOpenAI uses the Responses API for some models (codex, the -pro models); compatible endpoints may not implement it.
  const completions = new Completions(fields)
  return baseUrl === undefined ? new ChatOpenAI({ ...fields, completions }) : completions
}
