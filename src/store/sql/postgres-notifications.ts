/**
 * Hints between the nodes of a cluster, by LISTEN and NOTIFY. They may be lost: whoever depends on them looks into the
 * database by itself now and then, and `missed` tells when some may have been.
 */
import pg from 'pg'

export interface Hints {
  /** Rejects when nobody can be told now. */
  send(text: string): Promise<void>
  close(): Promise<void>
}

export interface HintListener {
  heard(text: string): void
  /** The connection is back after it was lost; what was said meanwhile was not heard. */
  missed(): void
  failed(error: Error): void
}

const CHANNEL = 'heddle_hints'
const RETRY_MS = 1_000

export const listenOnPostgres = async (
  url: string,
  send: (text: string) => Promise<void>,
  listener: HintListener,
): Promise<Hints> => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'heddle-hints',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    next.on('notification', ({ payload }) => {
      listener.heard(payload ?? '')
    })
    next.on('error', (error) => {
      lose(next, error)
    })
    next.on('end', () => {
      lose(next, new Error('the connection for hints ended'))
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
  }

  const lose = (lost: pg.Client, error: Error): void => {
    if (client !== lost || isClosed) return
    client = undefined
    listener.failed(error)
    retry()
  }

  const retry = (): void => {
    timer = setTimeout(() => {
      connect().then(() => {
        listener.missed()
      }, retry)
    }, RETRY_MS)
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

export const notifySql = `select pg_notify('${CHANNEL}', $1)`
