import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { StoreItemRow } from '../../src/store/store-items/store-items.js'
import type { Stores } from '../support/stores.js'

const storeItemRow = (overrides: Partial<StoreItemRow> = {}): StoreItemRow => ({
  tenant_id: newId(),
  namespace: 'a.b.',
  key: 'key',
  value: '{}',
  indexed: null,
  created_at: 100,
  updated_at: 100,
  expires_at: null,
  ttl_minutes: null,
  ...overrides,
})

export const describeStoreItems = (stores: Stores): void => {
  describe('store items', () => {
    it('a store item keeps its creation time when it is replaced, unless it had expired', async () => {
      const { storeItems } = stores
      const first = storeItemRow({ expires_at: 200, ttl_minutes: 1 })
      await storeItems.write([storeItems.putStatement(first)])
      await storeItems.write([storeItems.putStatement({ ...first, created_at: 150, updated_at: 150 })])
      expect(await storeItems.get(first, 150)).toMatchObject({ created_at: 100, updated_at: 150 })
      await storeItems.write([
        storeItems.putStatement({ ...first, created_at: 250, updated_at: 250, expires_at: 300 }),
      ])
      expect(await storeItems.get(first, 250)).toMatchObject({ created_at: 250 })
    })

    it('a store item is removed when it expires, and not before', async () => {
      const { storeItems } = stores
      const short = storeItemRow({ expires_at: 1_000, ttl_minutes: 0.5 })
      const used = storeItemRow({ expires_at: 1_000, ttl_minutes: 0.5 })
      const permanent = storeItemRow()
      await storeItems.write([short, used, permanent].map(storeItems.putStatement))
      await storeItems.refresh([used, permanent], 999)
      expect(await storeItems.get(used, 1_000)).toMatchObject({ expires_at: 30_999 })
      expect(await storeItems.get(permanent, 1_000)).toMatchObject({ expires_at: null })
      expect(await storeItems.get(short, 1_000)).toBeUndefined()
      await storeItems.removeExpired(1_000, 100)
      // The row is removed, so it is not found at any time.
      expect(await storeItems.get(short, 0)).toBeUndefined()
      expect(await storeItems.get(used, 0)).toBeDefined()
      expect(await storeItems.get(permanent, 0)).toBeDefined()
    })
  })
}
