/** What PostgreSQL does during a measurement: CPU time, write-ahead log, transactions and notifications. */
import pg from 'pg'
import { NOTIFICATION_CHANNEL } from '../src/store/sql/postgres-notifications.js'
import type { Defer } from './cleanup.js'
import { findParent, getTreeCpuSeconds } from './process-tree.js'

export interface Activity {
  cpuSeconds: number
  walBytes: number
  transactions: number
  notifications: number
  notificationBytes: number
}

/** Returns a function that reads the totals since the start of the server. */
export const watchPostgres = async (url: string, defer: Defer): Promise<() => Promise<Activity>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  defer(() => client.end())
  const received = { notifications: 0, notificationBytes: 0 }
  client.on('notification', ({ payload = '' }) => {
    received.notifications += 1
    received.notificationBytes += payload.length
  })
  await client.query(`listen ${NOTIFICATION_CHANNEL}`)
  const server = findParent(
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid,
  )
  return async () => {
    // Transactions become visible when the backends report them, at most once a second.
    const { rows } = await client.query<{ wal: string; transactions: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, xact_commit + xact_rollback as transactions
       from pg_stat_database where datname = current_database()`,
    )
    return {
      cpuSeconds: getTreeCpuSeconds(server),
      walBytes: Number(rows[0]!.wal),
      transactions: Number(rows[0]!.transactions),
      ...received,
    }
  }
}

export const subtract = (after: Activity, before: Activity): Activity => ({
  cpuSeconds: after.cpuSeconds - before.cpuSeconds,
  walBytes: after.walBytes - before.walBytes,
  transactions: after.transactions - before.transactions,
  notifications: after.notifications - before.notifications,
  notificationBytes: after.notificationBytes - before.notificationBytes,
})
