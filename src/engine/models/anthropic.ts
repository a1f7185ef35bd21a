import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { toClientSettings } from './client-settings.js'
import { ModelNotConfigured } from './errors.js'
import type { ModelRoute } from './model-route.js'

const ANTHROPIC_URL = 'https://api.anthropic.com'

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

export const makeAnthropicModel = async (
  { model, apiKey }: Extract<ModelRoute, { provider: 'anthropic' }>,
  settings: ModelSettings,
  { fetch, timeoutMs }: { fetch: typeof globalThis.fetch; timeoutMs: number },
): Promise<BaseChatModel> => {
  const { ChatAnthropic } = await importAnthropic()
  return new ChatAnthropic({
    model,
    apiKey,
    anthropicApiUrl: ANTHROPIC_URL,
    ...toClientSettings(settings),
    streamUsage: true,
    maxRetries: 0,
    // Unused options are set to null: the client reads omitted options from environment variables.
    clientOptions: { authToken: null, webhookKey: null, logLevel: 'warn', timeout: timeoutMs, fetch },
  })
}
