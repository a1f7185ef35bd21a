/** Checks of the model providers that are configured: their endpoint can be reached and accepts the key. */
import type { Config } from '../../config.js'
import { isDemoMode } from '../../engine/models/environment.js'
import { ok, problem, warning, type CheckResult } from './check-result.js'

interface Endpoint {
  name: string
  /** Lists the models, which needs a valid key and costs nothing. */
  url: string
  headers: Record<string, string>
  keySetting: string
  urlSetting: string
}

const RESPONSE_TIMEOUT_MS = 10_000
const OPENAI_URL = 'https://api.openai.com/v1'
const ANTHROPIC_URL = 'https://api.anthropic.com/v1'

const listEndpoints = (config: Config): Endpoint[] => {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_BASE_URL } = config
  const endpoints: Endpoint[] = []
  if (OPENAI_API_KEY !== undefined || OPENAI_BASE_URL !== undefined)
    endpoints.push({
      name: 'OpenAI',
      url: `${(OPENAI_BASE_URL ?? OPENAI_URL).replace(/\/+$/, '')}/models`,
      headers: OPENAI_API_KEY === undefined ? {} : { authorization: `Bearer ${OPENAI_API_KEY}` },
      keySetting: 'OPENAI_API_KEY',
      urlSetting: 'OPENAI_BASE_URL',
    })
  if (ANTHROPIC_API_KEY !== undefined)
    endpoints.push({
      name: 'Anthropic',
      url: `${ANTHROPIC_URL}/models`,
      headers: { 'x-api-key': ANTHROPIC_API_KEY, 'anthropic-version': '2023-06-01' },
      keySetting: 'ANTHROPIC_API_KEY',
      urlSetting: 'the network',
    })
  if (OLLAMA_BASE_URL !== undefined)
    endpoints.push({
      name: 'Ollama',
      url: `${OLLAMA_BASE_URL.replace(/\/+$/, '')}/api/tags`,
      headers: {},
      keySetting: 'OLLAMA_BASE_URL',
      urlSetting: 'OLLAMA_BASE_URL',
    })
  return endpoints
}

const checkEndpoint = async ({
  name,
  url,
  headers,
  keySetting,
  urlSetting,
}: Endpoint): Promise<CheckResult> => {
  let status: number
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
    await response.body?.cancel()
    ;({ status } = response)
  } catch (error) {
    const { cause, message } = error as Error
    const { code } = (cause ?? {}) as NodeJS.ErrnoException
    return problem(
      'model',
      `${name} cannot be reached at ${url}: ${code ?? message}`,
      `start it, or correct ${urlSetting}`,
    )
  }
  if (status === 401 || status === 403)
    return problem('model', `${name} refuses the key (${String(status)})`, `correct ${keySetting}`)
  if (status === 404)
    return problem('model', `${url} does not exist`, `correct ${urlSetting}; it usually ends with /v1`)
  return status < 400
    ? ok('model', `${name} responds at ${url}`)
    : warning(
        'model',
        `${name} responds with ${String(status)} at ${url}`,
        'try again later, or look at its log',
      )
}

export const checkModels = async (config: Config): Promise<CheckResult[]> => {
  if (isDemoMode(config))
    return [
      ok('model', 'the built-in demo model is used; set OPENAI_API_KEY or OPENAI_BASE_URL for a real one'),
    ]
  const endpoints = listEndpoints(config)
  if (endpoints.length > 0) return Promise.all(endpoints.map(checkEndpoint))
  return [
    problem(
      'model',
      'no model provider is configured and DEMO_MODEL is off',
      'set OPENAI_API_KEY or OPENAI_BASE_URL',
    ),
  ]
}
