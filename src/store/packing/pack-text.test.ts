import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packText, unpackText } from './pack-text.js'

describe('a packed text', () => {
  it('is unpacked to the same text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.string({ unit: 'binary' }), async (json, text) => {
        expect(unpackText(await packText(json))).toBe(json)
        expect(unpackText(await packText(text))).toBe(text)
      }),
      { numRuns: 50 },
    )
  })

  it('of the first format can be read forever', () => {
    const packed = 'AYsmsXgC6U3UTTJLTNQ1s0gxhBhikZRkZJBoYWSeZopcfqHXsEh1BY4aHnv73b3o8J7D81OVamNra2MB'
    expect(unpackText(Buffer.from(packed, 'base64'))).toBe(
      '[{"type":"checkpoint.saved","checkpoint_id":"1f1e30da-b6aa-68d1-ffff-8bb20a827f51","step":-1},{"type":"run.completed","output":{"messages":[{"type":"ai","content":"Grüße"}]}}]',
    )
  })

  it('of an unknown format is rejected with the format', () => {
    expect(() => unpackText(Buffer.from([9, 0]))).toThrow('has the format 9')
  })

  it('that is damaged is rejected', async () => {
    const packed = await packText('{"type":"run.started"}')
    expect(() => unpackText(packed.subarray(0, -3))).toThrow('A packed row is damaged')
  })
})
