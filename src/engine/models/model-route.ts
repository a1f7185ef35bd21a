import { AppError } from '../../errors.js'
import type { ModelSettings } from '../graphs/graph-deps.js'
import { isDemoMode, type ModelEnvironment } from './environment.js'
import { ModelNotConfigured } from './errors.js'

/** Where a call goes. */
export type Route =
  | { provider: 'demo'; slow: boolean }
  | {
      provider: 'openai'
      model: string
      /** None: OpenAI's own. */
      baseUrl?: string
      apiKey: string
      /** The endpoint was named by whoever made the assistant, not by the operator. */
      foreign: boolean
    }
  | { provider: 'anthropic'; model: string; apiKey: string }

const PREFIXED = /^(openai|anthropic|ollama):(.+)$/
const OPEN_WEIGHTS = /^(llama|mistral|mixtral|qwen|gemma|phi|deepseek|gpt-oss)/
const OPENAI_NAMES = /^(gpt-|chatgpt-|o1|o3|o4|ft:)/

/** Endpoints without authentication still want a key to be there. */
const PLACEHOLDER_KEY = 'none'

const DEFAULTS = { openai: 'gpt-4o-mini', anthropic: 'claude-sonnet-4-5', ollama: 'llama3.2' }

type Provider = keyof typeof DEFAULTS

const WHAT_TO_SET: Record<Provider, string> = {
  openai: 'set OPENAI_API_KEY or OPENAI_BASE_URL',
  anthropic: 'set ANTHROPIC_API_KEY',
  ollama: 'set OLLAMA_BASE_URL or OPENAI_BASE_URL',
}

const notConfigured = (model: string, provider: Provider): ModelNotConfigured =>
  new ModelNotConfigured(`no provider is configured for the model ${model}: ${WHAT_TO_SET[provider]}`)

const present = (value: string | undefined): string | undefined => value?.trim() || undefined

/** The address stays out of the errors: it may carry a password. */
const checkedBaseUrl = (text: string): string => {
  const refuse = (why: string) =>
    new AppError('validation_error', `base_url ${why}`, { 'config.base_url': why })
  if (!URL.canParse(text)) throw refuse('must be a URL such as https://models.example.com/v1')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refuse('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or a password')
  return text
}

const openaiRoute = (model: string, env: ModelEnvironment): Route | undefined => {
  const baseUrl = present(env.OPENAI_BASE_URL)
  const apiKey = present(env.OPENAI_API_KEY)
  if (baseUrl !== undefined) {
    return { provider: 'openai', model, baseUrl, apiKey: apiKey ?? PLACEHOLDER_KEY, foreign: false }
  }
  return apiKey === undefined ? undefined : { provider: 'openai', model, apiKey, foreign: false }
}

const anthropicRoute = (model: string, env: ModelEnvironment): Route | undefined => {
  const apiKey = present(env.ANTHROPIC_API_KEY)
  return apiKey === undefined ? undefined : { provider: 'anthropic', model, apiKey }
}

// Ollama speaks OpenAI's protocol under /v1. Its own LangChain package is passed by: on an abort it ends every call of
// the shared client, and only once the next piece of the answer has come (@langchain/ollama 1.3.0).
const ollamaRoute = (model: string, env: ModelEnvironment): Route | undefined => {
  const root = present(env.OLLAMA_BASE_URL)?.replace(/\/+$/, '')
  if (root === undefined) return undefined
  const baseUrl = root.endsWith('/v1') ? root : `${root}/v1`
  return { provider: 'openai', model, baseUrl, apiKey: PLACEHOLDER_KEY, foreign: false }
}

const ROUTES = { openai: openaiRoute, anthropic: anthropicRoute, ollama: ollamaRoute }

/** The endpoint that takes any name. */
const anyNameRoute = (model: string, env: ModelEnvironment): Route | undefined =>
  present(env.OPENAI_BASE_URL) === undefined ? ollamaRoute(model, env) : openaiRoute(model, env)

const namedRoute = (name: string, env: ModelEnvironment): Route => {
  const [, prefix, rest] = PREFIXED.exec(name) ?? []
  if (prefix !== undefined && rest !== undefined) {
    const provider = prefix as Provider
    const route = ROUTES[provider](rest, env)
    if (route === undefined) throw notConfigured(name, provider)
    return route
  }
  if (OPEN_WEIGHTS.test(name)) {
    const route = ollamaRoute(name, env) ?? anyNameRoute(name, env)
    if (route === undefined) throw notConfigured(name, 'ollama')
    return route
  }
  const provider = OPENAI_NAMES.test(name) ? 'openai' : name.startsWith('claude') ? 'anthropic' : undefined
  if (provider !== undefined) {
    const gateway = present(env.OPENAI_BASE_URL) === undefined ? undefined : openaiRoute(name, env)
    const route = ROUTES[provider](name, env) ?? gateway
    if (route === undefined) throw notConfigured(name, provider)
    return route
  }
  const route = anyNameRoute(name, env)
  if (route !== undefined) return route
  throw new ModelNotConfigured(
    `no provider is known for the model ${name}: name it with its provider (openai:${name}), or set OPENAI_BASE_URL`,
  )
}

const defaultRoute = (env: ModelEnvironment): Route => {
  const route =
    openaiRoute(DEFAULTS.openai, env) ??
    anthropicRoute(DEFAULTS.anthropic, env) ??
    ollamaRoute(DEFAULTS.ollama, env)
  if (route !== undefined) return route
  throw new ModelNotConfigured(
    'no model is named and no provider is configured: ' +
      'set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL',
  )
}

const foreignRoute = (name: string | undefined, baseUrl: string): Route => {
  if (name === undefined) {
    throw new ModelNotConfigured('base_url is set but no model is named: set config.model')
  }
  // The operator's key never goes to an endpoint that somebody else chose.
  return {
    provider: 'openai',
    model: PREFIXED.exec(name)?.[2] ?? name,
    baseUrl: checkedBaseUrl(baseUrl),
    apiKey: PLACEHOLDER_KEY,
    foreign: true,
  }
}

/** Which provider serves a model, and under which name. Throws ModelNotConfigured where none does. */
export const routeOf = (settings: ModelSettings, env: ModelEnvironment): Route => {
  const name = present(settings.model) ?? present(env.DEFAULT_MODEL)
  const demo: Route = { provider: 'demo', slow: name === 'demo:slow' }
  if (name === 'demo' || name?.startsWith('demo:') === true) {
    if (env.DEMO_MODEL !== 'off') return demo
    throw new ModelNotConfigured(`the model ${name} is turned off by DEMO_MODEL=off: name another model`)
  }
  const baseUrl = present(settings.base_url)
  // DEMO_MODEL=on is the operator's word that nothing goes out; `auto` only fills a gap.
  if (baseUrl !== undefined && env.DEMO_MODEL !== 'on') return foreignRoute(name, baseUrl)
  if (isDemoMode(env)) return demo
  return name === undefined ? defaultRoute(env) : namedRoute(name, env)
}
