import { STATUS_CODES } from 'node:http'
import { makeDeadline } from '../../platform/net/deadline.js'
import { fetchProblem } from '../../platform/net/fetch-error.js'
import type { JsonObject } from '../../schema/common.js'
import type { HttpTool } from '../../schema/tool.js'
import { ToolFailed } from './errors.js'
import { buildRequest } from './http-request.js'
import { makeRedact, type Redact } from './header-redactor.js'
import type { ToolSpec } from './server-tool.js'
import { placeholdersIn } from './placeholders.js'

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_ERROR_TEXT = 2_000
const TEXT =
  /^(text\/|application\/([\w.+-]*\+)?(json|xml|yaml|javascript|x-www-form-urlencoded|x-ndjson|jsonl))/i

export const httpTool = (tool: HttpTool, fetch: typeof globalThis.fetch): ToolSpec => {
  const redact = makeRedact(tool.headers ?? {})
  const host = new URL(tool.url).host
  return {
    name: tool.name,
    description: tool.description ?? '',
    parameters: parametersOf(tool),
    async run(args, signal) {
      const request = buildRequest(tool, args)
      const deadline = makeDeadline(tool.timeout_ms ?? DEFAULT_TIMEOUT_MS, signal)
      try {
        const { url, method, headers, body = null } = request
        const defaults = { accept: 'application/json, text/*;q=0.9, */*;q=0.5', 'user-agent': 'heddle' }
        const sent = { method, headers: { ...defaults, ...headers }, body, signal: deadline.signal }
        return await readAnswer(await fetch(url, { ...sent, redirect: 'manual' }), host, redact)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof ToolFailed) throw error
        throw new ToolFailed(`${host}: ${fetchProblem(error)}`)
      } finally {
        deadline.clear()
      }
    },
  }
}

/** Closed unless it says otherwise: an argument that nobody declared must not become part of the request. */
const parametersOf = ({ parameters, url, headers, query, body }: HttpTool): JsonObject => {
  if (parameters !== undefined) return { additionalProperties: false, type: 'object', ...parameters }
  const names = [...new Set(placeholdersIn([url, headers, query, body]))]
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { type: 'object', properties, required: names, additionalProperties: false }
}

const readAnswer = async (response: Response, host: string, redact: Redact): Promise<string> => {
  const { status } = response
  const name = `HTTP ${[String(status), STATUS_CODES[status]].filter(Boolean).join(' ')}`
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    throw new ToolFailed(`${host} answered ${name}; redirects are not followed`)
  }
  const type = response.headers.get('content-type') ?? 'text/plain'
  const isText = TEXT.test(type)
  if (!isText) await response.body?.cancel()
  const text = isText ? await response.text() : ''
  if (!response.ok) {
    // Before it is cut: half a secret would not be known as one.
    const safe = redact.error(text)
    const shown = safe.length > MAX_ERROR_TEXT ? `${safe.slice(0, MAX_ERROR_TEXT)}…` : safe
    throw new ToolFailed(`${host} answered ${name}${shown === '' ? '' : `: ${shown}`}`)
  }
  if (!isText) throw new ToolFailed(`${host} answered with ${type}, which is not text`)
  return text === '' ? `${name}, without content` : redact.result(text)
}
