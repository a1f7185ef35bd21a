import { createRequire } from 'node:module'
import type { DatabaseSync } from '@photostructure/sqlite'

/** Node 22.13 and later include the driver; the package has the same API. */
export const loadSqlite = (): typeof DatabaseSync =>
  (
    (process.getBuiltinModule('node:sqlite') ?? createRequire(import.meta.url)('@photostructure/sqlite')) as {
      DatabaseSync: typeof DatabaseSync
    }
  ).DatabaseSync
