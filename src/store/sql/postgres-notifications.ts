/**
 * Notifications between the nodes of a cluster, with LISTEN and NOTIFY. A notification can be lost, so subscribers also
 * poll the database, and `onReconnect` is called when notifications may have been missed. The listening connection only
 * receives, so it would not notice that the server is gone or became a standby; a query checks it every few seconds.
 */
import type pg from 'pg'
import { connectToPrimary, requireWritable } from './postgres-hosts.js'

export interface NotificationChannel {
  /** Rejects if the notification cannot be sent now. */
  send(text: string): Promise<void>
  close(): Promise<void>
}

export interface NotificationListener {
  onNotification(text: string): void
  /** Called when a lost connection is back. Notifications that were sent in the meantime are missed. */
  onReconnect(): void
  onConnectionLost(error: Error): void
}

export const NOTIFICATION_CHANNEL = 'heddle_hints'
const RECONNECT_DELAY_MS = 1_000
const CHECK_INTERVAL_MS = 5_000
const CHECK_TIMEOUT_MS = 5_000

export const openNotificationChannel = async (
  urls: readonly string[],
  send: (text: string) => Promise<void>,
  listener: NotificationListener,
): Promise<NotificationChannel> => {
  let client: pg.Client | undefined
  let reconnectTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async (): Promise<void> => {
    const newClient = await connectToPrimary(urls, {
      application_name: 'heddle-hints',
      query_timeout: CHECK_TIMEOUT_MS,
      keepAlive: true,
    })
    newClient.on('notification', ({ payload }) => {
      listener.onNotification(payload ?? '')
    })
    newClient.on('error', (error) => {
      onDisconnect(newClient, error)
    })
    newClient.on('end', () => {
      onDisconnect(newClient, new Error('the notification connection ended'))
    })
    await newClient.query(`listen ${NOTIFICATION_CHANNEL}`)
    // The channel may have been closed while this connection was opened.
    if (isClosed) await newClient.end()
    else client = newClient
  }

  const onDisconnect = (lostClient: pg.Client, error: Error): void => {
    if (client !== lostClient || isClosed) return
    client = undefined
    lostClient.end().catch(() => undefined)
    listener.onConnectionLost(error)
    scheduleReconnect()
  }

  const scheduleReconnect = (): void => {
    if (isClosed) return
    reconnectTimer = setTimeout(() => {
      connect().then(() => {
        listener.onReconnect()
      }, scheduleReconnect)
    }, RECONNECT_DELAY_MS)
  }

  const check = (): void => {
    const checkedClient = client
    if (checkedClient === undefined) return
    requireWritable(checkedClient).catch((error: unknown) => {
      onDisconnect(checkedClient, error as Error)
    })
  }

  await connect()
  const checkTimer = setInterval(check, CHECK_INTERVAL_MS).unref()
  return {
    send,
    close: async () => {
      isClosed = true
      clearTimeout(reconnectTimer)
      clearInterval(checkTimer)
      await client?.end().catch(() => undefined)
    },
  }
}

export const NOTIFY_SQL = `select pg_notify('${NOTIFICATION_CHANNEL}', $1)`
