/** Reads the rows that a version of a value is restored from; see value-versions.ts. */
import { listIndirectReferences, listReferences } from './value-versions.js'

export interface VersionRow {
  version: string
  value: string
}

/** Returns the rows of a version, or none if it is not stored. Reads at most three times. */
export const readVersion = async (
  version: string,
  readRows: (versions: string[]) => Promise<VersionRow[]>,
): Promise<VersionRow[]> => {
  const rows = new Map<string, string>()
  const addRows = async (versions: readonly string[]): Promise<void> => {
    const missing = versions.filter((name) => !rows.has(name))
    if (missing.length === 0) return
    for (const row of await readRows(missing)) rows.set(row.version, row.value)
  }
  await addRows([version])
  const value = rows.get(version)
  if (value === undefined) return []
  await addRows(listReferences(value))
  await addRows(listIndirectReferences(value, rows))
  return [...rows].map(([name, text]) => ({ version: name, value: text }))
}
