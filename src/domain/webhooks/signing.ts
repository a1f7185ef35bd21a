/** Secrets and signatures of webhook requests, as specified by Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

export const generateSecret = (): string => SECRET_PREFIX + randomBytes(24).toString('base64')

const toKeyBytes = (secret: string): Buffer =>
  secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8')

/** Returns why a secret is rejected: with an empty key, anyone can forge signatures. */
export const findSecretProblem = (secret: string): string | undefined =>
  toKeyBytes(secret).length === 0 ? 'is empty' : undefined

/** Returns why a secret is accepted but should not be used. */
export const findSecretWarning = (secret: string): string | undefined => {
  const bytes = toKeyBytes(secret)
  if (secret.startsWith(SECRET_PREFIX) && secret !== SECRET_PREFIX + bytes.toString('base64'))
    return 'The part after whsec_ is not valid base64, so receivers may decode a different key'
  const { length } = bytes
  return length < 24 ? `The secret has ${String(length)} bytes; use at least 24` : undefined
}

/** The header has one signature per valid secret, so that receivers can switch to a new secret during the overlap. */
export const buildSignatureHeader = (
  id: string,
  seconds: number,
  body: string,
  secrets: readonly string[],
): string =>
  secrets
    .map((secret) => {
      const hmac = createHmac('sha256', toKeyBytes(secret)).update(`${id}.${String(seconds)}.${body}`)
      return `v1,${hmac.digest('base64')}`
    })
    .join(' ')

/** The headers of an attempt that are the same for every receiver; the signature is added to them. */
export const toIdentifyingHeaders = (id: string, attemptedAt: number): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(attemptedAt / 1000)),
})
