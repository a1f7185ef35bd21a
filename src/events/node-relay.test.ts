import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../store/sql/database.js'
import type { NotificationListener } from '../store/sql/postgres-notifications.js'
import { Bus } from './bus.js'
import { NodeRelay } from './node-relay.js'

let sent: string[]
let listener: NotificationListener
let relay: NodeRelay

/** Only `listen` of the database is used; the channel keeps what would be sent. */
const database = {
  listen: (given: NotificationListener) => {
    listener = given
    return Promise.resolve({
      send: (text: string) => Promise.resolve(void sent.push(text)),
      close: () => Promise.resolve(),
    })
  },
} as unknown as Database

const receive = (count: number): void => {
  for (let n = 0; n < count; n++) listener.onNotification(JSON.stringify({ from: 'another node' }))
}

beforeEach(async () => {
  vi.useFakeTimers()
  sent = []
  relay = new NodeRelay(database, new Bus(), 'this node', () => undefined)
  await relay.start()
})
afterEach(async () => {
  await relay.stop()
  vi.useRealTimers()
})

it('notifications are sent together after 5 ms', () => {
  relay.relayRunEvents('run-1', 3)
  relay.relayRunEvents('run-2', 4)
  relay.relayRunEvents('run-1', 5)
  vi.advanceTimersByTime(5)
  expect(sent.map((text) => JSON.parse(text) as object)).toMatchObject([
    {
      news: [
        ['run-1', 5],
        ['run-2', 4],
      ],
    },
  ])
})

it('while the cluster sends many notifications, they are collected for longer', () => {
  receive(4_000)
  vi.advanceTimersByTime(1_000)
  relay.relayRunEvents('run-1', 3)
  vi.advanceTimersByTime(19)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toHaveLength(1)
})

it('a cancellation does not wait for a long window, and takes along what was collected', () => {
  receive(20_000)
  vi.advanceTimersByTime(1_000)
  relay.relayRunEvents('run-1', 3)
  vi.advanceTimersByTime(50)
  relay.relayStopped('run-2')
  vi.advanceTimersByTime(3)
  // Further cancellations do not postpone it.
  relay.relayStopped('run-3')
  vi.advanceTimersByTime(2)
  expect(sent.map((text) => JSON.parse(text) as object)).toMatchObject([
    { stopped: ['run-2', 'run-3'], news: [['run-1', 3]] },
  ])
})
