/** Measures the tables of a SQLite database by counting their pages. */
import type { Rows } from './driver.js'
import type { Statement } from './statement.js'
import type { StorageUsage, TableUsage } from './storage-usage.js'

type Read = (statement: Statement) => Promise<Rows>

const toStatement = (sql: string, ...params: string[]): Statement => ({ sql, params, requiresRow: false })

const OBJECTS =
  "select name, tbl_name, type from sqlite_schema where type in ('table', 'index') and rootpage > 0"
const PAGES =
  "select sum(pgsize) as bytes, sum(case when pagetype = 'leaf' then ncell else 0 end) as cells from dbstat where name = ?"
const FILE =
  'select page_count * page_size as total, freelist_count * page_size as free from pragma_page_count, pragma_page_size, pragma_freelist_count'

/** Each table is a read of its own: a single long read would keep the write-ahead log from being reused. */
export const measureSqlite = async (read: Read): Promise<StorageUsage> => {
  const objects = (await read(toStatement(OBJECTS))) as { name: string; tbl_name: string; type: string }[]
  const usages = new Map<string, TableUsage>()
  for (const { name, tbl_name: table, type } of objects) {
    const [pages] = (await read(toStatement(PAGES, name))) as { bytes: number | null; cells: number | null }[]
    const usage = usages.get(table) ?? { table, bytes: 0, rows: 0 }
    usages.set(table, {
      table,
      bytes: usage.bytes + (pages?.bytes ?? 0),
      rows: usage.rows + (type === 'table' ? (pages?.cells ?? 0) : 0),
    })
  }
  const [file] = (await read(toStatement(FILE))) as { total: number; free: number }[]
  return { totalBytes: file?.total ?? 0, freeBytes: file?.free ?? 0, tables: [...usages.values()] }
}
