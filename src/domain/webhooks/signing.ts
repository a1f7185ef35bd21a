/** Standard Webhooks: what a notification is signed with, and how. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'

export const generateSecret = (): string => SECRET_PREFIX + randomBytes(24).toString('base64')

const toKeyBytes = (secret: string): Buffer =>
  secret.startsWith(SECRET_PREFIX)
    ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8')

/** Why a secret cannot be used: with no bytes in it anybody can sign. Undefined: it can. */
export const findSecretProblem = (secret: string): string | undefined =>
  toKeyBytes(secret).length === 0 ? 'is empty' : undefined

/** Why a secret works but should not be used; undefined: it is fine. */
export const findSecretWarning = (secret: string): string | undefined => {
  const bytes = toKeyBytes(secret)
  if (secret.startsWith(SECRET_PREFIX) && secret !== SECRET_PREFIX + bytes.toString('base64'))
    return 'what follows whsec_ is not base64 in full; receivers may read other bytes out of it'
  const { length } = bytes
  return length < 24 ? `the secret has ${String(length)} bytes; 24 or more cannot be guessed` : undefined
}

/** One signature for each secret that is valid now, so that receivers may change over at their leisure. */
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
