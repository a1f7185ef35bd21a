import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { makeAnthropicModel } from './anthropic.js'
import type { ModelEnvironment } from './environment.js'
import { DemoModel } from './demo/demo-model.js'
import { ModelNotConfigured } from './errors.js'
import { makeModelFetch } from './model-fetch.js'
import { moderate } from './moderation.js'
import { LRUCache } from 'lru-cache'
import { getMaxCallMs } from './retry-policy.js'
import { OPENAI_URL, resolveRoute, toEndpoint, type ModelRoute } from './model-route.js'

/** Cached model instances hold settings but no connections. */
const MAX_CACHED_MODELS = 100
const SLOW_MS_PER_TOKEN = 20

interface ModelsOptions {
  /** Sends requests to endpoints from an assistant's `config.base_url`; it can refuse targets. */
  assistantEndpointFetch?: typeof fetch
}

export const makeModels = (env: ModelEnvironment, { assistantEndpointFetch }: ModelsOptions = {}) => {
  const limits = { timeoutSeconds: env.MODEL_TIMEOUT_SECONDS, maxRetries: env.MODEL_MAX_RETRIES }
  const timeoutMs = getMaxCallMs(env.MODEL_TIMEOUT_SECONDS, env.MODEL_MAX_RETRIES)
  const operatorClient = { timeoutMs, fetch: makeModelFetch(limits) }
  const assistantClient = { timeoutMs, fetch: makeModelFetch({ ...limits, fetch: assistantEndpointFetch }) }
  const cache = new LRUCache<string, Promise<BaseChatModel>>({ max: MAX_CACHED_MODELS })

  const createModel = async (route: ModelRoute, settings: ModelSettings): Promise<BaseChatModel> => {
    switch (route.provider) {
      case 'demo':
        return new DemoModel({ maxTokens: settings.max_tokens, delayMs: route.slow ? SLOW_MS_PER_TOKEN : 0 })
      case 'openai':
        // Imported on first use: loading it takes a fifth of the start-up time of an executor thread.
        return (await import('./openai.js')).makeOpenAiModel(route, settings, {
          ...(route.isAssistantEndpoint ? assistantClient : operatorClient),
          endpoint: toEndpoint(route, env),
        })
      case 'anthropic':
        return makeAnthropicModel(route, settings, { ...operatorClient, endpoint: toEndpoint(route, env) })
    }
  }

  return {
    /** Throws ModelNotConfigured if no provider serves the model. */
    async chatModel(settings: ModelSettings): Promise<BaseChatModel> {
      const route = resolveRoute(settings, env)
      const { temperature, max_tokens, top_p } = settings
      const key = JSON.stringify([route, temperature, max_tokens, top_p])
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const created = createModel(route, settings)
      cache.set(key, created)
      created.catch(() => cache.delete(key))
      return created
    },

    /** Calls the moderation endpoint of the operator's provider. */
    moderate(model: string, text: string, categories: readonly string[], signal: AbortSignal) {
      const route = resolveRoute({ model: model.startsWith('openai:') ? model : `openai:${model}` }, env)
      if (route.provider !== 'openai')
        throw new ModelNotConfigured(`no provider is configured for the model ${model}`)
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
