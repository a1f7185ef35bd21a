/** A driver that reads one snapshot of a SQLite file, for commands that check a file. */
import type { Rows, SqlDriver } from './driver.js'
import { shareRowTexts } from './shared-rows.js'
import { loadSqlite } from './sqlite-module.js'

const rejectWrite = (): Promise<never> => Promise.reject(new Error('the snapshot cannot be changed'))

export const openSqliteSnapshot = (path: string): SqlDriver => {
  const db = new (loadSqlite())(path, { readOnly: true })
  db.exec('pragma busy_timeout = 5000; begin')
  return {
    // oxlint-disable-next-line require-await -- a rejection instead of an exception
    read: async ({ sql, params, sharesTexts }) => {
      const rows = db.prepare(sql).all(...(params as never[])) as Rows
      return sharesTexts === true ? rows.map(shareRowTexts) : rows
    },
    write: rejectWrite,
    migrate: rejectWrite,
    measureStorage: () => Promise.reject(new Error('the size of a snapshot is not measured')),
    close: () => {
      // Ends the transaction: the connection stays open until its statements are garbage collected, and would keep its lock.
      db.exec('rollback')
      db.close()
      return Promise.resolve()
    },
  }
}
