/** Runs the commands of docs/operations.md for backup, restore and upgrade, on both databases. */
import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { packageRoot, resolveBuildFile } from '../../src/platform/package-root.js'
import { callServer } from '../support/call-server.js'
import {
  createPostgresDatabase,
  DATABASE_KINDS,
  runAsAdmin,
  type DatabaseKind,
} from '../support/databases.js'
import { TEST_ENCRYPTION_KEY } from '../support/encryption.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { buildNewerVersion } from '../support/newer-version.js'
import { hasPostgresClients } from '../support/postgres-clients.js'

const run = promisify(execFile)
const page = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8')

/** Lists the shell commands of a section, up to the next heading. */
const listCommands = (heading: string): string[] => {
  const [, section] = page.split(`\n${heading}\n`)
  if (section === undefined) throw new Error(`the page has no section "${heading}"`)
  const [text = ''] = section.split(/^#+ /m)
  const blocks = [...text.matchAll(/^( *)```sh\n(.*?)^\1```$/gms)]
  return blocks.map(([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
}

const getDatabaseName = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1)

/** A machine with Heddle in a folder of its own, the default settings for SQLite, and `heddle` on the PATH. */
const makeMachine = async (databaseKind: DatabaseKind) => {
  const folder = makeTempFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const program = JSON.stringify(resolveBuildFile('main.js'))
  writeFileSync(join(bin, 'heddle'), `#!/bin/sh\nexec "${process.execPath}" ${program} "$@"\n`, {
    mode: 0o755,
  })
  const database = databaseKind === 'postgres' ? await createPostgresDatabase() : undefined
  const env = database && { DATABASE_URL: database.url, ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }
  return {
    folder,
    databaseUrl: database?.url,
    start: (options: { program?: string; databaseUrl?: string } = {}) =>
      startHeddle({ folder, ...(database && { databaseUrl: database.url }), ...options }),
    /** Runs the commands in a shell that ends at the first one that fails. */
    execute: async (commands: string | undefined): Promise<string> => {
      expect(commands).toBeDefined()
      const path = `${bin}:${process.env['PATH'] ?? ''}`
      const { stdout } = await run('sh', ['-ec', commands!], { cwd: folder, env: { PATH: path, ...env } })
      return stdout
    },
    drop: () => database?.drop(),
  }
}

const createThread = async (heddle: Heddle): Promise<string> => {
  const { status, body } = await callServer(heddle, 'POST', '/api/v1/threads', { body: { title: 'Thread' } })
  expect(status).toBe(201)
  return (body as { thread_id: string }).thread_id
}

const getStatus = async (heddle: Heddle, threadId: string): Promise<number> =>
  (await callServer(heddle, 'GET', `/api/v1/threads/${threadId}`)).status

/** The URL that the commands of the page give to the restored database. */
const toRestoredUrl = (databaseUrl: string, name: string): string =>
  databaseUrl.replace(getDatabaseName(databaseUrl), name)

const dropDatabase = (name: string) => runAsAdmin(`drop database if exists ${name} with (force)`)

if (!hasPostgresClients)
  console.warn('the commands for PostgreSQL are not tested: there is no pg_dump on the PATH')

describe.each(DATABASE_KINDS)('the commands of docs/operations.md for %s', (databaseKind) => {
  const isSqlite = databaseKind === 'sqlite'
  const title = isSqlite ? 'SQLite' : 'PostgreSQL'

  it.skipIf(!isSqlite && !hasPostgresClients)(
    'back up and restore what was stored before the backup',
    async () => {
      const machine = await makeMachine(databaseKind)
      if (!isSqlite) await dropDatabase('heddle_restored')
      const heddle = await machine.start()
      const before = await createThread(heddle)
      for (const commands of listCommands(`### Back up ${title}`)) await machine.execute(commands)
      const after = await createThread(heddle)
      await heddle.stop()
      if (isSqlite) rmSync(join(machine.folder, 'data'), { recursive: true })
      const [restore, replace] = listCommands(`### Restore ${title}`)
      expect(await machine.execute(restore)).toMatch(isSqlite ? /^restored /m : /the database is complete/m)
      const restored = await machine.start(
        machine.databaseUrl === undefined
          ? {}
          : { databaseUrl: toRestoredUrl(machine.databaseUrl, 'heddle_restored') },
      )
      expect(await getStatus(restored, before)).toBe(200)
      expect(await getStatus(restored, after)).toBe(404)
      await restored.stop()
      if (isSqlite) {
        expect(await machine.execute(replace)).toMatch(/^the old database is kept as /m)
        expect(readdirSync(join(machine.folder, 'data')).join(' ')).toMatch(/heddle\.db\.replaced-\d{8}T\d+Z/)
      } else await dropDatabase('heddle_restored')
      await machine.drop()
    },
  )

  it.skipIf(!isSqlite && !hasPostgresClients)(
    'go back to the old version after an upgrade that the old version cannot use',
    async () => {
      const [backUpSqlite, backUpPostgres, restoreSqlite, restorePostgres] = listCommands('## Upgrade')
      const machine = await makeMachine(databaseKind)
      if (!isSqlite) await dropDatabase('heddle_before_upgrade')
      const newerVersion = buildNewerVersion({
        '9000-test': '-- oldest-program: 9000\nalter table threads add column added_by_test bigint;',
      })
      const oldNode = await machine.start()
      const before = await createThread(oldNode)
      await machine.execute(isSqlite ? backUpSqlite : backUpPostgres)
      await oldNode.stop()

      const newNode = await machine.start({ program: newerVersion })
      expect(newNode.output()).toMatch(/database migrated/)
      expect(await getStatus(newNode, before)).toBe(200)
      const after = await createThread(newNode)
      await newNode.stop()
      await expect(machine.start()).rejects.toThrow(/requires a version of Heddle with schema version 9000/)

      await machine.execute(isSqlite ? restoreSqlite : restorePostgres)
      const restored = await machine.start(
        machine.databaseUrl === undefined
          ? {}
          : { databaseUrl: toRestoredUrl(machine.databaseUrl, 'heddle_before_upgrade') },
      )
      expect(await getStatus(restored, before)).toBe(200)
      expect(await getStatus(restored, after)).toBe(404)
      await createThread(restored)
      await restored.stop()
      if (!isSqlite) await dropDatabase('heddle_before_upgrade')
      await machine.drop()
    },
  )
})
