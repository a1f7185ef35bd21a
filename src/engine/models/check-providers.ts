/** Checks the model providers of the settings at start, so that a mistake is reported before the first run fails. */
import { createRequire } from 'node:module'
import { resolveBuildFile } from '../../platform/package-root.js'
import { redactText } from '../../platform/log.js'
import type { ModelEnvironment } from './environment.js'

const TIMEOUT_MS = 5_000
const ANTHROPIC_PACKAGE = '@langchain/anthropic'

interface Endpoint {
  setting: 'OPENAI_BASE_URL' | 'OLLAMA_BASE_URL'
  /** With the path of the OpenAI protocol. */
  url: string
  apiKey?: string | undefined
}

/** Returns a sentence with the fix for each problem. Providers at their own addresses are not called. */
export const checkProviders = async (settings: ModelEnvironment): Promise<string[]> => {
  if (settings.DEMO_MODEL === 'on') return []
  const endpointProblems = await Promise.all(listEndpoints(settings).map(checkEndpoint))
  return [...endpointProblems, checkPackage(settings)].filter((problem) => problem !== undefined)
}

const listEndpoints = ({
  OPENAI_BASE_URL,
  OPENAI_API_KEY,
  OLLAMA_BASE_URL,
}: ModelEnvironment): Endpoint[] => {
  const openAi = OPENAI_BASE_URL?.trim().replace(/\/+$/, '')
  const ollama = OLLAMA_BASE_URL?.trim().replace(/\/+$/, '')
  return [
    ...(openAi ? [{ setting: 'OPENAI_BASE_URL' as const, url: openAi, apiKey: OPENAI_API_KEY }] : []),
    ...(ollama
      ? [{ setting: 'OLLAMA_BASE_URL' as const, url: ollama.endsWith('/v1') ? ollama : `${ollama}/v1` }]
      : []),
  ]
}

/** Every endpoint that is known lists its models at `/models`, but a gateway may not, so only clear mistakes are reported. */
const checkEndpoint = async ({ setting, url, apiKey }: Endpoint): Promise<string | undefined> => {
  const shown = redactText(url)
  try {
    const response = await fetch(`${url}/models`, {
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.status === 404 && !/\/v\d+$/.test(url))
      return `${setting}: ${shown}/models does not exist (404); the address usually ends with /v1`
    if (response.status === 401 && setting === 'OPENAI_BASE_URL')
      return `${setting}: ${shown} rejects the key (401); set OPENAI_API_KEY to a key of this endpoint`
    return undefined
  } catch (error) {
    return `${setting}: ${shown} cannot be reached (${describeFailure(error as Error)}); start the model server there, or correct ${setting}`
  }
}

/** `fetch` hides the reason in the cause, and for a name with several addresses in the errors of the cause. */
const describeFailure = ({ name, message, cause }: Error): string => {
  if (name === 'TimeoutError') return `no response in ${String(TIMEOUT_MS / 1000)} s`
  const [reason = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : []
  return reason instanceof Error ? reason.message : message
}

const checkPackage = ({ ANTHROPIC_API_KEY }: ModelEnvironment): string | undefined => {
  if (!ANTHROPIC_API_KEY?.trim()) return undefined
  try {
    createRequire(resolveBuildFile('main.js')).resolve(ANTHROPIC_PACKAGE)
    return undefined
  } catch {
    return `ANTHROPIC_API_KEY is set, but Anthropic models require a package that is not installed; run: npm install ${ANTHROPIC_PACKAGE}`
  }
}
