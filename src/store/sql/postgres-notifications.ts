/**
 * Hints between the nodes of a cluster, by LISTEN and NOTIFY. They may be lost: whoever depends on them looks into the
 * database by itself now and then, and `missed` tells when some may have been.
 */
import pg from 'pg'

export interface NotificationChannel {
  /** Rejects when nobody can be told now. */
  send(text: string): Promise<void>
  close(): Promise<void>
}

export interface NotificationListener {
  onNotification(text: string): void
  /** The connection is back after it was lost; what was said meanwhile was not heard. */
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
      onDisconnect(newClient, new Error('the connection for hints ended'))
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
