import { describe, expect, it } from 'vitest'
import { loadMigrations, parseOldestProgram } from './migrate.js'
import { sqliteDialect } from './dialect.js'

describe('the migrations', () => {
  it('the line `-- oldest-program: <version>` names the oldest program that can use the schema', () => {
    expect(
      parseOldestProgram('-- Removes a column.\n-- oldest-program: 12\nalter table t drop column c;'),
    ).toBe(12)
    expect(parseOldestProgram('create table t (id text); -- oldest-program: 12')).toBeUndefined()
  })

  it('a migration that removes, renames or tightens something says which programs it excludes', () => {
    const breaking =
      /\b(drop\s+(table|column)|rename\s+(to|column)|set\s+not\s+null|alter\s+column\s+\w+\s+type)\b/i
    // Programs before the first release never shared a database with another version.
    const migrations = loadMigrations(sqliteDialect.tokens).filter(({ version }) => version > 6)
    const undeclared = migrations.filter(
      ({ sql, oldestProgram }) => breaking.test(sql) && oldestProgram === undefined,
    )
    expect(undeclared.map(({ name }) => name)).toEqual([])
  })

  it('a migration adds no required column without a default, because older programs do not set it', () => {
    const required = /add\s+column\s+(?=[^;,]*\bnot\s+null\b)(?![^;,]*\bdefault\b)/i
    const wrong = loadMigrations(sqliteDialect.tokens).filter(({ sql }) => required.test(sql))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('a migration changes at most one existing table, so that it never holds one lock while it waits for another', () => {
    const wrong = loadMigrations(sqliteDialect.tokens).filter(({ version, sql }) => {
      const created = new Set(
        [...sql.matchAll(/create\s+(?:\w+\s+)?table\s+(\w+)/gi)].map(([, table]) => table),
      )
      const altered = new Set([...sql.matchAll(/alter\s+table\s+(\w+)/gi)].map(([, table]) => table))
      return version > 6 && [...altered].filter((table) => !created.has(table)).length > 1
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
