import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Row } from '../../src/store/sql/tables.js'
import { claimRow, messageRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

const DAY = 86_400_000

export const describeIdempotency = (stores: Stores): void => {
  describe('an idempotency key', () => {
    const claim = (row: Row<'idempotency_keys'>, staleBefore = T0) =>
      stores.idempotency.claim(row, staleBefore)

    const claimOne = async (given = {}) => {
      const row = claimRow({ tenant_id: newId(), ...given })
      await claim(row)
      return row
    }

    /** The same request again: the same key and body under a claim of its own. */
    const again = (row: Row<'idempotency_keys'>, later: number, given = {}) => ({
      ...row,
      claim_id: newId(),
      claimed_at: row.claimed_at + later,
      expires_at: row.expires_at + later,
      ...given,
    })

    it('is claimed by one of fifty requests that come at once', async () => {
      const first = claimRow({ tenant_id: newId() })
      const rows = Array.from({ length: 50 }, () => again(first, 0))
      const results = await Promise.all(rows.map((row) => claim(row)))
      expect(results.filter(Boolean)).toEqual([true])
      await expect(stores.idempotency.get(first)).resolves.toEqual(rows[results.indexOf(true)])
    })

    it('may be used on two routes, and is another key in other letters', async () => {
      const row = await claimOne({ idempotency_key: 'key' })
      await expect(claim({ ...again(row, 0), route: 'POST /runs' })).resolves.toBe(true)
      await expect(claim({ ...again(row, 0), idempotency_key: 'KEY' })).resolves.toBe(true)
      await expect(claim(again(row, 0))).resolves.toBe(false)
    })

    it('gives the answer once it is known', async () => {
      const row = await claimOne()
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
      await stores.idempotency.finish(row, 201, '{"z":1,"a":"é"}')
      await expect(claim(again(row, 1))).resolves.toBe(false)
      await expect(stores.idempotency.get(again(row, 1))).resolves.toEqual({
        ...row,
        status: 201,
        response: '{"z":1,"a":"é"}',
      })
      await expect(stores.idempotency.get(claimRow())).resolves.toBeUndefined()
    })

    it('of a request that died is taken over after its time by the same request', async () => {
      const row = await claimOne()
      const second = again(row, 1_000)
      await expect(claim(second, T0)).resolves.toBe(false)
      await expect(claim(second, T0 + 1)).resolves.toBe(true)
      await expect(stores.idempotency.get(row)).resolves.toEqual(second)
    })

    it('of a request that died is taken over by one of many', async () => {
      const row = await claimOne()
      const tries = Array.from({ length: 20 }, () => claim(again(row, 1_000), T0 + 1))
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('of a request that died is not taken over by another request', async () => {
      const row = await claimOne()
      await expect(claim(again(row, 1_000, { request_hash: 'other' }), T0 + 1)).resolves.toBe(false)
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
    })

    it('with an answer is not taken over before it expires, and then by any request', async () => {
      const row = await claimOne()
      await stores.idempotency.finish(row, 201, '{}')
      await expect(claim(again(row, DAY - 1), T0 + DAY)).resolves.toBe(false)
      const next = again(row, DAY, { request_hash: 'other' })
      await expect(claim(next, T0 + DAY)).resolves.toBe(true)
      await expect(stores.idempotency.get(row)).resolves.toEqual(next)
    })

    it('stores the answer in the batch that does the work', async () => {
      const row = await claimOne()
      const thread = threadRow({ tenant_id: row.tenant_id })
      await expect(
        stores.threads.insertIfAbsent(thread, stores.idempotency.finishing(row, 201, '{"a":1}')),
      ).resolves.toBe(true)
      await expect(stores.threads.get(thread)).resolves.toEqual(thread)
      await expect(stores.idempotency.get(row)).resolves.toMatchObject({ status: 201, response: '{"a":1}' })
    })

    it('stores no answer when the work fails', async () => {
      const row = await claimOne()
      const thread = threadRow({ tenant_id: row.tenant_id })
      await stores.threads.insert(thread)
      const finishing = stores.idempotency.finishing(row, 201, '{}')
      await expect(stores.threads.insert(thread, finishing)).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
    })

    it('undoes the work of a request that lost its claim', async () => {
      const lost = await claimOne()
      const winner = again(lost, 1_000)
      await claim(winner, T0 + 1)
      const { tenant_id } = lost
      const thread = threadRow({ tenant_id })
      await stores.threads.insert(thread)

      const finishing = stores.idempotency.finishing(lost, 201, '{"late":true}')
      const message = messageRow({ tenant_id, thread_id: thread.thread_id })
      await expect(stores.messages.insert(message, finishing)).rejects.toThrow('taken over')
      await expect(stores.messages.list(thread, { limit: 5 })).resolves.toEqual([])
      await stores.idempotency.finish(lost, 201, '{"late":true}')
      await expect(stores.idempotency.get(winner)).resolves.toEqual(winner)
    })

    it('tells a create that lost its claim that nothing was made', async () => {
      const lost = await claimOne()
      await claim(again(lost, 1_000), T0 + 1)
      const finishing = stores.idempotency.finishing(lost, 201, '{}')
      const thread = threadRow({ tenant_id: lost.tenant_id })
      await expect(stores.threads.insert(thread, finishing)).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.threads.get(thread)).resolves.toBeUndefined()
    })

    it('is released by its own claim only, and only without an answer', async () => {
      const row = await claimOne()
      await stores.idempotency.release(again(row, 0))
      await expect(stores.idempotency.get(row)).resolves.toEqual(row)
      await stores.idempotency.release(row)
      await expect(stores.idempotency.get(row)).resolves.toBeUndefined()

      const answered = await claimOne()
      await stores.idempotency.finish(answered, 200, '{}')
      await stores.idempotency.release(answered)
      await expect(stores.idempotency.get(answered)).resolves.toMatchObject({ status: 200 })
    })

    it('is removed when it expires', async () => {
      const soon = await claimOne({ expires_at: T0 + 10 })
      const later = await claimOne({ expires_at: T0 + 11 })
      await stores.idempotency.removeExpired(T0 + 9)
      await expect(stores.idempotency.get(soon)).resolves.toBeDefined()
      await stores.idempotency.removeExpired(T0 + 10)
      await expect(stores.idempotency.get(soon)).resolves.toBeUndefined()
      await expect(stores.idempotency.get(later)).resolves.toBeDefined()
    })

    it('without an answer is removed when its process starts anew', async () => {
      const unfinished = await claimOne()
      const finished = await claimOne()
      await stores.idempotency.finish(finished, 201, '{}')
      await stores.idempotency.removeUnfinished()
      await expect(stores.idempotency.get(unfinished)).resolves.toBeUndefined()
      await expect(stores.idempotency.get(finished)).resolves.toBeDefined()
    })
  })
}
