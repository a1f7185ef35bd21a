/** Measures what a notification costs PostgreSQL, by the number of connections that listen: each of them receives each notification. */
import pg from 'pg'
import { NOTIFICATION_CHANNEL, NOTIFY_SQL } from '../src/store/sql/postgres-notifications.js'
import type { Defer } from './cleanup.js'
import { findParent, getTreeCpuSeconds } from './process-tree.js'

export interface NotificationCost {
  listeners: number
  cpuMicros: number
  /** Sent by eight connections, received by all listeners. */
  perSecond: number
}

const LISTENERS = [1, 10, 50, 100]
const SENDERS = 8
const NOTIFICATIONS = 2_000
/** About ten runs with new events. */
const PAYLOAD = 'x'.repeat(500)

export const measureNotifications = async (url: string, defer: Defer): Promise<NotificationCost[]> => {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    defer(() => client.end())
    return client
  }
  const senders = await Promise.all(Array.from({ length: SENDERS }, connect))
  const { rows } = await senders[0]!.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = findParent(rows[0]!.pid)
  const costs: NotificationCost[] = []
  let received = 0
  let listening = 0
  for (const listeners of LISTENERS) {
    for (; listening < listeners; listening++) {
      const client = await connect()
      client.on('notification', () => (received += 1))
      await client.query(`listen ${NOTIFICATION_CHANNEL}`)
    }
    received = 0
    const before = getTreeCpuSeconds(server)
    const started = performance.now()
    await sendAll(senders)
    while (received < NOTIFICATIONS * listeners) await new Promise(setImmediate)
    const seconds = (performance.now() - started) / 1000
    costs.push({
      listeners,
      cpuMicros: ((getTreeCpuSeconds(server) - before) / NOTIFICATIONS) * 1e6,
      perSecond: NOTIFICATIONS / seconds,
    })
  }
  return costs
}

const sendAll = async (senders: readonly pg.Client[]): Promise<void> => {
  let sent = 0
  const sendLoop = async (sender: pg.Client): Promise<void> => {
    while (sent++ < NOTIFICATIONS) await sender.query(NOTIFY_SQL, [PAYLOAD])
  }
  await Promise.all(senders.map(sendLoop))
}
