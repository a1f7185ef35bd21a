/**
 * Encrypts values with AES-256-GCM. The first key encrypts, all keys decrypt, so a key can be replaced while values of the old key are
 * still stored. A ciphertext is `enc:v1:<key ID>:<base64url of nonce, tag and encrypted bytes>`. It is bound to its place: decrypting it
 * for another tenant, row or field fails.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** In place of the first key: values are written unencrypted. It is also the ID under which the store records that such values exist. */
export const PLAINTEXT = 'plaintext'

const KEY_BYTES = 32
/** GCM's standard nonce. Random nonces are safe for 2^32 values per key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHERTEXT = /^enc:v1:([0-9a-f]{16}):([\w-]+)$/

/** Where a value is stored: the tenant, the row and the field. */
export type Place = readonly string[]

/** A stored value cannot be decrypted. The message names the key and the way to fix it, and never the value. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError'
}

export const isEncrypted = (text: string): boolean => CIPHERTEXT.test(text)

export const findKeyId = (text: string): string | undefined => CIPHERTEXT.exec(text)?.[1]

/** Accepts base64, base64url and hex. Returns undefined if the text is not a key of 32 bytes. */
export const parseKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  return key.length === KEY_BYTES ? key : undefined
}

export const generateKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** The ID reveals nothing about the key: it is the beginning of an HMAC under it. */
const toKeyId = (key: Buffer): string =>
  createHmac('sha256', key).update('heddle encryption key').digest('hex').slice(0, 16)

const toAssociatedData = (place: Place): Buffer => Buffer.from(JSON.stringify(place))

/** `names` are keys in base64 or hex; the first one may be `plaintext`. */
export const makeKeyRing = (names: readonly string[]) => {
  const keys = new Map<string, Buffer>()
  for (const name of names) {
    const key = parseKey(name)
    if (key !== undefined) keys.set(toKeyId(key), key)
  }
  const [firstKeyId] = keys.keys()
  const primaryId = names[0] === PLAINTEXT ? PLAINTEXT : firstKeyId

  return {
    /** The ID of the key that encrypts; `plaintext` if values are written unencrypted, undefined if there is no key. */
    primaryId,

    canDecrypt: (keyId: string): boolean => keyId === PLAINTEXT || keys.has(keyId),

    encrypt(value: string, place: Place): string {
      const key = keys.get(primaryId ?? '')
      if (primaryId === undefined || key === undefined) throw new Error('the key ring cannot encrypt')
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(toAssociatedData(place))
      const encrypted = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      const content = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
      return `enc:v1:${primaryId}:${content}`
    },

    /** Returns a value that is not encrypted unchanged. */
    decrypt(text: string, place: Place): string {
      const [, keyId, content] = CIPHERTEXT.exec(text) ?? []
      if (keyId === undefined || content === undefined) return text
      const key = keys.get(keyId)
      if (key === undefined)
        throw new DecryptionError(
          `it was encrypted with the key ${keyId}, which is not configured; add that key to ENCRYPTION_KEY`,
        )
      const bytes = Buffer.from(content, 'base64url')
      try {
        const nonce = bytes.subarray(0, NONCE_BYTES)
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(toAssociatedData(place))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
      } catch {
        throw new DecryptionError(
          `it does not match its key ${keyId} or its place: the stored value was changed or copied; store it again`,
        )
      }
    },
  }
}

export type KeyRing = ReturnType<typeof makeKeyRing>
