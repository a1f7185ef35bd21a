/**
 * Finds the PostgreSQL server that accepts writes, among the servers of a URL with several hosts
 * (`postgres://user@a,b:5433/db`, as in libpq) or behind a proxy. After a failover, a server that was the primary may
 * still accept connections as a read-only standby, so every new connection is checked.
 */
import pg from 'pg'

/** SQLSTATE `read_only_sql_transaction`: what a standby responds to a write. */
export const READ_ONLY_SQLSTATE = '25006'
export const CONNECT_TIMEOUT_MS = 5_000
/** A host that drops packets must not use up the time of a request: the other hosts respond much earlier. */
const PROBE_TIMEOUT_MS = 3_000

/** Rejects if the server is a standby, or is set to read-only. */
export const requireWritable = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only",
  )
  if (rows[0]?.is_read_only !== false)
    throw Object.assign(new Error('the database server is read-only: it is a standby'), {
      code: READ_ONLY_SQLSTATE,
    })
}

const connectTo = async (url: string, config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...config,
    connectionString: url,
  })
  // The error is also the rejection of a request; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await requireWritable(client)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}

/** Connects to all hosts at once and keeps the first connection that accepts writes. */
export const connectToPrimary = async (
  urls: readonly string[],
  config: pg.ClientConfig,
): Promise<pg.Client> => {
  const attempts = urls.map((url) => connectTo(url, config))
  const [onlyAttempt] = attempts
  if (onlyAttempt !== undefined && attempts.length === 1) return onlyAttempt
  try {
    const client = await Promise.any(attempts)
    for (const attempt of attempts) {
      attempt
        .then(
          (other) => (other === client ? undefined : other.end()),
          () => undefined,
        )
        .catch(() => undefined)
    }
    return client
  } catch (error) {
    // All hosts failed: the first error stands for all of them.
    throw error instanceof AggregateError ? error.errors[0] : error
  }
}

/** Remembers which host accepts writes. With a single host there is nothing to find. */
export const makePrimaryFinder = (urls: readonly [string, ...string[]]) => {
  let currentUrl = urls[0]
  let search: Promise<boolean> | undefined

  const probe = async (url: string): Promise<string> => {
    const client = await connectTo(url, {
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    })
    await client.end().catch(() => undefined)
    return url
  }
  const findUrl = (): Promise<boolean> =>
    Promise.any(urls.map(probe)).then(
      (url) => {
        currentUrl = url
        return true
      },
      () => false,
    )

  return {
    getUrl: (): string => currentUrl,
    /** Looks for the primary and returns true if there is one. Callers at the same time share one search. */
    find: (): Promise<boolean> =>
      urls.length === 1
        ? Promise.resolve(false)
        : (search ??= findUrl().finally(() => {
            search = undefined
          })),
  }
}
