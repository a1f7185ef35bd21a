import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../../clients/typescript/src/index.js'
import { BODY, CASES, NOW, SECRET, signHeaders } from '../support/webhook-cases.js'

const verify = (fields: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  verifyWebhook({ secret: SECRET, headers: signHeaders([SECRET]), body: BODY, now: NOW * 1000, ...fields })

describe('verifyWebhook', () => {
  it.each(CASES)('%s', async (_title, received, outcome) => {
    if (outcome.test('genuine')) expect((await verify(received)).type).toBe('run.completed')
    else await expect(verify(received)).rejects.toBeInstanceOf(WebhookVerificationError)
  })

  it('accepts bytes, headers in any case and the one of several secrets that signed', async () => {
    const bytes = new TextEncoder().encode(BODY)
    const headers = Object.fromEntries(
      Object.entries(signHeaders([SECRET])).map(([name, value]) => [name.toUpperCase(), value]),
    )
    for (const body of [bytes, bytes.buffer, Buffer.from(BODY)]) {
      expect(await verify({ body, headers, secret: ['another', SECRET] })).toEqual(JSON.parse(BODY))
    }
  })

  it('accepts an older request with a longer tolerance', async () => {
    const headers = signHeaders([SECRET], NOW - 900)
    await expect(verify({ headers })).rejects.toThrow('more than 300 s from the current time')
    expect((await verify({ headers, toleranceSeconds: 900 })).type).toBe('run.completed')
  })

  it('names a secret that cannot be a key', async () => {
    for (const secret of ['', 'whsec_', 'whsec_ä']) {
      await expect(verify({ secret })).rejects.toThrow('the secret of the webhook is empty, or not base64')
    }
  })
})
