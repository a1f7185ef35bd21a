import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import { createTestDatabase, openDatabase, openMigratedDatabase } from '../support/databases.js'
import { threadRow } from '../support/rows.js'
import { makeStores } from '../support/stores.js'
import { describeStore } from './store.suite.js'

const toPath = (url: string): string => url.slice('sqlite:'.length)

describe('on SQLite', () => {
  describeStore('sqlite')

  describe('a database file', () => {
    it('two programs can write to one database file at the same time', async () => {
      const first = await openMigratedDatabase('sqlite')
      const second = await openDatabase(first.url)
      const inserts = [first.db, second].flatMap((db) => {
        const { threads } = makeStores(db)
        return Array.from({ length: 20 }, () => threads.insert(threadRow()))
      })
      await Promise.all(inserts)
      await expect(makeStores(second).threads.list('default', { limit: 100 })).resolves.toHaveLength(40)
      await second.close()
      await first.close()
    })

    it('a closed database is a single file without a WAL', async () => {
      const { url, drop } = await createTestDatabase('sqlite')
      const db = await openDatabase(url)
      await db.migrate(0)
      await makeStores(db).threads.insert(threadRow())
      await db.close()
      expect(readdirSync(dirname(toPath(url)))).toEqual(['heddle.db'])
      await drop()
    })

    it('a second service cannot open a database file that is in use, but a tool can', async () => {
      const { url, drop } = await createTestDatabase('sqlite')
      const serve = () => Database.open({ url, durability: 'full', poolSize: 1, exclusive: true })
      const first = await serve()
      await first.migrate(0)
      await expect(serve()).rejects.toThrow(/another Heddle is using/)
      const tool = await openDatabase(url)
      await makeStores(tool).threads.insert(threadRow())
      await tool.close()
      await first.close()
      const second = await serve()
      await expect(makeStores(second).threads.list('default', { limit: 5 })).resolves.toHaveLength(1)
      await second.close()
      await drop()
    })

    it('opening a database creates its missing folder', async () => {
      const { url, drop } = await createTestDatabase('sqlite')
      const db = await openDatabase(url.replace('heddle.db', 'new/folder/heddle.db'))
      await expect(db.migrate(0)).resolves.not.toEqual([])
      await db.close()
      await drop()
    })

    it('a file or folder that is not a database cannot be opened', async () => {
      const { url, drop } = await createTestDatabase('sqlite')
      writeFileSync(toPath(url), 'This is a text file and not a database. '.repeat(200))
      await expect(openDatabase(url)).rejects.toThrow(/not a database/)
      const folder = toPath(url).replace('heddle.db', 'folder.db')
      mkdirSync(folder)
      await expect(openDatabase(`sqlite:${folder}`)).rejects.toThrow(/unable to open/)
      await drop()
    })
  })
})
