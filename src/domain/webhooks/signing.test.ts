/** Compares the signatures with the reference library that receivers use. */
import fc from 'fast-check'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { generateSecret, findSecretProblem, findSecretWarning, buildSignatureHeader } from './signing.js'

const ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'
const BODY = '{"type":"run.completed","data":{"text":"Grüße, 🧵"}}'
const PLAIN = 'a plain text secret without a prefix'
const seconds = () => Math.floor(Date.now() / 1000)

const isWhsec = (secret: string) => secret.startsWith('whsec_')
const getVerifier = (secret: string): Webhook =>
  isWhsec(secret) ? new Webhook(secret) : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })

const buildHeaders = (secrets: string[], body = BODY, at = seconds()) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(at),
  'webhook-signature': buildSignatureHeader(ID, at, body, secrets),
})

describe('signatures', () => {
  it('the signature with a generated secret equals the signature of the library', () => {
    const secret = generateSecret()
    const at = seconds()
    const expected = getVerifier(secret).sign(ID, new Date(at * 1000), BODY)
    expect(buildSignatureHeader(ID, at, BODY, [secret])).toBe(expected)
  })

  it.each([generateSecret(), PLAIN, 'schlüssel 🔑 with more than ascii', 'short'])(
    'the library verifies a signature with the secret %s',
    (secret) => {
      expect(getVerifier(secret).verify(BODY, buildHeaders([secret]))).toEqual(JSON.parse(BODY))
    },
  )

  it('a signature is valid only for its id, timestamp, body and secret', () => {
    const secret = generateSecret()
    const verifier = getVerifier(secret)
    const headers = buildHeaders([secret])
    const earlier = String(seconds() - 1)
    for (const wrong of [
      () => verifier.verify(`${BODY} `, headers),
      () => verifier.verify(BODY, { ...headers, 'webhook-id': ID.toUpperCase() }),
      () => verifier.verify(BODY, { ...headers, 'webhook-timestamp': earlier }),
      () => getVerifier(generateSecret()).verify(BODY, headers),
    ])
      expect(wrong).toThrow(WebhookVerificationError)
  })

  it('the header has one signature per secret, and each of them is valid', () => {
    const secrets = [generateSecret(), PLAIN]
    const headers = buildHeaders(secrets)
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    for (const secret of secrets) expect(getVerifier(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY))
    expect(() => getVerifier(generateSecret()).verify(BODY, headers)).toThrow(WebhookVerificationError)
  })

  it('the library verifies signatures with every secret that is accepted without a warning', () => {
    const secrets = fc.oneof(
      fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
      fc
        .uint8Array({ minLength: 1, maxLength: 60 })
        .map((key) => `whsec_${Buffer.from(key).toString('base64')}`),
      fc.string({ maxLength: 60, unit: 'binary-ascii' }).map((text) => `whsec_${text}`),
      fc.base64String({ maxLength: 60 }).map((text) => `whsec_${text.replaceAll('=', '')}`),
    )
    fc.assert(
      fc.property(secrets, fc.string({ unit: 'grapheme' }), (secret, body) => {
        fc.pre(findSecretProblem(secret) === undefined && findSecretWarning(secret) === undefined)
        const verify = () =>
          getVerifier(secret).verify(body, buildHeaders([secret], body), { jsonParse: false })
        expect(verify).not.toThrow()
      }),
    )
  })
})

describe('secrets', () => {
  it('a generated secret has 24 bytes, is different each time and causes no warning', () => {
    const [one, other] = [generateSecret(), generateSecret()]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^whsec_[\w+/]{32}$/)
    expect([findSecretProblem(one), findSecretWarning(one)]).toEqual([undefined, undefined])
  })

  it('a secret whose key has fewer than 24 bytes causes a warning', () => {
    const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
    expect(findSecretWarning(of(24))).toBeUndefined()
    expect(findSecretWarning(of(23))).toContain('23 bytes')
    expect(findSecretWarning('ü'.repeat(12))).toBeUndefined()
    expect(findSecretWarning('x'.repeat(23))).toContain('23 bytes')
  })

  it('a secret with the prefix whsec_ that is not valid base64 causes a warning', () => {
    expect(findSecretWarning(`whsec_${'not_base-64!'.repeat(4)}`)).toContain('base64')
  })

  it.each(['', 'whsec_', 'whsec_=', 'whsec_...'])(
    'the secret "%s" is rejected because its key is empty',
    (secret) => {
      expect(findSecretProblem(secret)).toBe('is empty')
    },
  )
})
