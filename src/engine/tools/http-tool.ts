import { STATUS_CODES } from 'node:http'
import { makeDeadline } from '../../platform/net/deadline.js'
import { describeFetchError } from '../../platform/net/fetch-error.js'
import type { JsonObject } from '../../schema/common.js'
import type { HttpTool } from '../../schema/tool.js'
import { ToolFailed } from './errors.js'
import { buildRequest } from './http-request.js'
import { makeHeaderRedactor, type HeaderRedactor } from './header-redactor.js'
import type { ToolSpec } from './server-tool.js'
import { findPlaceholders } from './placeholders.js'
import type { RunSecrets } from '../graphs/graph-deps.js'

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_ERROR_TEXT = 2_000
const TEXT_TYPE =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|yaml|javascript|x-www-form-urlencoded|x-ndjson|jsonl))/i

export const makeHttpTool = (
  tool: HttpTool,
  fetch: typeof globalThis.fetch,
  { secrets, redactSecrets }: RunSecrets,
): ToolSpec => {
  const redactor = makeHeaderRedactor(tool.headers ?? {}, redactSecrets)
  const host = new URL(tool.url).host
  return {
    name: tool.name,
    description: tool.description ?? '',
    parameters: toParameters(tool),
    async run(args, signal) {
      const request = buildRequest(tool, args, secrets)
      const deadline = makeDeadline(tool.timeout_ms ?? DEFAULT_TIMEOUT_MS, signal)
      try {
        const { url, method, headers, body = null } = request
        const defaults = { accept: 'application/json, text/*;q=0.9, */*;q=0.5', 'user-agent': 'heddle' }
        const init = { method, headers: { ...defaults, ...headers }, body, signal: deadline.signal }
        return await readResponse(await fetch(url, { ...init, redirect: 'manual' }), host, redactor)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ToolFailed) throw error
        throw new ToolFailed(`${host}: ${describeFetchError(error)}`)
      } finally {
        deadline.clear()
      }
    },
  }
}

/** Undeclared arguments are rejected by default, so that they do not become part of the request. */
const toParameters = ({ parameters, url, headers, query, body }: HttpTool): JsonObject => {
  if (parameters !== undefined) return { additionalProperties: false, type: 'object', ...parameters }
  const names = [...new Set(findPlaceholders([url, headers, query, body]))]
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { type: 'object', properties, required: names, additionalProperties: false }
}

const readResponse = async (response: Response, host: string, redactor: HeaderRedactor): Promise<string> => {
  const { status } = response
  const statusText = `HTTP ${[String(status), STATUS_CODES[status]].filter(Boolean).join(' ')}`
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new ToolFailed(`${host} returned ${statusText}; redirects are not followed`)
  }
  const type = response.headers.get('content-type') ?? 'text/plain'
  const isText = TEXT_TYPE.test(type)
  if (!isText) await response.body?.cancel()
  const text = isText ? await response.text() : ''
  if (!response.ok) {
    // Redact before truncating: a truncated secret would not be recognized.
    const redacted = redactor.redactError(text)
    const excerpt = redacted.length > MAX_ERROR_TEXT ? `${redacted.slice(0, MAX_ERROR_TEXT)}…` : redacted
    throw new ToolFailed(`${host} returned ${statusText}${excerpt === '' ? '' : `: ${excerpt}`}`)
  }
  if (!isText) throw new ToolFailed(`${host} returned ${type}, which is not text`)
  return text === '' ? `${statusText} (empty response)` : redactor.redactResult(text)
}
