import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { makeAnthropicModel } from './anthropic.js'
import type { ModelEnvironment } from './environment.js'
import { DemoModel } from './demo/demo-model.js'
import { ModelNotConfigured } from './errors.js'
import { makeModelFetch } from './model-fetch.js'
import { moderate } from './moderation.js'
import { makeLruCache } from '../../platform/lru-cache.js'
import { getMaxCallMs } from './retry-policy.js'
import { resolveRoute, type ModelRoute } from './model-route.js'

/** Instances kept: they hold no connection of their own, only settings. */
const MAX_CACHED_MODELS = 100
const SLOW_MS_PER_TOKEN = 20
const OPENAI_URL = 'https://api.openai.com/v1'

interface ModelsOptions {
  /** Makes the requests to the endpoints that assistants name themselves (`base_url`); it may refuse targets. */
  assistantEndpointFetch?: typeof fetch
}

export const makeModels = (env: ModelEnvironment, { assistantEndpointFetch }: ModelsOptions = {}) => {
  const limits = { timeoutSeconds: env.MODEL_TIMEOUT_SECONDS, maxRetries: env.MODEL_MAX_RETRIES }
  const timeoutMs = getMaxCallMs(env.MODEL_TIMEOUT_SECONDS, env.MODEL_MAX_RETRIES)
  const operatorClient = { timeoutMs, fetch: makeModelFetch(limits) }
  const assistantClient = { timeoutMs, fetch: makeModelFetch({ ...limits, fetch: assistantEndpointFetch }) }
  const cache = makeLruCache<Promise<BaseChatModel>>(MAX_CACHED_MODELS)

  const createModel = async (route: ModelRoute, settings: ModelSettings): Promise<BaseChatModel> => {
    switch (route.provider) {
      case 'demo':
        return new DemoModel({ maxTokens: settings.max_tokens, delayMs: route.slow ? SLOW_MS_PER_TOKEN : 0 })
      case 'openai':
        // Loaded when it is needed: it takes a fifth of the time in which an executor comes up.
        return (await import('./openai.js')).makeOpenAiModel(
          route,
          settings,
          route.isAssistantEndpoint ? assistantClient : operatorClient,
        )
      case 'anthropic':
        return makeAnthropicModel(route, settings, operatorClient)
    }
  }

  return {
    /** Throws ModelNotConfigured where no provider serves the model. */
    async chatModel(settings: ModelSettings): Promise<BaseChatModel> {
      const route = resolveRoute(settings, env)
      const { temperature, max_tokens, top_p } = settings
      const key = JSON.stringify([route, temperature, max_tokens, top_p])
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const created = createModel(route, settings)
      cache.set(key, created)
      created.catch(() => cache.remove(key))
      return created
    },

    /** Asks the moderation endpoint of the operator's provider. */
    moderate(model: string, text: string, categories: readonly string[], signal: AbortSignal) {
      const route = resolveRoute({ model: model.startsWith('openai:') ? model : `openai:${model}` }, env)
      if (route.provider !== 'openai') throw new ModelNotConfigured(`no provider is configured for ${model}`)
      const endpoint = {
        baseUrl: route.baseUrl ?? OPENAI_URL,
        apiKey: route.apiKey,
        fetch: operatorClient.fetch,
      }
      return moderate(endpoint, model, text, categories, signal)
    },
  }
}

export type Models = ReturnType<typeof makeModels>
