import { describe, expect, it } from 'vitest'
import { makeThreadStore } from '../../src/store/threads/threads.js'
import {
  createTestDatabase,
  openDatabase,
  openMigratedDatabase,
  type DatabaseKind,
} from '../support/databases.js'
import { T0, threadRow } from '../support/rows.js'

export const describeClosing = (databaseKind: DatabaseKind): void => {
  describe('closing a database', () => {
    it('a database can be closed twice', async () => {
      const { db, close } = await openMigratedDatabase(databaseKind)
      await Promise.all([db.close(), db.close()])
      await db.close()
      await close()
    })

    it('a closed database rejects every request with service_unavailable', async () => {
      const { db, close } = await openMigratedDatabase(databaseKind)
      const threads = makeThreadStore(db)
      const closing = db.close()
      const unavailable = { name: 'AppError', code: 'service_unavailable' }
      await expect(threads.get(threadRow())).rejects.toMatchObject(unavailable)
      await closing
      await expect(threads.get(threadRow())).rejects.toMatchObject(unavailable)
      await expect(threads.insert(threadRow())).rejects.toMatchObject(unavailable)
      await expect(threads.insertIfAbsent(threadRow())).rejects.toMatchObject(unavailable)
      await expect(threads.remove(threadRow())).rejects.toMatchObject(unavailable)
      await expect(db.migrate(T0)).rejects.toThrow()
      await close()
    })

    it('a write that is in flight when the database closes is either stored or rejected', async () => {
      const { url, drop } = await createTestDatabase(databaseKind)
      const first = await openDatabase(url)
      await first.migrate(T0)
      const rows = Array.from({ length: 40 }, () => threadRow())
      const writes = rows.map((row) => makeThreadStore(first).insert(row))
      const [outcomes] = await Promise.all([Promise.allSettled(writes), first.close()])

      const second = await openDatabase(url)
      const listed = await makeThreadStore(second).list('default', { limit: 100 })
      const acknowledged = rows.filter((_, index) => outcomes[index]?.status === 'fulfilled')
      expect(listed.map(({ thread_id }) => thread_id).sort()).toEqual(
        acknowledged.map(({ thread_id }) => thread_id).sort(),
      )
      await second.close()
      await drop()
    })
  })
}
