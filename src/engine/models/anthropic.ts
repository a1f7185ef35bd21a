import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { ModelNotConfigured } from './errors.js'
import type { ModelRoute } from './model-route.js'

const ANTHROPIC_URL = 'https://api.anthropic.com'

/** The package is optional: it is looked for when a model of Anthropic is first used. */
const importAnthropic = async () => {
  try {
    return await import('@langchain/anthropic')
  } catch (cause) {
    throw new ModelNotConfigured(
      'the models of Anthropic need a package that is not there: install @langchain/anthropic',
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
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.top_p === undefined ? {} : { topP: settings.top_p }),
    ...(settings.max_tokens === undefined ? {} : { maxTokens: settings.max_tokens }),
    streamUsage: true,
    maxRetries: 0,
    // `null` where it is nothing: what is left out the client reads from the environment.
    clientOptions: { authToken: null, webhookKey: null, logLevel: 'warn', timeout: timeoutMs, fetch },
  })
}
