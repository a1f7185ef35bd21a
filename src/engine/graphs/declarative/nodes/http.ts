import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { Scope } from '../../../../domain/graph-schema/expressions.js'
import { replaceReferences } from '../../../../domain/secrets/references.js'
import { compileText, compileValue, toText } from '../../../../domain/graph-schema/templates.js'
import { makeDeadline } from '../../../../platform/net/deadline.js'
import { describeFetchError } from '../../../../platform/net/fetch-error.js'
import type { HttpStep } from '../../../../schema/graph-schema.js'
import { parseJsonOrText } from '../parse-json.js'
import { getTaskId, type Step, type StepContext } from '../step.js'

class StatusError extends Error {
  constructor(readonly status: number) {
    super(`the server responded with status ${String(status)}`)
  }
}

export const makeHttp = (step: HttpStep, { deps, expressions }: StepContext): Step => {
  const { secrets } = deps
  const insertSecrets = (text: string): string => replaceReferences(text, secrets)
  const url = compileText(step.url, expressions, {
    format: (value, position) => (position === 0 ? toText(value) : encodeURIComponent(toText(value))),
    formatLiteral: (text) => replaceReferences(text, secrets, encodeURIComponent),
  })
  const query = compileValue(step.query ?? {}, expressions, insertSecrets)
  const headers = compileValue(step.headers ?? {}, expressions, insertSecrets)
  const body = step.body === undefined ? undefined : compileValue(step.body, expressions, insertSecrets)
  const method = step.method ?? (body === undefined ? 'GET' : 'POST')

  const buildRequest = (scope: Scope, config: LangGraphRunnableConfig): [URL, RequestInit] => {
    const target = parseUrl(url(scope))
    for (const [name, value] of Object.entries(query(scope) as object)) {
      if (value !== null) target.searchParams.append(name, toText(value))
    }
    const requestHeaders = new Headers()
    for (const [name, value] of Object.entries(headers(scope) as object))
      setHeader(requestHeaders, name, toText(value))
    const content = body?.(scope)
    if (body !== undefined && typeof content !== 'string' && !requestHeaders.has('content-type')) {
      requestHeaders.set('content-type', 'application/json')
    }
    // The task id stays the same after a crash, so the server can detect a repeated request.
    if (method !== 'GET' && method !== 'HEAD' && !requestHeaders.has('idempotency-key')) {
      requestHeaders.set('idempotency-key', getTaskId(config))
    }
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return [target, { method, headers: requestHeaders, ...(body !== undefined && { body: text }) }]
  }

  return async ({ scope }, config) => {
    const [target, init] = buildRequest(scope, config)
    const deadline = makeDeadline(step.timeout_ms ?? 30_000, config.signal)
    try {
      // Following a redirect could send headers with secrets to another host.
      const response = await deps.fetch(target, { ...init, redirect: 'manual', signal: deadline.signal })
      // The server can repeat the credentials of the request in its response.
      const value = {
        status: response.status,
        headers: Object.fromEntries(
          [...response.headers].map(([name, text]) => [name, deps.redactSecrets(text)]),
        ),
        body: await readBody(response, deps.redactSecrets),
      }
      if (step.fail_on_error === true && value.status >= 400) throw new StatusError(value.status)
      return { value }
    } catch (error) {
      if (error instanceof StatusError || config.signal?.aborted === true) throw error
      const message = `${method} ${target.origin}${target.pathname}: ${describeFetchError(error)}`
      throw new Error(deps.redactSecrets(message), { cause: error })
    } finally {
      deadline.clear()
    }
  }
}

/** The original error of Headers contains the value, which may be a secret. */
const setHeader = (headers: Headers, name: string, value: string): void => {
  try {
    headers.set(name, value)
  } catch {
    throw new Error(`headers/${name} is not a valid header`)
  }
}

const parseUrl = (text: string): URL => {
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new Error(`${text.replace(/[?#].*/s, '')} is not an http or https URL`)
  return new URL(text)
}

const readBody = async (response: Response, redact: (text: string) => string): Promise<unknown> => {
  const text = redact(await response.text())
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '') ? parseJsonOrText(text) : text
}
