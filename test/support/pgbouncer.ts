/** Starts PgBouncer in transaction mode in front of a PostgreSQL server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findUnprivilegedUser } from './unprivileged-user.js'

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file))
export const isPgBouncerInstalled = PROGRAM !== undefined

/** Fewer than the connections of two nodes, so that transactions share connections. */
const SERVER_CONNECTIONS = 6

export const startPgBouncer = async (serverUrl: string) => {
  const target = new URL(serverUrl)
  const folder = mkdtempSync('/tmp/heddle-pgbouncer-')
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const config = `
[databases]
* = host=${target.hostname} port=${target.port || '5432'} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${String(SERVER_CONNECTIONS)}
max_client_conn = 200
`
  writeFileSync(join(folder, 'pgbouncer.ini'), config, { mode: 0o644 })
  // The other user must be able to read the configuration.
  chmodSync(folder, 0o755)
  const child = spawn(PROGRAM ?? 'pgbouncer', [join(folder, 'pgbouncer.ini')], {
    cwd: '/',
    stdio: 'ignore',
    ...findUnprivilegedUser(),
  })
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${String(port)}`

  const deadline = performance.now() + 30_000
  for (;;) {
    const client = new pg.Client({ connectionString: url.href })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error('PgBouncer did not start', { cause: error })
      await sleep(50)
    }
  }
  return {
    url: url.href,
    stop: async (): Promise<void> => {
      process.removeListener('exit', killOnExit)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
