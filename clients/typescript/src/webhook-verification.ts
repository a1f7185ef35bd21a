/** Verifies the signatures of webhooks (Standard Webhooks) with WebCrypto. docs/webhooks.md describes the algorithm. */
import { WebhookVerificationError } from './errors.js'

/** Requests that are further off the current time may be replayed by an attacker. */
const DEFAULT_TOLERANCE_SECONDS = 300
const SECRET_PREFIX = 'whsec_'

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

export interface WebhookNotification {
  /** The event, for example `run.completed`. */
  type: string
  /** The time of the event, ISO 8601 in UTC. */
  timestamp: string
  /** The resource right after the event; a run for events of runs. */
  data: Record<string, unknown>
}

interface WebhookRequest {
  /** The secret of the webhook, or several while it is being replaced. */
  secret: string | readonly string[]
  headers: WebhookHeaders
  /** The body as it was received, before any JSON parser. */
  body: string | Uint8Array | ArrayBuffer
  /** How far the timestamp may be off, in seconds. Default: 300. */
  toleranceSeconds?: number | undefined
  /** Milliseconds since the Unix epoch. Default: the current time. */
  now?: number | undefined
}

/** Returns the notification; throws a WebhookVerificationError if no signature is valid. */
export const verifyWebhook = async (request: WebhookRequest): Promise<WebhookNotification> => {
  const id = readHeader(request.headers, 'webhook-id')
  const timestamp = readHeader(request.headers, 'webhook-timestamp')
  const signatures = readHeader(request.headers, 'webhook-signature')
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() } = request
  // Negated, because the comparison is false for a timestamp that is not a number.
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      `webhook-timestamp is ${timestamp}, more than ${String(toleranceSeconds)} s from the current time; check the clocks, or reject a replayed request`,
    )
  }
  const body = typeof request.body === 'string' ? encode(request.body) : new Uint8Array(request.body)
  const content = concatenate(encode(`${id}.${timestamp}.`), body)
  const keys = await Promise.all([request.secret].flat().map(importKey))
  for (const signature of signatures.split(' ').map(parseSignature)) {
    if (signature === undefined) continue
    for (const key of keys) {
      // `verify` compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, content)) {
        return JSON.parse(new TextDecoder().decode(body)) as WebhookNotification
      }
    }
  }
  throw new WebhookVerificationError(
    'no signature of the webhook is valid; check the secret, and pass the body as it was received',
  )
}

const readHeader = (headers: WebhookHeaders, name: string): string => {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError(`the header ${name} is missing, so the request is not signed`)
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const concatenate = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Returns undefined for text that is not base64. */
const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const parseSignature = (signature: string): Uint8Array<ArrayBuffer> | undefined =>
  signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : undefined

const importKey = (secret: string) => {
  const bytes = secret.startsWith(SECRET_PREFIX)
    ? decodeBase64(secret.slice(SECRET_PREFIX.length))
    : encode(secret)
  if (bytes === undefined || bytes.length === 0) {
    throw new WebhookVerificationError('the secret of the webhook is empty, or not base64 after whsec_')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}
