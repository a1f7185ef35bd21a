import { expect, it } from 'vitest'
import type { StoredEvents } from '../store/runs/decode-events.js'
import type { RunEventStore } from '../store/runs/events.js'
import { Bus } from './bus.js'
import type { RunEvent } from './run-event.js'
import { RunTail } from './run-tail.js'

const RUN = { tenant_id: 'tenant', run_id: 'run' }
const SMALL = 100
const LARGE = 100_000

const makeEvent = (chars: number, index: number): RunEvent => ({
  seq: index + 1,
  type: 'node.completed',
  text: JSON.stringify({ type: 'node.completed', output: 'x'.repeat(chars) }),
})

/** A run whose first rows are small, so that the page that follows them is planned with many rows. */
const STORED = [...Array<number>(8).fill(SMALL), ...Array<number>(40).fill(LARGE)].map(makeEvent)
const ROWS = STORED.map((event) => ({
  first_seq: event.seq,
  last_seq: event.seq,
  chars: event.text.length,
  events: [event],
}))

const listAfter = (_run: object, after: number, limit: number): Promise<StoredEvents[]> =>
  Promise.resolve(ROWS.filter(({ last_seq }) => last_seq > after).slice(0, limit))

/** `isFull` decides after each write whether the reader is full. */
const follow = (isFull: (writes: readonly RunEvent[][]) => boolean) => {
  const writes: RunEvent[][] = []
  const tail = new RunTail({
    bus: new Bus(),
    runEvents: { listAfter } as Partial<RunEventStore> as RunEventStore,
    run: RUN,
    after: 0,
    write: (events) => {
      writes.push(events)
      return !isFull(writes)
    },
    onEnd: () => undefined,
  })
  return { tail, writes }
}

const countChars = (events: readonly RunEvent[]): number =>
  events.reduce((sum, { text }) => sum + text.length, 0)

it('a full reader gets no more than one page, even if rows are larger than those before them', async () => {
  const { writes } = follow((all) => countChars(all.at(-1) ?? []) > LARGE)
  await expect.poll(() => writes.flat().some(({ text }) => text.length > LARGE)).toBe(true)
  expect(writes.map(countChars).filter((chars) => chars > 262_144)).toEqual([])
  expect(writes.filter((page) => countChars(page) > LARGE)).toHaveLength(1)
})

it('a reader that drains after each page gets every event once and in order', async () => {
  const { tail, writes } = follow(() => {
    setImmediate(() => {
      tail.resume()
    })
    return true
  })
  await expect.poll(() => writes.flat().length, { timeout: 10_000 }).toBe(STORED.length)
  expect(writes.flat().map(({ seq }) => seq)).toEqual(STORED.map(({ seq }) => seq))
  tail.stop()
})

/** Follows a run whose rows are added one by one, and counts the reads of the store. */
const followGrowing = () => {
  const bus = new Bus()
  const stored: StoredEvents[] = []
  const limits: number[] = []
  const received: number[] = []
  const runEvents: Partial<RunEventStore> = {
    listAfter: (_run, after, limit) => {
      limits.push(limit)
      return Promise.resolve(stored.filter(({ last_seq }) => last_seq > after).slice(0, limit))
    },
  }
  const tail = new RunTail({
    bus,
    runEvents: runEvents as RunEventStore,
    run: RUN,
    after: 0,
    write: (events) => {
      received.push(...events.map(({ seq }) => seq))
      return true
    },
    onEnd: () => undefined,
  })
  const store = (count: number): void => void stored.push(...ROWS.slice(stored.length, stored.length + count))
  /** As another node does it: without the events. */
  const notify = async (last_seq: number): Promise<void> => {
    bus.emitLocalRunEvents({ run_id: RUN.run_id, last_seq })
    await new Promise(setImmediate)
  }
  return { tail, limits, received, store, notify }
}

it('a stream that opens before the first event reads the first events with one query', async () => {
  const { tail, limits, received, store, notify } = followGrowing()
  await notify(0)
  store(3)
  await notify(3)
  expect(received).toEqual([1, 2, 3])
  expect(limits).toHaveLength(2)
  tail.stop()
})

it('a notification of events that the reader has makes it read nothing', async () => {
  const { tail, limits, received, store, notify } = followGrowing()
  store(2)
  await notify(2)
  expect(received).toEqual([1, 2])
  const readsBefore = limits.length
  await notify(1)
  await notify(2)
  expect(limits).toHaveLength(readsBefore)
  store(1)
  await notify(Infinity)
  expect(received).toEqual([1, 2, 3])
  tail.stop()
})
