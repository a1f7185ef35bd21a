/** Converts CSV rows to examples, using the column names of the first line. */
import { AppError } from '../../errors.js'
import { parseJsonObject } from '../http/json-body.js'

const EXAMPLE_FIELDS = ['input', 'expected_output', 'tags', 'split', 'metadata'] as const
type ExampleField = (typeof EXAMPLE_FIELDS)[number]

interface Column {
  field: ExampleField
  /** The key of a column `input.<key>` or `expected_output.<key>`. */
  key?: string
}

const invalidRow = (message: string): AppError => new AppError('validation_error', message)

/** Throws for an unknown or duplicate column name. */
export const parseHeader = (names: readonly string[]): Column[] => {
  const usedNames = new Set<string>()
  return names.map((rawName) => {
    const name = rawName.trim()
    if (usedNames.has(name)) throw invalidRow(`column ${name} is duplicated`)
    usedNames.add(name)
    const exactField = EXAMPLE_FIELDS.find((candidate) => candidate === name)
    if (exactField !== undefined) return { field: exactField }
    const [, field, key] = /^(input|expected_output)\.(.+)$/s.exec(name) ?? []
    if (field === undefined || key === undefined || key === '__proto__')
      throw invalidRow(
        `column ${name.slice(0, 100)} must be one of ${EXAMPLE_FIELDS.join(', ')}, input.<key>, expected_output.<key>`,
      )
    return { field: field as ExampleField, key }
  })
}

/** The export puts an apostrophe before text that a spreadsheet would run as a formula; the import removes it. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r＝＋－＠])/

/** Plain text in `input` becomes `message`, in `expected_output` it becomes `response`. */
const TEXT_KEYS = { input: 'message', expected_output: 'response' }

const parseObjectCell = (cell: string, field: 'input' | 'expected_output'): object =>
  cell.trimStart().startsWith('{') ? parseJsonObject(Buffer.from(cell), field) : { [TEXT_KEYS[field]]: cell }

/** A JSON array, or words separated by commas or semicolons. */
const parseTags = (cell: string): unknown => {
  if (!cell.trimStart().startsWith('['))
    return cell
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
  return Object.values(parseJsonObject(Buffer.from(`{"tags":${cell}}`), 'tags'))[0]
}

/** Returns an example that is not validated yet. Empty cells are skipped. */
export const parseRow = (columns: readonly Column[], cells: readonly string[]): object => {
  if (cells.length !== columns.length)
    throw invalidRow(`has ${String(cells.length)} cells, but the first line has ${String(columns.length)}`)
  const example: Partial<Record<ExampleField, unknown>> = {}
  const nestedCells: [ExampleField, string, string][] = []
  for (const [index, { field, key }] of columns.entries()) {
    const cell = (cells[index] ?? '').replace(FORMULA_GUARD, '')
    if (cell === '') continue
    if (key !== undefined) nestedCells.push([field, key, cell])
    else if (field === 'tags') example.tags = parseTags(cell)
    else if (field === 'metadata') example.metadata = parseJsonObject(Buffer.from(cell), 'metadata')
    else if (field === 'split') example.split = cell
    else example[field] = parseObjectCell(cell, field)
  }
  for (const [field, key, cell] of nestedCells)
    example[field] = { ...(example[field] as object | undefined), [key]: cell }
  return example
}
