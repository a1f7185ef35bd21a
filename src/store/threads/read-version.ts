/** Reads the rows that a version of a value is restored from; see value-versions.ts. */
import { readText, type Text } from '../../platform/shared-text.js'
import {
  listIndirectReferences,
  listReferences,
  readHeader,
  restoreVersion,
  type RestoredVersion,
  type ValueRows,
} from './value-versions.js'

export interface VersionRow {
  version: string
  value: Text
}

/** Returns the rows of a version, or none if it is not stored. Reads at most three times. */
export const readVersion = async (
  version: string,
  readRows: (versions: string[]) => Promise<VersionRow[]>,
): Promise<VersionRow[]> => {
  const rows = new Map<string, Text>()
  /** What the rows refer to is in their headers; the rest of a large row is not decoded. */
  const headers: ValueRows = {
    get: (name) => {
      const value = rows.get(name)
      return value === undefined ? undefined : readHeader(value)
    },
  }
  const addRows = async (versions: readonly string[]): Promise<void> => {
    const missing = versions.filter((name) => !rows.has(name))
    if (missing.length === 0) return
    for (const row of await readRows(missing)) rows.set(row.version, row.value)
  }
  await addRows([version])
  const header = headers.get(version)
  if (header === undefined) return []
  await addRows(listReferences(header))
  await addRows(listIndirectReferences(header, headers))
  return [...rows].map(([name, text]) => ({ version: name, value: text }))
}

/** Restores the text of a version from its rows. */
export const restoreRows = (version: string, rows: readonly VersionRow[]): RestoredVersion =>
  restoreVersion(version, new Map(rows.map((row) => [row.version, readText(row.value)])))
