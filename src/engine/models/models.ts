import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { makeAnthropic } from './anthropic.js'
import type { ModelEnvironment } from './environment.js'
import { DemoModel } from './demo/demo-model.js'
import { ModelNotConfigured } from './errors.js'
import { makeModelFetch } from './model-fetch.js'
import { moderate } from './moderation.js'
import { makeRecent } from '../../platform/lru-cache.js'
import { longestCallMs } from './retry-policy.js'
import { routeOf, type Route } from './model-route.js'

/** Instances kept: they hold no connection of their own, only settings. */
const KEPT = 100
const SLOW_MS_PER_TOKEN = 20
const OPENAI_URL = 'https://api.openai.com/v1'

interface Outside {
  /** Makes the requests to the endpoints that assistants name themselves (`base_url`); it may refuse targets. */
  foreignFetch?: typeof fetch
}

export const makeModels = (env: ModelEnvironment, { foreignFetch }: Outside = {}) => {
  const limits = { timeoutSeconds: env.MODEL_TIMEOUT_SECONDS, maxRetries: env.MODEL_MAX_RETRIES }
  const timeoutMs = longestCallMs(env.MODEL_TIMEOUT_SECONDS, env.MODEL_MAX_RETRIES)
  const ours = { timeoutMs, fetch: makeModelFetch(limits) }
  const foreign = { timeoutMs, fetch: makeModelFetch({ ...limits, fetch: foreignFetch }) }
  const kept = makeRecent<Promise<BaseChatModel>>(KEPT)

  const make = async (route: Route, settings: ModelSettings): Promise<BaseChatModel> => {
    switch (route.provider) {
      case 'demo':
        return new DemoModel({ maxTokens: settings.max_tokens, delayMs: route.slow ? SLOW_MS_PER_TOKEN : 0 })
      case 'openai':
        // Loaded when it is needed: it takes a fifth of the time in which an executor comes up.
        return (await import('./openai.js')).makeOpenAi(route, settings, route.foreign ? foreign : ours)
      case 'anthropic':
        return makeAnthropic(route, settings, ours)
    }
  }

  return {
    /** Throws ModelNotConfigured where no provider serves the model. */
    async chatModel(settings: ModelSettings): Promise<BaseChatModel> {
      const route = routeOf(settings, env)
      const { temperature, max_tokens, top_p } = settings
      const key = JSON.stringify([route, temperature, max_tokens, top_p])
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = make(route, settings)
      kept.set(key, made)
      made.catch(() => kept.remove(key))
      return made
    },

    /** Asks the moderation endpoint of the operator's provider. */
    moderate(model: string, text: string, categories: readonly string[], signal: AbortSignal) {
      const route = routeOf({ model: model.startsWith('openai:') ? model : `openai:${model}` }, env)
      if (route.provider !== 'openai') throw new ModelNotConfigured(`no provider is configured for ${model}`)
      const endpoint = { baseUrl: route.baseUrl ?? OPENAI_URL, apiKey: route.apiKey, fetch: ours.fetch }
      return moderate(endpoint, model, text, categories, signal)
    },
  }
}

export type Models = ReturnType<typeof makeModels>
