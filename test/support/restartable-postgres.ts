/** A PostgreSQL server that a test can stop, kill and start again on the same port, with its data. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findSystemBinaries, installEmbeddedBinaries } from './postgres-binaries.js'
import { initialize } from './postgres-server.js'
import { serverFolderPrefix } from './stale-servers.js'
import { findUnprivilegedUser, grantAccess } from './unprivileged-user.js'

/** SIGINT is pg_ctl's mode `fast`, SIGQUIT is `immediate`. SIGKILL leaves children behind that end a moment later. */
export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

const findBinaries = async (): Promise<string> => {
  try {
    return findSystemBinaries()
  } catch {
    return installEmbeddedBinaries()
  }
}

const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

export const startRestartablePostgres = async () => {
  const runAs = findUnprivilegedUser()
  const folder = mkdtempSync(join(runAs.uid === undefined ? tmpdir() : '/tmp', serverFolderPrefix))
  const bin = await grantAccess(folder, await findBinaries(), runAs)
  await initialize({ bin, folder, runAs, fsync: true })
  const port = String(await findFreePort())
  const url = `postgres://heddle@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const killOnExit = () => child?.kill('SIGQUIT')
  process.once('exit', killOnExit)

  const accepts = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }

  const start = async (): Promise<void> => {
    const deadline = performance.now() + 60_000
    while (performance.now() < deadline) {
      const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
      const args = ['-D', join(folder, 'data'), '-p', port, ...settings]
      child = spawn(join(bin, 'postgres'), args, { ...runAs, cwd: folder, detached: true, stdio: 'ignore' })
      // After SIGKILL the server refuses to start while a child of the old one still exists; then it is started again.
      while (child.exitCode === null && performance.now() < deadline) {
        if (await accepts()) return
        await sleep(20)
      }
      await sleep(100)
    }
    throw new Error('postgres did not start again within 60 seconds')
  }

  const halt = async (signal: StopSignal): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  await start()
  return {
    url,
    start,
    halt,
    stop: async (): Promise<void> => {
      await halt('SIGQUIT')
      process.removeListener('exit', killOnExit)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
