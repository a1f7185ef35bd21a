import type { Statement } from '../../src/store/sql/statement.js'

/** A statement given as SQL that both engines understand, without parameters. */
export const rawStatement = <Row = Record<string, unknown>>(sql: string): Statement<Row> => ({
  sql,
  params: [],
  requiresRow: false,
})
