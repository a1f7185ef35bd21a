/** The space of deleted rows that is still part of the database file. */
import type { Database } from '../sql/database.js'

export const makeFreeSpaceStore = (db: Database) => {
  const { freePages } = db.dialect
  const toStatement = (sql: string) => ({ sql, params: [], requiresRow: false })

  return {
    /** Returns 0 for a database that returns free space by itself. */
    async countPages(): Promise<number> {
      if (freePages === undefined) return 0
      const [row] = await db.read<{ pages: number }>(toStatement(freePages.count))
      return row?.pages ?? 0
    },

    /** Returns some free pages to the file system. */
    async release(): Promise<void> {
      if (freePages !== undefined) await db.write([toStatement(freePages.release)])
    },
  }
}

export type FreeSpaceStore = ReturnType<typeof makeFreeSpaceStore>
