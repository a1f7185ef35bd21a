/**
 * Why a model call failed: the error code of its run, and a message with the endpoint and the setting to change.
 *
 * The errors of the providers' clients are not replaced, because LangGraph decides by their properties whether it executes a node again.
 * The endpoint of a call is recorded beside its error instead. Errors of models that a project creates have no record; they get a code
 * if they are recognizable, and keep their message.
 */
import type { RunFailureCode } from '../../schema/run.js'
import { isNetworkError } from './retry-policy.js'

type ModelFailureCode = Extract<RunFailureCode, `model_${string}`>

export interface ModelEndpoint {
  url: string
  model: string
  /** What sets the URL; undefined for a provider's own address. */
  urlSetting?: string
  /** The setting with the key; undefined if no key is sent. */
  keySetting?: string
}

interface ModelFailure {
  code: ModelFailureCode
  /** Undefined: the message of the error is kept. */
  message?: string
}

interface ProviderError {
  name?: unknown
  message?: unknown
  code?: unknown
  status?: unknown
  lc_error_code?: unknown
  cause?: unknown
}

const endpoints = new WeakMap<object, ModelEndpoint>()

/** Records where a call failed, and returns the error to throw. */
export const withEndpoint = (error: unknown, endpoint: ModelEndpoint): unknown => {
  if (typeof error === 'object' && error !== null && !endpoints.has(error)) endpoints.set(error, endpoint)
  return error
}

/** Returns undefined if a model call is not, or not recognizably, the cause. */
export const findModelFailure = (error: unknown): ModelFailure | undefined => {
  try {
    if (typeof error !== 'object' || error === null) return undefined
    const recorded = findRecorded(error)
    if (recorded === undefined) return isProviderError(error) ? toFailure(classify(error)) : undefined
    const code = classify(recorded.error)
    return toFailure(code, code && describeFailure(code, recorded.error, recorded.endpoint))
  } catch {
    // A project can throw an object whose properties throw.
    return undefined
  }
}

const toFailure = (code: ModelFailureCode | undefined, message?: string): ModelFailure | undefined =>
  code && { code, ...(message !== undefined && { message }) }

/** The node of a declarative graph throws an error of its own, with that of the model as its cause. */
const findRecorded = (error: unknown): { error: ProviderError; endpoint: ModelEndpoint } | undefined => {
  if (typeof error !== 'object' || error === null) return undefined
  const endpoint = endpoints.get(error)
  return endpoint === undefined ? findRecorded((error as ProviderError).cause) : { error, endpoint }
}

const CODES_BY_STATUS: Record<number, ModelFailureCode> = {
  401: 'model_auth_failed',
  403: 'model_auth_failed',
  404: 'model_not_found',
  429: 'model_rate_limited',
}

const classify = (error: ProviderError): ModelFailureCode | undefined => {
  const status = Number(error.status)
  if (error.code === 'model_not_found') return 'model_not_found'
  if (status in CODES_BY_STATUS) return CODES_BY_STATUS[status]
  return status >= 500 || isTimeout(error) || findNetworkError(error) !== undefined
    ? 'model_unavailable'
    : undefined
}

const isTimeout = ({ name, code }: ProviderError): boolean =>
  name === 'TimeoutError' || code === 'model_timeout'

/** The error with the code of the network, which the clients hide in a chain of causes. */
const findNetworkError = (error: unknown): Error | undefined => {
  if (!(error instanceof Error)) return undefined
  return isNetworkError(error) ? (error.cause as Error) : findNetworkError(error.cause)
}

/** LangChain sets these codes. The clients of OpenAI and Anthropic derive their errors from a class APIError each. */
const LANGCHAIN_CODES = new Set(['MODEL_AUTHENTICATION', 'MODEL_NOT_FOUND', 'MODEL_RATE_LIMIT'])

const isProviderError = (error: ProviderError): boolean => {
  if (LANGCHAIN_CODES.has(String(error.lc_error_code))) return true
  // A 404 of the bare client can be about anything, for example a file.
  return (
    isApiError(Object.getPrototypeOf(error)) && (error.status !== 404 || error.code === 'model_not_found')
  )
}

const isApiError = (prototype: unknown): boolean => {
  if (typeof prototype !== 'object' || prototype === null) return false
  return prototype.constructor.name === 'APIError' || isApiError(Object.getPrototypeOf(prototype))
}

const describeFailure = (code: ModelFailureCode, error: ProviderError, endpoint: ModelEndpoint): string => {
  const { model, urlSetting, keySetting } = endpoint
  const place = `the model endpoint ${withoutCredentials(endpoint.url)}`
  const reason = describeReason(error)
  switch (code) {
    case 'model_auth_failed':
      return keySetting === undefined
        ? `${place} requires a key (${reason}); Heddle sends no key to ${urlSetting ?? 'it'}`
        : `${place} rejected the key (${reason}); correct ${keySetting}`
    case 'model_not_found':
      return `${place} does not serve the model ${model} (${reason}); correct config.model of the assistant${urlSetting === undefined ? '' : `, or ${urlSetting}`}`
    case 'model_rate_limited':
      return `${place} limits the requests (${reason}); run again later, raise the limit with the provider, or raise MODEL_MAX_RETRIES`
    default:
      return describeUnavailable(place, reason, error, urlSetting)
  }
}

/** Codes of connections that were open. */
const BROKEN_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

const describeUnavailable = (
  place: string,
  reason: string,
  error: ProviderError,
  urlSetting: string | undefined,
): string => {
  if (isTimeout(error))
    return `${place} did not respond in time (${reason}); raise MODEL_TIMEOUT_SECONDS if the model is slow`
  const networkError = findNetworkError(error)
  if (networkError === undefined) return `${place} is not available (${reason}); run again later`
  if (BROKEN_CONNECTION.has(String((networkError as NodeJS.ErrnoException).code)))
    return `${place} closed the connection (${reason}); run again later`
  const fix = urlSetting === undefined ? 'check the network' : `start it, or correct ${urlSetting}`
  return `${place} cannot be reached (${reason}); ${fix}`
}

/** LangChain adds a link to its own documentation to some messages. */
const describeReason = (error: ProviderError): string => {
  const message = findNetworkError(error)?.message ?? String(error.message)
  return message.split('\n\nTroubleshooting URL:')[0] ?? message
}

/** The URL of an operator can contain a password. */
const withoutCredentials = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\/+$/, '')
}
