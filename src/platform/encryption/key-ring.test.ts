import { describe, expect, it } from 'vitest'
import { DecryptionError, findKeyId, generateKey, isEncrypted, makeKeyRing, parseKey } from './key-ring.js'

const PLACE = ['webhook', 'tenant', 'id', 'secret']

describe('key ring', () => {
  it('a value is decrypted to itself at its place, and its ciphertext differs each time', () => {
    const keyRing = makeKeyRing([generateKey()])
    const [first, second] = [keyRing.encrypt('pässword', PLACE), keyRing.encrypt('pässword', PLACE)]
    expect(keyRing.decrypt(first, PLACE)).toBe('pässword')
    expect(first).not.toBe(second)
    expect(first).not.toContain('pässword')
    expect(isEncrypted(first)).toBe(true)
    expect(findKeyId(first)).toBe(keyRing.primaryId)
  })

  it.each([0, 1, 2, 3])('a value that was copied to another place cannot be decrypted (part %i)', (part) => {
    const keyRing = makeKeyRing([generateKey()])
    const otherPlace = PLACE.map((text, index) => (index === part ? `${text}2` : text))
    const text = keyRing.encrypt('value', PLACE)
    expect(() => keyRing.decrypt(text, otherPlace)).toThrow(DecryptionError)
  })

  it('a place is not confused with another one whose parts have the same text', () => {
    const keyRing = makeKeyRing([generateKey()])
    const text = keyRing.encrypt('value', ['a', 'b,c'])
    expect(() => keyRing.decrypt(text, ['a,b', 'c'])).toThrow(DecryptionError)
  })

  it('a changed ciphertext is rejected, whichever byte was changed', () => {
    const keyRing = makeKeyRing([generateKey()])
    const text = keyRing.encrypt('value', PLACE)
    const [prefix, content = ''] = [text.slice(0, text.lastIndexOf(':') + 1), text.split(':').at(-1)]
    const bytes = Buffer.from(content, 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index] = changed[index]! ^ 1
      expect(() => keyRing.decrypt(prefix + changed.toString('base64url'), PLACE)).toThrow(DecryptionError)
    }
    expect(() => keyRing.decrypt(`${prefix}AAAA`, PLACE)).toThrow(DecryptionError)
  })

  it('the first key encrypts and all keys decrypt', () => {
    const [oldKey, newKey] = [generateKey(), generateKey()]
    const old = makeKeyRing([oldKey]).encrypt('value', PLACE)
    const both = makeKeyRing([newKey, oldKey])
    expect(both.decrypt(old, PLACE)).toBe('value')
    expect(findKeyId(both.encrypt('value', PLACE))).toBe(makeKeyRing([newKey]).primaryId)
  })

  it('a missing key is named in the error, and the value is not', () => {
    const text = makeKeyRing([generateKey()]).encrypt('value', PLACE)
    expect(() => makeKeyRing([generateKey()]).decrypt(text, PLACE)).toThrow(
      new DecryptionError(
        `it was encrypted with the key ${findKeyId(text)!}, which is not configured; add that key to ENCRYPTION_KEY`,
      ),
    )
  })

  it('a value that is not encrypted is returned unchanged', () => {
    expect(makeKeyRing([generateKey()]).decrypt('whsec_abc', PLACE)).toBe('whsec_abc')
  })

  it('keys are accepted as base64, base64url and hex, and have the same ID in each form', () => {
    const key = Buffer.alloc(32, 0xfb)
    const forms = (['base64', 'base64url', 'hex'] as const).map((encoding) => key.toString(encoding))
    expect(new Set(forms.map((form) => makeKeyRing([form]).primaryId)).size).toBe(1)
    expect(parseKey(Buffer.alloc(31).toString('base64'))).toBeUndefined()
  })
})
