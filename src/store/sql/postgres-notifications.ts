/**
 * Notifications between the nodes of a cluster, with LISTEN and NOTIFY. A notification can be lost, so subscribers also
 * poll the database, and `onReconnect` is called when notifications may have been missed.
 */
import pg from 'pg'

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

const CHANNEL = 'heddle_hints'
const RECONNECT_DELAY_MS = 1_000

export const openNotificationChannel = async (
  url: string,
  send: (text: string) => Promise<void>,
  listener: NotificationListener,
): Promise<NotificationChannel> => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async (): Promise<void> => {
    const newClient = new pg.Client({
      connectionString: url,
      application_name: 'heddle-hints',
      connectionTimeoutMillis: 5_000,
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
    await newClient.connect()
    await newClient.query(`listen ${CHANNEL}`)
    client = newClient
  }

  const onDisconnect = (lostClient: pg.Client, error: Error): void => {
    if (client !== lostClient || isClosed) return
    client = undefined
    listener.onConnectionLost(error)
    scheduleReconnect()
  }

  const scheduleReconnect = (): void => {
    timer = setTimeout(() => {
      connect().then(() => {
        listener.onReconnect()
      }, scheduleReconnect)
    }, RECONNECT_DELAY_MS)
  }

  await connect()
  return {
    send,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

export const NOTIFY_SQL = `select pg_notify('${CHANNEL}', $1)`
