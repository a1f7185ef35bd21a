import { describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import { requireRow } from '../../src/store/sql/statement.js'
import {
  runAsAdmin,
  createPostgresDatabase,
  openDatabase,
  openMigratedDatabase,
} from '../support/databases.js'
import { T0, threadRow } from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import { makeStores } from '../support/stores.js'
import { describeStore } from './store.suite.js'

describe('on PostgreSQL', () => {
  describeStore('postgres')

  describe('a connection', () => {
    const selectBackends = (url: string, where = 'true') =>
      `pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}' and ${where}`

    it('a connection that breaks in the middle of a batch fails only that batch', async () => {
      const { db, url, close } = await openMigratedDatabase('postgres')
      const { threads } = makeStores(db)
      const row = threadRow()
      const sleep = rawStatement('select pg_sleep(20)')
      const sleepingBackends = selectBackends(url, `query = '${sleep.sql}'`)
      const insert = threads.insertStatement(row)
      for (const batch of [[sleep], [insert, sleep], [insert, requireRow(sleep)], [insert, sleep, insert]]) {
        const outcome = db.write(batch).catch((error: unknown) => error)
        const countSleeping = rawStatement<{ n: number }>(`select count(*) as n from ${sleepingBackends}`)
        await expect
          .poll(async () => (await db.read(countSleeping))[0]?.n, { interval: 10, timeout: 10_000 })
          .toBe(1)
        await runAsAdmin(`select pg_terminate_backend(pid) from ${sleepingBackends}`)
        expect(await outcome).toMatchObject({ code: 'service_unavailable' })
      }
      await expect(threads.get(row)).resolves.toBeUndefined()
      await threads.insert(row)
      await expect(threads.get(row)).resolves.toEqual(row)
      await close()
    })

    it('a connection that breaks while it is idle is replaced', async () => {
      const { db, url, close } = await openMigratedDatabase('postgres')
      const { threads } = makeStores(db)
      await Promise.all([threads.insert(threadRow()), threads.insert(threadRow())])
      await runAsAdmin(`select pg_terminate_backend(pid) from ${selectBackends(url)}`)
      // A request on a broken connection fails if the break was not noticed yet; the connection is not used again.
      await expect.poll(() => threads.list('default', { limit: 5 }), { interval: 10 }).toHaveLength(2)
      await close()
    })
  })

  it('a connection to a server that became read-only is replaced', async () => {
    const { url, close } = await openMigratedDatabase('postgres')
    const db = await Database.open({ url, durability: 'full', poolSize: 1 })
    const { threads } = makeStores(db)
    const insert = [threads.insertStatement(threadRow()), rawStatement('select 1')]
    // What a connection looks like after its server was demoted.
    await db.write([rawStatement('set default_transaction_read_only = on')])
    await expect(db.write(insert)).rejects.toMatchObject({ code: 'service_unavailable' })
    await expect(db.write(insert)).resolves.toBeDefined()
    await db.close()
    await close()
  })

  it('a server that accepts no writes is not used', async () => {
    const { url, db: admin, close } = await openMigratedDatabase('postgres')
    const name = new URL(url).pathname.slice(1)
    const db = await openDatabase(url)
    await admin.write([rawStatement(`alter database ${name} set default_transaction_read_only = on`)])
    await expect(db.read(rawStatement('select 1'))).rejects.toMatchObject({ code: 'service_unavailable' })
    await admin.write([rawStatement(`alter database ${name} reset default_transaction_read_only`)])
    await expect(db.read(rawStatement('select 1 as one'))).resolves.toEqual([{ one: 1 }])
    await db.close()
    await close()
  })

  it('a new database that grows gets planner statistics without waiting for autovacuum', async () => {
    const { db, close } = await openMigratedDatabase('postgres')
    const { threads } = makeStores(db)
    const countRows = rawStatement<{ n: number }>(
      "select reltuples::bigint as n from pg_class where relname = 'threads'",
    )
    await db.write([rawStatement('alter table threads set (autovacuum_enabled = false)')])
    const insertThreads = (count: number) =>
      db.write(Array.from({ length: count }, () => threads.insertStatement(threadRow())))
    await insertThreads(100)
    await expect(db.read(countRows)).resolves.toEqual([{ n: -1 }])
    await insertThreads(500)
    await expect.poll(async () => (await db.read(countRows))[0]?.n).toBe(600)
    await close()
  })

  it('of several hosts, the one that accepts connections is used', async () => {
    const { url, close } = await openMigratedDatabase('postgres')
    const db = await openDatabase(url.replace('@', '@127.0.0.1:1,'))
    await expect(db.migrate(T0)).resolves.toEqual([])
    await expect(db.read(rawStatement('select 1 as one'))).resolves.toEqual([{ one: 1 }])
    const channel = await db.listen({
      onNotification: () => undefined,
      onReconnect: () => undefined,
      onConnectionLost: () => undefined,
    })
    await channel?.close()
    await db.close()
    await close()
  })

  describe('a migration of a newer node', () => {
    it('does not fail the prepared statements of the nodes that are running', async () => {
      const { db, close } = await openMigratedDatabase('postgres')
      const { threads } = makeStores(db)
      const row = threadRow()
      const find = rawStatement(`select * from threads where thread_id = '${row.thread_id}'`)
      // Each connection of the pool prepares the statements.
      await Promise.all(
        Array.from({ length: 8 }, () => db.read(rawStatement('select *, pg_sleep(0.05) from threads'))),
      )
      await threads.insert(row)
      const update = rawStatement(
        `update threads set title = 'x' where thread_id = '${row.thread_id}' returning *`,
      )
      await db.write([update, requireRow(find)])
      await db.write([rawStatement('alter table threads add column added bigint')])
      await expect(db.read(find)).resolves.toMatchObject([{ added: null }])
      await db.write([rawStatement('alter table threads add column added_later bigint')])
      await expect(db.write([update, requireRow(find)])).resolves.toMatchObject([
        [{ title: 'x' }],
        [{ title: 'x' }],
      ])
      await close()
    })

    it('gives up its locks while it waits, so that other nodes wait for at most a second', async () => {
      const { db, url, close } = await openMigratedDatabase('postgres')
      const [holder, reader] = [await openDatabase(url), await openDatabase(url)]
      const holding = holder.write([
        rawStatement('select * from threads'),
        rawStatement('select pg_sleep(4)'),
      ])
      const migrations = [
        { version: 10_000, name: '10000-test', sql: 'alter table threads add column added bigint' },
      ]
      const migrating = db.migrate(T0, migrations)
      let longest = 0
      const state = { isMigrated: false }
      void migrating.then(() => (state.isMigrated = true))
      while (!state.isMigrated) {
        const startedAt = performance.now()
        await reader.read(rawStatement('select 1 from threads'))
        longest = Math.max(longest, performance.now() - startedAt)
      }
      await holding
      await expect(migrating).resolves.toEqual(['10000-test'])
      // Without the lock timeout the reader waits for the whole four seconds.
      expect(longest).toBeLessThan(3_000)
      await Promise.all([holder.close(), reader.close()])
      await close()
    })
  })

  it('IDs sort by their bytes whatever the locale of the database', async () => {
    const { url, drop } = await createPostgresDatabase(
      "template template0 locale_provider icu icu_locale 'en-US'",
    )
    const db = await openDatabase(url)
    await db.migrate(T0)
    const { threads } = makeStores(db)
    for (const thread_id of ['a', 'B', 'b', 'A', '-', 'Z']) await threads.insert(threadRow({ thread_id }))
    const listed = await threads.list('default', { limit: 5, after: { at: T0, id: 'b' } })
    expect(listed.map(({ thread_id }) => thread_id)).toEqual(['a', 'Z', 'B', 'A', '-'])
    await db.close()
    await drop()
  })
})
