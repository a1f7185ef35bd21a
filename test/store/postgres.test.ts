import { describe, expect, it } from 'vitest'
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
        await expect.poll(async () => (await db.read(countSleeping))[0]?.n, { interval: 10 }).toBe(1)
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
