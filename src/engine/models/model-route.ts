import { AppError } from '../../errors.js'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { isDemoMode, type ModelEnvironment } from './environment.js'
import { ModelNotConfigured } from './errors.js'

/** Where a call goes. */
export type ModelRoute =
  | { provider: 'demo'; slow: boolean }
  | {
      provider: 'openai'
      model: string
      /** None: OpenAI's own. */
      baseUrl?: string
      apiKey: string
      /** The endpoint was named by whoever made the assistant, not by the operator. */
      isAssistantEndpoint: boolean
    }
  | { provider: 'anthropic'; model: string; apiKey: string }

const PROVIDER_PREFIX = /^(openai|anthropic|ollama):(.+)$/
const OPEN_WEIGHT_NAMES = /^(llama|mistral|mixtral|qwen|gemma|phi|deepseek|gpt-oss)/
const OPENAI_NAMES = /^(gpt-|chatgpt-|o1|o3|o4|ft:)/

/** Endpoints without authentication still want a key to be there. */
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

/** The address stays out of the errors: it may carry a password. */
const validateBaseUrl = (text: string): string => {
  const invalidBaseUrl = (reason: string) =>
    new AppError('validation_error', `base_url ${reason}`, { 'config.base_url': reason })
  if (!URL.canParse(text)) throw invalidBaseUrl('must be a URL such as https://models.example.com/v1')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalidBaseUrl('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '')
    throw invalidBaseUrl('must not contain a user name or a password')
  return text
}

const toOpenAiRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined => {
  const baseUrl = trimToUndefined(env.OPENAI_BASE_URL)
  const apiKey = trimToUndefined(env.OPENAI_API_KEY)
  if (baseUrl !== undefined) {
    return { provider: 'openai', model, baseUrl, apiKey: apiKey ?? PLACEHOLDER_KEY, isAssistantEndpoint: false }
  }
  return apiKey === undefined ? undefined : { provider: 'openai', model, apiKey, isAssistantEndpoint: false }
}

const toAnthropicRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined => {
  const apiKey = trimToUndefined(env.ANTHROPIC_API_KEY)
  return apiKey === undefined ? undefined : { provider: 'anthropic', model, apiKey }
}

// Ollama speaks OpenAI's protocol under /v1. Its own LangChain package is passed by: on an abort it ends every call of
// the shared client, and only once the next piece of the answer has come (@langchain/ollama 1.3.0).
const toOllamaRoute = (model: string, env: ModelEnvironment): ModelRoute | undefined => {
  const root = trimToUndefined(env.OLLAMA_BASE_URL)?.replace(/\/+$/, '')
  if (root === undefined) return undefined
  const baseUrl = root.endsWith('/v1') ? root : `${root}/v1`
  return { provider: 'openai', model, baseUrl, apiKey: PLACEHOLDER_KEY, isAssistantEndpoint: false }
}

const ROUTE_BUILDERS = { openai: toOpenAiRoute, anthropic: toAnthropicRoute, ollama: toOllamaRoute }

/** The endpoint that takes any name. */
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
  // The operator's key never goes to an endpoint that somebody else chose.
  return {
    provider: 'openai',
    model: PROVIDER_PREFIX.exec(name)?.[2] ?? name,
    baseUrl: validateBaseUrl(baseUrl),
    apiKey: PLACEHOLDER_KEY,
    isAssistantEndpoint: true,
  }
}

/** Which provider serves a model, and under which name. Throws ModelNotConfigured where none does. */
export const resolveRoute = (settings: ModelSettings, env: ModelEnvironment): ModelRoute => {
  const name = trimToUndefined(settings.model) ?? trimToUndefined(env.DEFAULT_MODEL)
  const demo: ModelRoute = { provider: 'demo', slow: name === 'demo:slow' }
  if (name === 'demo' || name?.startsWith('demo:') === true) {
    if (env.DEMO_MODEL !== 'off') return demo
    throw new ModelNotConfigured(`the model ${name} is turned off by DEMO_MODEL=off: name another model`)
  }
  const baseUrl = trimToUndefined(settings.base_url)
  // DEMO_MODEL=on is the operator's word that nothing goes out; `auto` only fills a gap.
  if (baseUrl !== undefined && env.DEMO_MODEL !== 'on') return toAssistantEndpointRoute(name, baseUrl)
  if (isDemoMode(env)) return demo
  return name === undefined ? getDefaultRoute(env) : findRouteByName(name, env)
}
