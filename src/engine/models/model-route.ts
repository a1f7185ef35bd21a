import { AppError } from '../../errors.js'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { isDemoMode, type ModelEnvironment } from './environment.js'
import { ModelNotConfigured } from './errors.js'
import type { ModelEndpoint } from './model-failure.js'

export const OPENAI_URL = 'https://api.openai.com/v1'
const ANTHROPIC_URL = 'https://api.anthropic.com'

/** The provider, model name and credentials of a call. */
export type ModelRoute =
  | { provider: 'demo'; slow: boolean }
  | {
      provider: 'openai'
      model: string
      /** Undefined for OpenAI's own endpoint. */
      baseUrl?: string
      apiKey: string
      /** True if the endpoint comes from the assistant's `config.base_url`, not from the operator's settings. */
      isAssistantEndpoint: boolean
    }
  | { provider: 'anthropic'; model: string; apiKey: string }

const PROVIDER_PREFIX = /^(openai|anthropic|ollama):(.+)$/
const OPEN_WEIGHT_NAMES = /^(llama|mistral|mixtral|qwen|gemma|phi|deepseek|gpt-oss)/
const OPENAI_NAMES = /^(gpt-|chatgpt-|o1|o3|o4|ft:)/

/** The clients require a key even for endpoints without authentication. */
const PLACEHOLDER_KEY = 'none'

const DEFAULT_MODELS = { openai: 'gpt-4o-mini', anthropic: 'claude-sonnet-4-5', ollama: 'llama3.2' }

type Provider = keyof typeof DEFAULT_MODELS

const SETUP_HINTS: Record<Provider, string> = {
  openai: 'set OPENAI_API_KEY or OPENAI_BASE_URL',
  anthropic: 'set ANTHROPIC_API_KEY',
  ollama: 'set OLLAMA_BASE_URL or OPENAI_BASE_URL',
}

const toNotConfiguredError = (model: string, provider: Provider): ModelNotConfigured =>
  new ModelNotConfigured(`no provider is configured for the model ${model}: ${SETUP_HINTS[provider]}`)

const trimToUndefined = (value: string | undefined): string | undefined => value?.trim() || undefined

/** The error does not contain the URL, because the URL can contain a password. */
const validateBaseUrl = (text: string): string => {
  const invalidBaseUrl = (reason: string) =>
    new AppError('validation_error', `base_url ${reason}`, { 'config.base_url': reason })
  if (!URL.canParse(text)) throw invalidBaseUrl('must be a URL such as https://models.example.com/v1')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalidBaseUrl('must start with http:// or https://')
  if (url.username !== '' || url.password !== '')
    throw invalidBaseUrl('must not contain a user name or a password')
  return text
}

const toOpenAiRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined => {
  const baseUrl = trimToUndefined(env.OPENAI_BASE_URL)
  const apiKey = trimToUndefined(env.OPENAI_API_KEY)
  if (baseUrl !== undefined) {
    return {
      provider: 'openai',
      model,
      baseUrl,
      apiKey: apiKey ?? PLACEHOLDER_KEY,
      isAssistantEndpoint: false,
    }
  }
  return apiKey === undefined ? undefined : { provider: 'openai', model, apiKey, isAssistantEndpoint: false }
}

const toAnthropicRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined => {
  const apiKey = trimToUndefined(env.ANTHROPIC_API_KEY)
  return apiKey === undefined ? undefined : { provider: 'anthropic', model, apiKey }
}

// Ollama serves the OpenAI protocol under /v1. @langchain/ollama 1.3.0 is not used: an abort ends all calls of the shared
// client, and only after the next chunk has arrived.
const toOllamaRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined => {
  const root = trimToUndefined(env.OLLAMA_BASE_URL)?.replace(/\/+$/, '')
  if (root === undefined) return undefined
  const baseUrl = root.endsWith('/v1') ? root : `${root}/v1`
  return { provider: 'openai', model, baseUrl, apiKey: PLACEHOLDER_KEY, isAssistantEndpoint: false }
}

const ROUTE_BUILDERS = { openai: toOpenAiRoute, anthropic: toAnthropicRoute, ollama: toOllamaRoute }

/** The endpoint that accepts any model name: an OpenAI-compatible gateway or Ollama. */
const toAnyModelRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined =>
  trimToUndefined(env.OPENAI_BASE_URL) === undefined ? toOllamaRoute(model, env) : toOpenAiRoute(model, env)

