/** Exports examples as JSON Lines or CSV, which can be imported again. */
import { stringify } from 'csv-stringify/sync'
import type { ExportFormat } from '../../schema/dataset.js'
import type { ExampleRow } from '../../store/datasets/examples.js'
import { parseContent } from './row-mappers.js'

const COLUMNS = ['input', 'expected_output', 'tags', 'split', 'metadata']

const toJsonl = (row: ExampleRow): string => `${JSON.stringify(parseContent(row))}\n`

/** `escape_formulas` puts an apostrophe before cells that a spreadsheet would execute as formulas. */
const toCsv = (rows: readonly string[][]): string => stringify([...rows], { escape_formulas: true })

const toCells = (row: ExampleRow): string[] => [
  row.input,
  row.expected_output ?? '',
  JSON.stringify(JSON.parse(row.tags)),
  row.split ?? '',
  row.metadata,
]

export async function* exportText(
  format: ExportFormat,
  pages: AsyncIterable<ExampleRow[]>,
): AsyncGenerator<string> {
  if (format === 'csv') yield toCsv([COLUMNS])
  for await (const rows of pages)
    yield format === 'csv' ? toCsv(rows.map(toCells)) : rows.map(toJsonl).join('')
}
