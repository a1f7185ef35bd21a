import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Row } from '../../src/store/sql/tables.js'
import { claimRow, messageRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

const DAY = 86_400_000

export const describeIdempotency = (stores: Stores): void => {
  describe('idempotency keys', () => {
    const claim = (row: Row<'idempotency_keys'>, staleBefore = T0) =>
      stores.idempotency.claim(row, staleBefore)

    const insertClaim = async (overrides = {}) => {
      const row = claimRow({ tenant_id: newId(), ...overrides })
      await claim(row)
      return row
    }

    /** A retry of the same request: the same key and body with a new claim. */
    const retry = (row: Row<'idempotency_keys'>, later: number, overrides = {}) => ({
      ...row,
      claim_id: newId(),
      claimed_at: row.claimed_at + later,
      expires_at: row.expires_at + later,
      ...overrides,
    })

    it('of fifty concurrent requests one claims the idempotency key', async () => {
      const first = claimRow({ tenant_id: newId() })
      const rows = Array.from({ length: 50 }, () => retry(first, 0))
      const results = await Promise.all(rows.map((row) => claim(row)))
      expect(results.filter(Boolean)).toEqual([true])
      await expect(stores.idempotency.get(first)).resolves.toEqual(rows[results.indexOf(true)])
    })

    it('an idempotency key can be used on two routes and is case-sensitive', async () => {
      const row = await insertClaim({ idempotency_key: 'key' })
      await expect(claim({ ...retry(row, 0), route: 'POST /runs' })).resolves.toBe(true)
      await expect(claim({ ...retry(row, 0), idempotency_key: 'KEY' })).resolves.toBe(true)
      await expect(claim(retry(row, 0))).resolves.toBe(false)
    })

    it('the stored response is returned for a finished idempotency key', async () => {
      const row = await insertClaim()
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
      await stores.idempotency.finish(row, 201, '{"z":1,"a":"é"}')
      await expect(claim(retry(row, 1))).resolves.toBe(false)
      await expect(stores.idempotency.get(retry(row, 1))).resolves.toEqual({
        ...row,
        status: 201,
        response: '{"z":1,"a":"é"}',
      })
      await expect(stores.idempotency.get(claimRow())).resolves.toBeUndefined()
    })

    it('a retry of the same request takes over a claim after its timeout', async () => {
      const row = await insertClaim()
      const second = retry(row, 1_000)
      await expect(claim(second, T0)).resolves.toBe(false)
      await expect(claim(second, T0 + 1)).resolves.toBe(true)
      await expect(stores.idempotency.get(row)).resolves.toEqual(second)
    })

    it('of many retries one takes over a claim', async () => {
      const row = await insertClaim()
      const tries = Array.from({ length: 20 }, () => claim(retry(row, 1_000), T0 + 1))
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('a different request cannot take over a claim', async () => {
      const row = await insertClaim()
      await expect(claim(retry(row, 1_000, { request_hash: 'other' }), T0 + 1)).resolves.toBe(false)
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
    })

    it('a finished idempotency key can be claimed again only after it expires, by any request', async () => {
      const row = await insertClaim()
      await stores.idempotency.finish(row, 201, '{}')
      await expect(claim(retry(row, DAY - 1), T0 + DAY)).resolves.toBe(false)
      const next = retry(row, DAY, { request_hash: 'other' })
      await expect(claim(next, T0 + DAY)).resolves.toBe(true)
      await expect(stores.idempotency.get(row)).resolves.toEqual(next)
    })

    it('the response is stored in the batch that does the work', async () => {
      const row = await insertClaim()
      const thread = threadRow({ tenant_id: row.tenant_id })
      await expect(
        stores.threads.insertIfAbsent(thread, stores.idempotency.finishStatement(row, 201, '{"a":1}')),
      ).resolves.toBe(true)
      await expect(stores.threads.get(thread)).resolves.toEqual(thread)
      await expect(stores.idempotency.get(row)).resolves.toMatchObject({ status: 201, response: '{"a":1}' })
    })

    it('no response is stored when the work fails', async () => {
      const row = await insertClaim()
      const thread = threadRow({ tenant_id: row.tenant_id })
      await stores.threads.insert(thread)
      const finishing = stores.idempotency.finishStatement(row, 201, '{}')
      await expect(stores.threads.insert(thread, finishing)).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
    })

    it('the work of a request that lost its claim is rolled back', async () => {
      const lost = await insertClaim()
      const winner = retry(lost, 1_000)
      await claim(winner, T0 + 1)
      const { tenant_id } = lost
      const thread = threadRow({ tenant_id })
      await stores.threads.insert(thread)

      const finishing = stores.idempotency.finishStatement(lost, 201, '{"late":true}')
      const message = messageRow({ tenant_id, thread_id: thread.thread_id })
      await expect(stores.messages.insert(message, finishing)).rejects.toThrow('taken over')
      await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([])
      await stores.idempotency.finish(lost, 201, '{"late":true}')
      await expect(stores.idempotency.get(winner)).resolves.toEqual(winner)
    })

    it('a create that lost its claim fails with a conflict and stores nothing', async () => {
      const lost = await insertClaim()
      await claim(retry(lost, 1_000), T0 + 1)
      const finishing = stores.idempotency.finishStatement(lost, 201, '{}')
      const thread = threadRow({ tenant_id: lost.tenant_id })
      await expect(stores.threads.insert(thread, finishing)).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.threads.get(thread)).resolves.toBeUndefined()
    })

    it('an idempotency key is released only by its own claim and only without a response', async () => {
      const row = await insertClaim()
      await stores.idempotency.release(retry(row, 0))
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
      await stores.idempotency.release(row)
      await expect(stores.idempotency.get(row)).resolves.toBeUndefined()

      const finished = await insertClaim()
      await stores.idempotency.finish(finished, 200, '{}')
      await stores.idempotency.release(finished)
      await expect(stores.idempotency.get(finished)).resolves.toMatchObject({ status: 200 })
    })

    it('an expired idempotency key is removed', async () => {
      const soon = await insertClaim({ expires_at: T0 + 10 })
      const later = await insertClaim({ expires_at: T0 + 11 })
      await stores.idempotency.removeExpired(T0 + 9)
      await expect(stores.idempotency.get(soon)).resolves.toBeDefined()
      await stores.idempotency.removeExpired(T0 + 10)
      await expect(stores.idempotency.get(soon)).resolves.toBeUndefined()
      await expect(stores.idempotency.get(later)).resolves.toBeDefined()
    })

    it('unfinished idempotency keys are removed when the process starts again', async () => {
      const unfinished = await insertClaim()
      const finished = await insertClaim()
      await stores.idempotency.finish(finished, 201, '{}')
      await stores.idempotency.removeUnfinished()
      await expect(stores.idempotency.get(unfinished)).resolves.toBeUndefined()
      await expect(stores.idempotency.get(finished)).resolves.toBeDefined()
    })
  })
}
