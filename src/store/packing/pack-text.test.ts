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

  it('of the second format can be read forever', () => {
    const packed = 'AgEfHjDatqpo0f//i7IKgn9RBLj13vXqlAiiYo5WACOzaKN6gUGyw+GJBhEK7kWH9xyenwoaawMA'
    expect(unpackText(Buffer.from(packed, 'base64'))).toBe(
      '[{"type":"run.queued","at":1795013396822,"timestamp":"2026-11-18T14:49:56.822Z"},{"type":"checkpoint.saved","checkpoint_id":"1f1e30da-b6aa-68d1-ffff-8bb20a827f51","step":-1,"at":1795013397450.9,"timestamp":"2026-11-18T14:49:57.450Z"},{"type":"run.completed","timestamp":"2026-11-18T14:49:58.002Z","at":1795013398002,"output":{"id":"1f1e30da-b6aa-68d1-ffff-8bb20a827f51","content":"Grüße"}}]',
    )
  })

  it('is shortened unless it is long or contains control characters', async () => {
    const uuid = '1f1e30da-b6aa-68d1-ffff-8bb20a827f51'
    const format = async (text: string) => (await packText(text))[0]
    await expect(format(uuid)).resolves.toBe(2)
    await expect(format(`${uuid}\x01`)).resolves.toBe(1)
    await expect(format(uuid.padEnd(70_000))).resolves.toBe(1)
  })

  it('of an unknown format is rejected with the format', () => {
    expect(() => unpackText(Buffer.from([9, 0]))).toThrow('has the format 9')
  })

  it('that is damaged is rejected', async () => {
    const packed = await packText('{"type":"run.started","id":"1f1e30da-b6aa-68d1-ffff-8bb20a827f51"}')
    for (const length of [1, 10, packed.length - 3])
      expect(() => unpackText(packed.subarray(0, length))).toThrow('A packed row is damaged')
  })
})
