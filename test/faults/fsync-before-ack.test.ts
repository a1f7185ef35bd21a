/**
 * A 2xx response to a write means that it is on disk. Killing the process does not prove that, because the
 * page cache survives, and power cannot be cut here. The tests therefore check the settings of the committing
 * connection and the system calls of the process. kill-creates.test.ts checks that the response comes after
 * the commit.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { Database } from '../../src/store/sql/database.js'
import type { Durability } from '../../src/store/sql/driver.js'
import { createTestDatabase, type DatabaseKind } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { rawStatement } from '../support/raw-statement.js'

describe('the connection that commits', () => {
  const query = async (databaseKind: DatabaseKind, durability: Durability, ...statements: string[]) => {
    const { url, drop } = await createTestDatabase(databaseKind)
    const db = await Database.open({ url, durability, poolSize: 1 })
    // Sent as writes, because on SQLite the settings of the writer connection matter.
    const results = await db.write(statements.map((sql) => rawStatement(sql)))
    await db.close()
    await drop()
    return results?.map((rows) => rows.flatMap((row) => Object.values(row)))
  }
  const FULL = 2
  const NORMAL = 1

  it('the SQLite connection syncs every commit to disk', async () => {
    const statements = ['pragma journal_mode', 'pragma synchronous', 'pragma compile_options']
    const [mode, synchronous, options] = (await query('sqlite', 'full', ...statements)) ?? []
    expect(mode).toEqual(['wal'])
    expect(synchronous).toEqual([FULL])
    expect(options).not.toContain('NO_SYNC')
  })

  it('the PostgreSQL connection syncs every commit to disk', async () => {
    expect(await query('postgres', 'full', 'show synchronous_commit')).toEqual([['on']])
  })

  it('the connections do not sync with DURABILITY=relaxed', async () => {
    expect(await query('sqlite', 'relaxed', 'pragma synchronous')).toEqual([[NORMAL]])
    expect(await query('postgres', 'relaxed', 'show synchronous_commit')).toEqual([['off']])
  })
})

/** The system call numbers of fsync and fdatasync. */
const SYNCS: Partial<Record<NodeJS.Architecture, RegExp>> = { x64: /^7[45] /, arm64: /^8[23] / }
const POSTS = 100
/** On a busy machine samples are rare; if none of this many writes is seen syncing, there is no sync. */
const MAX_POSTS = 5_000

describe.runIf(process.platform === 'linux' && process.arch in SYNCS)('the process', () => {
  const isSync = SYNCS[process.arch]!

  const post = async ({ url }: Heddle): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/v1/threads`, { method: 'POST', headers, body: '{}' })
    await response.text()
    return response.status
  }

  /**
   * Counts the writes during which a sync was sampled, up to at least `minimum`. Sampling misses syncs but
   * reports no false ones.
   */
  const countSynced = async (heddle: Heddle, minimum: number): Promise<number> => {
    const tasks = `/proc/${heddle.pid}/task`
    let watchedThreads = readdirSync(tasks)
    let synced = 0
    for (let index = 0; index < POSTS || (synced < minimum && index < MAX_POSTS); index++) {
      let status: number | undefined
      const response = post(heddle).then((received) => (status = received))
      let syncingThread: string | undefined
      while (status === undefined) {
        syncingThread ??= watchedThreads.find((id) =>
          isSync.test(readFileSync(join(tasks, id, 'syscall'), 'utf8')),
        )
        await nextTurn()
      }
      expect(await response).toBe(201)
      if (syncingThread === undefined) continue
      synced++
      // From now on only the writer thread is sampled, which allows more samples.
      watchedThreads = [syncingThread]
    }
    return synced
  }

  it(
    'the process syncs while it handles a write, and does not with DURABILITY=relaxed',
    { timeout: 120_000 },
    async () => {
      // Not in the temporary folder, which may be in memory, where a sync takes no time.
      const cache = join(packageRoot, 'node_modules/.cache')
      mkdirSync(cache, { recursive: true })
      const folder = mkdtempSync(join(cache, 'heddle-sync-'))
      const synced: Partial<Record<Durability, number>> = {}
      for (const durability of ['full', 'relaxed'] as const) {
        const databaseUrl = `sqlite:${join(folder, durability, 'heddle.db')}`
        const heddle = await startHeddle({ databaseUrl, env: { DURABILITY: durability } })
        synced[durability] = await countSynced(heddle, durability === 'full' ? 1 : 0)
        await heddle.stop()
      }
      rmSync(folder, { recursive: true })
      console.log(JSON.stringify({ test: 'fsync-before-ack', posts: POSTS, seen_syncing: synced }))
      expect(synced.full).toBeGreaterThan(0)
      expect(synced.relaxed).toBe(0)
    },
  )
})
