import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Stores } from '../support/stores.js'

export const describeRunEvents = (stores: Stores): void => {
  describe('run events', () => {
    const newRunKey = () => ({ tenant_id: newId(), run_id: newId() })
    const eventsRow = (run: { tenant_id: string; run_id: string }, first_seq: number, last_seq: number) => ({
      ...run,
      first_seq,
      last_seq,
      events: JSON.stringify([{ type: 'x', text: `${first_seq} \u0000 "` }]),
    })

    it('run events are read in order, starting with the row that contains the next event', async () => {
      const run = newRunKey()
      const rows = [eventsRow(run, 1, 3), eventsRow(run, 4, 4), eventsRow(run, 5, 20)]
      await stores.db.write(stores.runEvents.insertStatements([rows[2]!, rows[0]!]))
      await stores.db.write(stores.runEvents.insertStatements([rows[1]!]))
      await expect(stores.runEvents.listAfter(run, 0, 10)).resolves.toEqual(rows)
      await expect(stores.runEvents.listAfter(run, 0, 2)).resolves.toEqual(rows.slice(0, 2))
      await expect(stores.runEvents.listAfter(run, 2, 10)).resolves.toEqual(rows)
      await expect(stores.runEvents.listAfter(run, 3, 10)).resolves.toEqual(rows.slice(1))
      await expect(stores.runEvents.listAfter(run, 20, 10)).resolves.toEqual([])
      await expect(stores.runEvents.getLastSeq(run)).resolves.toBe(20)
      await expect(stores.runEvents.getLastRow(run)).resolves.toMatchObject({ last_seq: 20 })
    })

    it('an appended event gets the next number of the run', async () => {
      const run = newRunKey()
      const append = (events: string) =>
        stores.db.write([stores.runEvents.appendStatement({ ...run, events })])
      await expect(append('["a"]')).resolves.toEqual([[{ last_seq: 1 }]])
      await stores.db.write(stores.runEvents.insertStatements([eventsRow(run, 2, 9)]))
      await expect(append('["b"]')).resolves.toEqual([[{ last_seq: 10 }]])
      await expect(stores.runEvents.listAfter(run, 9, 5)).resolves.toEqual([
        { ...run, first_seq: 10, last_seq: 10, events: '["b"]' },
      ])
    })

    it('the number of a run event is unique', async () => {
      const run = newRunKey()
      await stores.db.write(stores.runEvents.insertStatements([eventsRow(run, 1, 2)]))
      await expect(
        stores.db.write(stores.runEvents.insertStatements([eventsRow(run, 2, 2)])),
      ).rejects.toMatchObject({
        code: 'resource_conflict',
      })
    })

    it('run events are read by tenant and run', async () => {
      const [firstRun, secondRun] = [newRunKey(), newRunKey()]
      await stores.db.write(
        stores.runEvents.insertStatements([eventsRow(firstRun, 1, 1), eventsRow(secondRun, 1, 1)]),
      )
      const stranger = { tenant_id: secondRun.tenant_id, run_id: firstRun.run_id }
      await expect(stores.runEvents.listAfter(firstRun, 0, 10)).resolves.toHaveLength(1)
      await expect(stores.runEvents.listAfter(stranger, 0, 10)).resolves.toEqual([])
      await expect(stores.runEvents.getLastSeq(stranger)).resolves.toBe(0)
      await expect(stores.runEvents.getLastRow(stranger)).resolves.toBeUndefined()
    })
  })
}
