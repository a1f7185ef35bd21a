import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { Stores } from '../support/stores.js'

export const describeRunEvents = (stores: Stores): void => {
  describe('run events', () => {
    const newRunKey = () => ({ tenant_id: newId(), run_id: newId() })
    const makeEvent = (seq: number) => ({
      seq,
      type: 'x',
      text: JSON.stringify({ type: 'x', text: `${seq} \u0000 "` }),
    })
    const makeEvents = (first_seq: number, last_seq: number) =>
      Array.from({ length: last_seq - first_seq + 1 }, (_, index) => makeEvent(first_seq + index))
    const eventsRow = (run: { tenant_id: string; run_id: string }, first_seq: number, last_seq: number) => ({
      ...run,
      first_seq,
      last_seq,
      events: `[${makeEvents(first_seq, last_seq)
        .map(({ text }) => text)
        .join(',')}]`,
    })
    const list = async (run: { tenant_id: string; run_id: string }, after: number, limit: number) =>
      (await stores.runEvents.listAfter(run, after, limit)).map(({ events }) => events)

    it('run events are read in order, starting with the next event of the row that contains it', async () => {
      const run = newRunKey()
      const rows = [eventsRow(run, 1, 3), eventsRow(run, 4, 4), eventsRow(run, 5, 20)]
      await stores.db.write(stores.runEvents.insertStatements([rows[2]!, rows[0]!]))
      await stores.db.write(stores.runEvents.insertStatements([rows[1]!]))
      const events = [makeEvents(1, 3), makeEvents(4, 4), makeEvents(5, 20)]
      expect(await list(run, 0, 10)).toEqual(events)
      expect(await list(run, 0, 2)).toEqual(events.slice(0, 2))
      expect(await list(run, 2, 10)).toEqual([makeEvents(3, 3), ...events.slice(1)])
      expect(await list(run, 3, 10)).toEqual(events.slice(1))
      expect(await list(run, 20, 10)).toEqual([])
      await expect(stores.runEvents.getLastSeq(run)).resolves.toBe(20)
      await expect(stores.runEvents.getLastEvent(run)).resolves.toEqual(makeEvent(20))
    })

    it('an appended event gets the next number of the run', async () => {
      const run = newRunKey()
      const append = (events: string) =>
        stores.db.write([stores.runEvents.appendStatement({ ...run, events })])
      await expect(append('[{"type":"a"}]')).resolves.toEqual([[{ last_seq: 1 }]])
      await stores.db.write(stores.runEvents.insertStatements([eventsRow(run, 2, 9)]))
      await expect(append('[{"type":"b"}]')).resolves.toEqual([[{ last_seq: 10 }]])
      expect(await list(run, 9, 5)).toEqual([[{ seq: 10, type: 'b', text: '{"type":"b"}' }]])
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
      await expect(stores.runEvents.getLastEvent(stranger)).resolves.toBeUndefined()
    })

    it('run events of many runs that are read at once are those of each run, after its own number', async () => {
      const runs = Array.from({ length: 40 }, newRunKey)
      await stores.db.write(
        runs.flatMap((run) =>
          stores.runEvents.insertStatements([eventsRow(run, 1, 3), eventsRow(run, 4, 6)]),
        ),
      )
      const pages = await Promise.all([
        ...runs.map((run, index) => list(run, index % 6, 10)),
        list(runs[0]!, 0, 1),
        list(newRunKey(), 0, 10),
      ])
      const expected = runs.map((_, index) => {
        const after = index % 6
        return after < 3 ? [makeEvents(after + 1, 3), makeEvents(4, 6)] : [makeEvents(after + 1, 6)]
      })
      expect(pages).toEqual([...expected, [makeEvents(1, 3)], []])
    })
  })
}
