/** Standard Webhooks: what a notification is signed with, and how. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64')

const bytesOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8')

/** Why a secret cannot be used: with no bytes in it anybody can sign. Undefined: it can. */
export const secretProblem = (secret: string): string | undefined =>
  bytesOf(secret).length === 0 ? 'is empty' : undefined

/** Why a secret works but should not be used; undefined: it is fine. */
export const secretWarning = (secret: string): string | undefined => {
  const bytes = bytesOf(secret)
  if (secret.startsWith(PREFIX) && secret !== PREFIX + bytes.toString('base64'))
    return 'what follows whsec_ is not base64 in full; receivers may read other bytes out of it'
  const { length } = bytes
  return length < 24 ? `the secret has ${String(length)} bytes; 24 or more cannot be guessed` : undefined
}

/** One signature for each secret that is valid now, so that receivers may change over at their leisure. */
export const signatureOf = (id: string, seconds: number, body: string, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const signed = createHmac('sha256', bytesOf(secret)).update(`${id}.${String(seconds)}.${body}`)
      return `v1,${signed.digest('base64')}`
    })
    .join(' ')
