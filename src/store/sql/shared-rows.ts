/** Large texts of parameters and rows in memory that threads share; see platform/shared-text.ts. */
import { isShared, readText, shareText } from '../../platform/shared-text.js'
import type { Rows } from './driver.js'
import type { SqlValue } from './statement.js'

export const shareRowTexts = (row: Rows[number]): Rows[number] => {
  for (const [name, value] of Object.entries(row)) if (typeof value === 'string') row[name] = shareText(value)
  return row
}

/** Other columns of a row that was read with `shareTexts` can be large, too. */
export const unshareTexts = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      isShared(value) ? readText(value) : (value as unknown),
    ]),
  ) as Row

const LITERAL_OR_PARAMETER = /'(?:[^']|'')*'|"[^"]*"|\?/g

/** SQLite binds bytes as a blob. The cast makes them a text without a copy; binding a string would copy it three times. */
export const castSharedParams = (sql: string, params: readonly SqlValue[]): string => {
  let index = 0
  return sql.replace(LITERAL_OR_PARAMETER, (match) =>
    match === '?' && isShared(params[index++]) ? 'cast(? as text)' : match,
  )
}

export const countSharedBytes = (values: Iterable<unknown>): number => {
  let bytes = 0
  for (const value of values) if (isShared(value)) bytes += value.byteLength
  return bytes
}
