import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getColumnNames, getColumnType, TABLE_NAMES } from '../../src/store/sql/tables.js'
import { openMigratedDatabase, type DatabaseKind, type MigratedDatabase } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'

interface Column {
  table_name: string
  column_name: string
  type: string
  /** The position in the primary key, starting at 1. 0: not part of the key. */
  key_position: number
}

const COLUMNS: Record<DatabaseKind, string> = {
  sqlite: `
    select t.name as table_name, c.name as column_name, c.type, c.pk as key_position
    from sqlite_master t, pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%'`,
  postgres: `
    select c.table_name, c.column_name, c.data_type as type, coalesce(k.ordinal_position, 0) as key_position
    from information_schema.columns c
    left join information_schema.table_constraints t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k
      on k.constraint_schema = t.constraint_schema and k.constraint_name = t.constraint_name
      and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema()`,
}

/**
 * Tables whose key starts with an ID of the service's own. IDs of events sort by time: the oldest rows of all tenants are
 * found by key. Encryption keys and nodes belong to no tenant.
 */
const KEYED_BY_SERVICE = new Set<string>([
  'encryption_keys',
  'nodes',
  'webhook_events',
  'webhook_sequence',
  'retention_state',
  'webhook_deliveries',
  'webhook_attempts',
])

/** Tables with one row for each tenant. */
const SINGLE_COLUMN_KEY = new Set<string>(['guardrail_keys'])

export const describeSchema = (databaseKind: DatabaseKind): void => {
  describe('the migrated schema', () => {
    let store: MigratedDatabase
    let columns: Column[]
    beforeAll(async () => {
      store = await openMigratedDatabase(databaseKind)
      columns = (await store.db.read(rawStatement<Column>(COLUMNS[databaseKind]))).filter(
        ({ table_name }) => !table_name.startsWith('schema_'),
      )
    })
    afterAll(() => store.close())

    it('the migrated schema has the tables that tables.ts declares', () => {
      expect([...new Set(columns.map(({ table_name }) => table_name))].sort()).toEqual(
        [...TABLE_NAMES].sort(),
      )
    })

    it.each(TABLE_NAMES)(
      'the migrated table %s has the columns and types that tables.ts declares',
      (table) => {
        const { tokens } = store.db.dialect
        const declared = getColumnNames(table).map((name) => {
          const type = getColumnType(table, name)
          return `${name} ${tokens[type] ?? type}`
        })
        const found = columns.filter(({ table_name }) => table_name === table)
        expect(found.map(({ column_name, type }) => `${column_name} ${type.toLowerCase()}`).sort()).toEqual(
          declared.sort(),
        )
      },
    )

    it.each(TABLE_NAMES.filter((name) => !KEYED_BY_SERVICE.has(name)))(
      'the primary key of %s starts with the tenant',
      (table) => {
        const key = columns.filter(({ table_name, key_position }) => table_name === table && key_position > 0)
        expect(key.length).toBeGreaterThan(SINGLE_COLUMN_KEY.has(table) ? 0 : 1)
        expect(key.find(({ key_position }) => key_position === 1)?.column_name).toBe('tenant_id')
      },
    )
  })
}
