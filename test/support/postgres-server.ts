/** Runs one PostgreSQL server in its own folder, on a free local port. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { RunAs } from './unprivileged-user.js'

const run = promisify(execFile)

export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

export interface ServerOptions {
  /** The folder with initdb and postgres. */
  bin: string
  folder: string
  runAs: RunAs
  fsync: boolean
}

export const initialize = async ({ bin, folder, runAs }: ServerOptions): Promise<void> => {
  const args = ['-D', join(folder, 'data'), '-U', 'heddle', '--auth=trust', '--no-sync', '-E', 'UTF8']
  const initdb = (locale: string) =>
    run(join(bin, 'initdb'), [...args, `--locale=${locale}`], { ...runAs, cwd: folder })
  // Some machines have no C.UTF-8. The store does not depend on the locale: its IDs compare by bytes.
  await initdb('C.UTF-8').catch(() => initdb('C'))
}

export const launch = async ({ bin, folder, runAs, fsync }: ServerOptions): Promise<PostgresServer> => {
  const port = String(await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: fsync ? 'on' : 'off',
    max_connections: '200',
  }
  const args = ['-D', join(folder, 'data'), '-p', port]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)

  const log = openSync(join(folder, 'log'), 'a')
  // A separate process group: Ctrl-C must not stop the server before the tests that use it.
  const processOptions = { cwd: folder, detached: true }
  const child = spawn(join(bin, 'postgres'), args, {
    ...runAs,
    ...processOptions,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const killServer = () => child.kill('SIGQUIT')
  process.once('exit', killServer)

  const url = `postgres://heddle@127.0.0.1:${port}/postgres`
  try {
    await waitForConnections(url, child)
  } catch (error) {
    await stopProcess(child)
    const logTail = readFileSync(join(folder, 'log'), 'utf8').slice(-2_000)
    throw new Error(`${(error as Error).message}\n${logTail}`, { cause: error })
  }

  let stopped: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    await stopProcess(child)
    process.removeListener('exit', killServer)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop: () => (stopped ??= stop()) }
}

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const waitForConnections = async (url: string, child: ChildProcess): Promise<void> => {
  let failure: unknown
  child.once('error', (error) => (failure = error))
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (hasEnded(child)) throw new Error('postgres exited immediately', { cause: failure ?? error })
      failure = error
      await sleep(50)
    }
  }
  throw new Error('postgres accepted no connection for 30 seconds', { cause: failure })
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null

const stopProcess = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(killTimer)
}
