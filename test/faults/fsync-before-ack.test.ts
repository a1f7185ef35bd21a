/**
 * A 2xx to a write means that it is on disk. A killed process does not show that (the page cache outlives it) and
 * the power cannot be cut here, so it is looked at from both ends: what the committing connection is told to do,
 * and what the kernel sees the process do. That the answer comes after the commit is kill-creates.test.ts's part.
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
  const query = async (engine: DatabaseKind, durability: Durability, ...statements: string[]) => {
    const { url, drop } = await createTestDatabase(engine)
    const db = await Database.open({ url, durability, poolSize: 1 })
    // As writes, because on SQLite only the writer's connection is the one that matters.
    const results = await db.write(statements.map((sql) => rawStatement(sql)))
    await db.close()
    await drop()
    return results?.map((rows) => rows.flatMap((row) => Object.values(row)))
  }
  const FULL = 2
  const NORMAL = 1

  it('waits for every commit to reach the disk, on SQLite', async () => {
    const statements = ['pragma journal_mode', 'pragma synchronous', 'pragma compile_options']
    const [mode, synchronous, options] = (await query('sqlite', 'full', ...statements)) ?? []
    expect(mode).toEqual(['wal'])
    expect(synchronous).toEqual([FULL])
    expect(options).not.toContain('NO_SYNC')
  })

  it('waits for every commit to reach the disk, on PostgreSQL', async () => {
    expect(await query('postgres', 'full', 'show synchronous_commit')).toEqual([['on']])
  })

  it('does not wait where DURABILITY is relaxed', async () => {
    expect(await query('sqlite', 'relaxed', 'pragma synchronous')).toEqual([[NORMAL]])
    expect(await query('postgres', 'relaxed', 'show synchronous_commit')).toEqual([['off']])
  })
})

/** fsync and fdatasync, as the kernel numbers them. */
const SYNCS: Partial<Record<NodeJS.Architecture, RegExp>> = { x64: /^7[45] /, arm64: /^8[23] / }
const POSTS = 100
/** On a busy machine glances are few; so many writes without one that is seen means that there is none. */
const MAX_POSTS = 5_000

describe.runIf(process.platform === 'linux' && process.arch in SYNCS)('the process', () => {
  const isSync = SYNCS[process.arch]!

  const post = async ({ url }: Heddle): Promise<number> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/v1/threads`, { method: 'POST', headers, body: '{}' })
    await response.text()
    return response.status
  }

  /** How many of the writes were seen to wait for the disk, at least `wanted`. A glance misses some; it invents none. */
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
      // The thread that writes has given itself away; glances at it alone come more often.
      watchedThreads = [syncingThread]
    }
    return synced
  }

  it(
    'is seen to sync while it handles a write, and not where DURABILITY is relaxed',
    { timeout: 120_000 },
    async () => {
      // Not in the temporary folder, which may be memory, where a sync takes no time.
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