const findRouteByName = (name: string, env: ModelEnvironment): ModelRoute => {
  const [, prefix, rest] = PROVIDER_PREFIX.exec(name) ?? []
  if (prefix !== undefined && rest !== undefined) {
    const provider = prefix as Provider
    const route = ROUTE_BUILDERS[provider](rest, env)
    if (route === undefined) throw toNotConfiguredError(name, provider)
    return route
  }
  if (OPEN_WEIGHT_NAMES.test(name)) {
    const route = toOllamaRoute(name, env) ?? toAnyModelRoute(name, env)
    if (route === undefined) throw toNotConfiguredError(name, 'ollama')
    return route
  }
  const provider = OPENAI_NAMES.test(name) ? 'openai' : name.startsWith('claude') ? 'anthropic' : undefined
  if (provider !== undefined) {
    const gateway = trimToUndefined(env.OPENAI_BASE_URL) === undefined ? undefined : toOpenAiRoute(name, env)
    const route = ROUTE_BUILDERS[provider](name, env) ?? gateway
    if (route === undefined) throw toNotConfiguredError(name, provider)
    return route
  }
  const route = toAnyModelRoute(name, env)
  if (route !== undefined) return route
  throw new ModelNotConfigured(
    `no provider is known for the model ${name}: name it with its provider (openai:${name}), or set OPENAI_BASE_URL`,
  )
}

const getDefaultRoute = (env: ModelEnvironment): ModelRoute => {
  const route =
    toOpenAiRoute(DEFAULT_MODELS.openai, env) ??
    toAnthropicRoute(DEFAULT_MODELS.anthropic, env) ??
    toOllamaRoute(DEFAULT_MODELS.ollama, env)
  if (route !== undefined) return route
  throw new ModelNotConfigured(
    'no model is named and no provider is configured: ' +
      'set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL',
  )
}

const toAssistantEndpointRoute = (name: string | undefined, baseUrl: string): ModelRoute => {
  if (name === undefined) {
    throw new ModelNotConfigured('base_url is set but no model is named: set config.model')
  }
  // The operator's key is never sent to an endpoint that an assistant names.
  return {
    provider: 'openai',
    model: PROVIDER_PREFIX.exec(name)?.[2] ?? name,
    baseUrl: validateBaseUrl(baseUrl),
    apiKey: PLACEHOLDER_KEY,
    isAssistantEndpoint: true,
  }
}

/** Selects the provider for a model. Throws ModelNotConfigured if no provider serves it. */
export const resolveRoute = (settings: ModelSettings, env: ModelEnvironment): ModelRoute => {
  const name = trimToUndefined(settings.model) ?? trimToUndefined(env.DEFAULT_MODEL)
  const demo: ModelRoute = { provider: 'demo', slow: name === 'demo:slow' }
  if (name === 'demo' || name?.startsWith('demo:') === true) {
    if (env.DEMO_MODEL !== 'off') return demo
    throw new ModelNotConfigured(`the model ${name} is turned off by DEMO_MODEL=off: name another model`)
  }
  const baseUrl = trimToUndefined(settings.base_url)
  // With DEMO_MODEL=on no request leaves the process; `auto` uses the demo model only if no endpoint is configured.
  if (baseUrl !== undefined && env.DEMO_MODEL !== 'on') return toAssistantEndpointRoute(name, baseUrl)
  if (isDemoMode(env)) return demo
  return name === undefined ? getDefaultRoute(env) : findRouteByName(name, env)
}

/** Where the calls of a route go, and which settings decide it. */
export const toEndpoint = (
  route: Exclude<ModelRoute, { provider: 'demo' }>,
  env: ModelEnvironment,
): ModelEndpoint => {
  const { model } = route
  if (route.provider === 'anthropic') return { url: ANTHROPIC_URL, model, keySetting: 'ANTHROPIC_API_KEY' }
  const { baseUrl } = route
  if (baseUrl === undefined) return { url: OPENAI_URL, model, keySetting: 'OPENAI_API_KEY' }
  if (route.isAssistantEndpoint) return { url: baseUrl, model, urlSetting: 'config.base_url' }
  return baseUrl === trimToUndefined(env.OPENAI_BASE_URL)
    ? { url: baseUrl, model, urlSetting: 'OPENAI_BASE_URL', keySetting: 'OPENAI_API_KEY' }
    : { url: baseUrl, model, urlSetting: 'OLLAMA_BASE_URL' }
}
