import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { ItemRow } from '../../src/store/store-items/store-items.js'
import type { Stores } from '../support/stores.js'

const row = (given: Partial<ItemRow> = {}): ItemRow => ({
  tenant_id: newId(),
  namespace: 'a.b.',
  key: 'key',
  value: '{}',
  indexed: null,
  created_at: 100,
  updated_at: 100,
  expires_at: null,
  ttl_minutes: null,
  ...given,
})

export const describeItems = (stores: Stores): void => {
  describe('items of the long-term store', () => {
    it('keep when they were made, unless they had expired', async () => {
      const { items } = stores
      const first = row({ expires_at: 200, ttl_minutes: 1 })
      await items.write([items.putStatement(first)])
      await items.write([items.putStatement({ ...first, created_at: 150, updated_at: 150 })])
      expect(await items.get(first, 150)).toMatchObject({ created_at: 100, updated_at: 150 })
      await items.write([items.putStatement({ ...first, created_at: 250, updated_at: 250, expires_at: 300 })])
      expect(await items.get(first, 250)).toMatchObject({ created_at: 250 })
    })

    it('are removed when their time is over, and not a moment before', async () => {
      const { items } = stores
      const short = row({ expires_at: 1_000, ttl_minutes: 0.5 })
      const used = row({ expires_at: 1_000, ttl_minutes: 0.5 })
      const kept = row()
      await items.write([short, used, kept].map(items.putStatement))
      await items.refresh([used, kept], 999)
      expect(await items.get(used, 1_000)).toMatchObject({ expires_at: 30_999 })
      expect(await items.get(kept, 1_000)).toMatchObject({ expires_at: null })
      expect(await items.get(short, 1_000)).toBeUndefined()
      await items.removeExpired(1_000, 100)
      // It is gone, whatever the time is said to be.
      expect(await items.get(short, 0)).toBeUndefined()
      expect(await items.get(used, 0)).toBeDefined()
      expect(await items.get(kept, 0)).toBeDefined()
    })
  })
}
