/**
 * The connection pool of the PostgreSQL driver. It connects to the server that accepts writes, and replaces all of its
 * connections as soon as one of them shows that they are useless: the server does not respond, or it became a standby.
 * Without that, each of the idle connections would fail a request of its own after the full timeout.
 */
import pg from 'pg'
import type { Durability } from './driver.js'
import {
  CONNECT_TIMEOUT_MS,
  makePrimaryFinder,
  READ_ONLY_SQLSTATE,
  requireWritable,
} from './postgres-hosts.js'

const INT8_OID = 20
const JSON_OIDS = [114, 3802]
const QUERY_TIMEOUT_MS = 9_000
/**
 * If no request got any response for this long, the connections may be dead without being closed. New requests get new connections then; the
 * old ones are closed when their requests have ended.
 */
const MAX_SILENCE_MS = 3_000
const SILENCE_CHECK_MS = 500

// Rows have the same values as SQLite's: bigint as number (all values are below 2^53), JSON as text.
export const types = new pg.TypeOverrides()
types.setTypeParser(INT8_OID, Number)
for (const type of JSON_OIDS) types.setTypeParser(type, (text: string) => text)

export interface PoolOptions {
  urls: readonly [string, ...string[]]
  size: number
  durability: Durability
  /** True if a connection pooler such as PgBouncer assigns another server connection to each transaction. */
  isPooled: boolean
  onError: (error: Error) => void
}

/** `scope` is empty for the session, or `local` for one transaction. */
const buildSettings = (durability: Durability, scope: '' | 'local'): string =>
  [
    `synchronous_commit = ${durability === 'full' ? 'on' : 'off'}`,
    `statement_timeout = ${String(QUERY_TIMEOUT_MS)}`,
    'lock_timeout = 5000',
    'idle_in_transaction_session_timeout = 30000',
  ]
    .map((setting) => `set ${scope} ${setting}`)
    .join('; ')

/** Settings of a session do not survive a transaction pooler, so they are part of every transaction there. */
export const buildBegin = ({ durability, isPooled }: PoolOptions): string =>
  isPooled ? `begin; ${buildSettings(durability, 'local')}` : 'begin'

/** True if the connection, and those that were opened before it, may be useless. */
const isStaleError = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code === READ_ONLY_SQLSTATE || error.message === 'Query read timeout')

/** True if the server closes the connection after this error, or if the connection broke. */
const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'

export const openPool = (options: PoolOptions) => {
  const { urls, size, durability, isPooled, onError } = options
  const finder = makePrimaryFinder(urls)
  const closing = new Set<Promise<void>>()
  let closed: Promise<unknown> | undefined
  let pendingCount = 0
  let lastResponseAt = 0

  class PrimaryClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: finder.getUrl() })
    }
  }

  const create = (): pg.Pool => {
    const created = new pg.Pool({
      Client: PrimaryClient,
      max: size,
      types,
      pipeline: true,
      application_name: 'heddle',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      // A network that silently drops packets does not break the connection; without a timeout a request would wait
      // forever.
      query_timeout: QUERY_TIMEOUT_MS,
      // The pool awaits this promise before it uses the connection, although its types do not say so.
      onConnect: (client): unknown =>
        Promise.all([isPooled || client.query(buildSettings(durability, '')), requireWritable(client)]),
    })
    // The pool replaces a broken idle connection. Without a listener the error would end the process.
    created.on('error', (error) => {
      onError(new Error(`connection lost: ${error.message}`, { cause: error }))
    })
    // A connection that breaks in use rejects its requests; the error event still needs a listener.
    created.on('connect', (client) => client.on('error', () => undefined))
    return created
  }
  let pool = create()

  const close = (ended: pg.Pool): Promise<void> => {
    const end = ended.end().finally(() => closing.delete(end))
    closing.add(end)
    return end
  }

  const replace = (stale: pg.Pool): void => {
    if (pool !== stale || closed !== undefined) return
    pool = create()
    void close(stale)
  }

  const acquire = async (): Promise<{ client: pg.PoolClient; source: pg.Pool }> => {
    const source = pool
    try {
      return { client: await source.connect(), source }
    } catch (error) {
      // The request waited for a connection of a pool that was replaced, or for one to a host that is gone.
      const canRetry = closed === undefined && (pool !== source || (await finder.find()))
      if (!canRetry) throw error
      const next = pool
      return { client: await next.connect(), source: next }
    }
  }

  const silenceTimer = setInterval(() => {
    if (pendingCount === 0 || performance.now() - lastResponseAt < MAX_SILENCE_MS) return
    lastResponseAt = performance.now()
    replace(pool)
  }, SILENCE_CHECK_MS).unref()

  const useConnection = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const { client, source } = await acquire()
    let failure: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if (endsConnection(error) || isStaleError(error)) failure = error as Error
      if (isStaleError(error)) replace(source)
      throw error
    } finally {
      client.release(failure)
    }
  }

  /** Runs `work` on a connection of its own. The connection is closed unless it is certainly usable afterwards. */
  const use = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    // The silence begins with the first pending request.
    if (pendingCount++ === 0) lastResponseAt = performance.now()
    try {
      return await useConnection(work)
    } finally {
      pendingCount--
      lastResponseAt = performance.now()
    }
  }

  return {
    use,
    close: async (): Promise<void> => {
      clearInterval(silenceTimer)
      closed ??= Promise.all([close(pool), ...closing])
      await closed
    },
    isClosed: (): boolean => closed !== undefined,
  }
}
