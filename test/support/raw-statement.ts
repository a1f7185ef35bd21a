import type { Statement } from '../../src/store/sql/statement.js'

/** Builds a statement without parameters from SQL that both databases accept. */
export const rawStatement = <Row = Record<string, unknown>>(sql: string): Statement<Row> => ({
  sql,
  params: [],
  requiresRow: false,
})
