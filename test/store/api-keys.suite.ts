import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { collectPages } from '../support/pagination.js'
import { apiKeyRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeApiKeys = (stores: Stores): void => {
  describe('API keys', () => {
    const insertApiKey = async (overrides = {}) => {
      const row = apiKeyRow({ tenant_id: newId(), ...overrides })
      await stores.apiKeys.insert(row)
      return row
    }

    it('an API key is read by ID and by hash as it was inserted', async () => {
      const row = await insertApiKey({ expires_at: T0 + 1_000 })
      await expect(stores.apiKeys.get(row)).resolves.toEqual(row)
      await expect(stores.apiKeys.getByHash(row.hash)).resolves.toEqual(row)
      await expect(stores.apiKeys.get(apiKeyRow())).resolves.toBeUndefined()
      await expect(stores.apiKeys.getByHash('no such hash')).resolves.toBeUndefined()
    })

    it('an API key with an existing ID is not inserted, nor are its extra statements', async () => {
      const row = await insertApiKey()
      const extraThread = threadRow({ tenant_id: row.tenant_id })
      const insertExtra = stores.threads.insertStatement(extraThread)
      await expect(stores.apiKeys.insert({ ...row, hash: newId() }, insertExtra)).resolves.toBe(false)
      await expect(stores.apiKeys.get(row)).resolves.toEqual(row)
      await expect(stores.threads.get(extraThread)).resolves.toBeUndefined()
    })

    it('an API key with an existing hash is not inserted, even for another tenant', async () => {
      const row = await insertApiKey()
      await expect(stores.apiKeys.insert(apiKeyRow({ hash: row.hash }))).resolves.toBe(false)
      await expect(stores.apiKeys.getByHash(row.hash)).resolves.toEqual(row)
    })

    it('revoking an API key again keeps the first revocation time', async () => {
      const row = await insertApiKey()
      const revoked = { ...row, revoked_at: T0 + 1 }
      await expect(stores.apiKeys.revoke(row, T0 + 1)).resolves.toEqual(revoked)
      await expect(stores.apiKeys.revoke(row, T0 + 2)).resolves.toEqual(revoked)
      await expect(stores.apiKeys.get(row)).resolves.toEqual(revoked)
      await expect(stores.apiKeys.revoke(apiKeyRow(), T0)).resolves.toBeUndefined()
    })

    it('the last use of an API key is recorded', async () => {
      const row = await insertApiKey()
      await stores.apiKeys.recordUse(row, T0 + 5)
      await expect(stores.apiKeys.get(row)).resolves.toEqual({ ...row, last_used_at: T0 + 5 })
      await expect(stores.apiKeys.recordUse(apiKeyRow(), T0)).resolves.toBeUndefined()
    })

    it('API keys are listed newest first, page by page, even if many have the same creation time', async () => {
      const tenant_id = newId()
      const rows = [T0, T0, T0, T0 + 1, T0 + 1].map((created_at) => apiKeyRow({ tenant_id, created_at }))
      for (const row of rows) await stores.apiKeys.insert(row)
      for (const limit of [1, 2, 50]) {
        const pages = await collectPages(
          limit,
          (page) => stores.apiKeys.list(tenant_id, page),
          ({ created_at, key_id }) => ({ at: created_at, id: key_id }),
        )
        expect(pages.flat()).toEqual([...rows].reverse())
      }
    })
  })
}
