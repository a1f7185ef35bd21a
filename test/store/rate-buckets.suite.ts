import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeRateBuckets = (stores: Stores): void => {
  describe('rate buckets', () => {
    /** Creates a bucket of three tokens that gets one token every 1,000 ms. */
    const makeBucket = () => {
      const key = { tenant_id: newId(), bucket: 'key-1' }
      return {
        key,
        takeAt: (later: number, limit = { capacity: 3, per_ms: 1 / 1_000 }) =>
          stores.rateBuckets.take({ ...key, ...limit, now: T0 + later }),
      }
    }

    it('a rate bucket starts full and gives tokens until it is empty', async () => {
      const { key, takeAt } = makeBucket()
      await expect(stores.rateBuckets.get(key)).resolves.toBeUndefined()
      await expect(takeAt(0)).resolves.toBe(2)
      await expect(takeAt(0)).resolves.toBe(1)
      await expect(takeAt(0)).resolves.toBe(0)
      await expect(takeAt(0)).resolves.toBeUndefined()
      await expect(stores.rateBuckets.get(key)).resolves.toEqual({ tokens: 0, updated_at: T0 })
    })

    it('a rate bucket refills continuously, also while it rejects requests', async () => {
      const { takeAt } = makeBucket()
      for (let n = 0; n < 3; n++) await takeAt(0)
      await expect(takeAt(400)).resolves.toBeUndefined()
      await expect(takeAt(800)).resolves.toBeUndefined()
      await expect(takeAt(1_250)).resolves.toBeCloseTo(0.25, 9)
      await expect(takeAt(1_750)).resolves.toBeUndefined()
      await expect(takeAt(2_000)).resolves.toBeCloseTo(0, 9)
    })

    it('a rate bucket never holds more than its capacity, however long it is unused', async () => {
      const { takeAt } = makeBucket()
      await takeAt(0)
      await expect(takeAt(365 * 86_400_000)).resolves.toBe(2)
    })

    it('a rate bucket respects a capacity that was lowered', async () => {
      const { takeAt } = makeBucket()
      await takeAt(0, { capacity: 100, per_ms: 0 })
      await expect(takeAt(0, { capacity: 2, per_ms: 0 })).resolves.toBe(1)
    })

    it('a rate bucket neither gains nor loses tokens when the clock goes back', async () => {
      const { key, takeAt } = makeBucket()
      await takeAt(10_000)
      await expect(takeAt(0)).resolves.toBe(1)
      await expect(stores.rateBuckets.get(key)).resolves.toEqual({ tokens: 1, updated_at: T0 + 10_000 })
      await expect(takeAt(10_000)).resolves.toBe(0)
      await expect(takeAt(5_000)).resolves.toBeUndefined()
      await expect(takeAt(11_000)).resolves.toBeCloseTo(0, 9)
    })

    it('concurrent requests never get the same token', async () => {
      const { takeAt } = makeBucket()
      const taken = await Promise.all(
        Array.from({ length: 50 }, () => takeAt(0, { capacity: 10, per_ms: 0 })),
      )
      const left = taken.filter((tokens) => tokens !== undefined)
      expect(left.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    it('rate buckets of other keys and tenants are independent', async () => {
      const { key, takeAt } = makeBucket()
      for (let n = 0; n < 3; n++) await takeAt(0)
      const limit = { capacity: 3, per_ms: 0, now: T0 }
      await expect(stores.rateBuckets.take({ ...key, ...limit, bucket: 'key-2' })).resolves.toBe(2)
      await expect(stores.rateBuckets.take({ ...key, ...limit, tenant_id: newId() })).resolves.toBe(2)
    })
  })
}
