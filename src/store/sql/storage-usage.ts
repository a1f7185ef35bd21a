export interface TableUsage {
  table: string
  /** With the indexes of the table. */
  bytes: number
  /** Exact on SQLite, the estimate of the statistics collector on PostgreSQL. */
  rows: number
}

export interface StorageUsage {
  /** The size of the database. It can be larger than the sum of the tables. */
  totalBytes: number
  /** The space of deleted rows in the file. Null: unknown. */
  freeBytes: number | null
  tables: TableUsage[]
}
