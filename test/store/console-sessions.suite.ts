import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { apiKeyRow, consoleSessionRow, T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeConsoleSessions = (stores: Stores): void => {
  describe('sessions of the console', () => {
    const insertSession = async (overrides = {}) => {
      const row = consoleSessionRow({ tenant_id: newId(), ...overrides })
      await stores.consoleSessions.insert(row)
      return row
    }
    const NO_KEY = { found_key_id: null, key_revoked_at: null, key_expires_at: null }

    it('a session is read by the hash of its token, with the state of its API key', async () => {
      const row = await insertSession()
      await expect(stores.consoleSessions.getByHash(row.hash)).resolves.toEqual({ ...row, ...NO_KEY })
      await expect(stores.consoleSessions.getByHash('no such hash')).resolves.toBeUndefined()

      const key = apiKeyRow({ tenant_id: newId(), expires_at: T0 + 500 })
      await stores.apiKeys.insert(key)
      const { key_id, tenant_id } = key
      const ofKey = await insertSession({ tenant_id, key_id, secret_proof: null })
      const keyState = { found_key_id: key_id, key_revoked_at: null, key_expires_at: T0 + 500 }
      await expect(stores.consoleSessions.getByHash(ofKey.hash)).resolves.toEqual({ ...ofKey, ...keyState })
      await stores.apiKeys.revoke(key, T0 + 1)
      await expect(stores.consoleSessions.getByHash(ofKey.hash)).resolves.toMatchObject({
        key_revoked_at: T0 + 1,
      })
    })

    it('a session does not belong to the API key of another tenant with the same ID', async () => {
      const key = apiKeyRow({ tenant_id: newId() })
      await stores.apiKeys.insert(key)
      const row = await insertSession({ key_id: key.key_id, secret_proof: null })
      await expect(stores.consoleSessions.getByHash(row.hash)).resolves.toEqual({ ...row, ...NO_KEY })
    })

    it('a session is extended, never shortened, and only in its own tenant', async () => {
      const row = await insertSession()
      const readEnd = async () => (await stores.consoleSessions.getByHash(row.hash))?.idle_expires_at
      await stores.consoleSessions.extend({ ...row, tenant_id: newId() }, T0 + 1_900)
      expect(await readEnd()).toBe(T0 + 1_000)
      await stores.consoleSessions.extend(row, T0 + 1_500)
      await stores.consoleSessions.extend(row, T0 + 1_200)
      expect(await readEnd()).toBe(T0 + 1_500)
    })

    it('a removed session and sessions that ended are gone, and others stay', async () => {
      const [removed, ended, active] = [
        await insertSession(),
        await insertSession({ idle_expires_at: T0 + 10 }),
        await insertSession({ idle_expires_at: T0 + 11 }),
      ]
      await stores.consoleSessions.remove(removed.hash)
      await stores.consoleSessions.removeExpired(T0 + 10)
      const found = await Promise.all(
        [removed, ended, active].map(({ hash }) => stores.consoleSessions.getByHash(hash)),
      )
      expect(found.map((session) => session?.session_id)).toEqual([undefined, undefined, active.session_id])
    })
  })
}
