/** A line of CSV as an example, by the columns that the first line names. */
import { AppError } from '../../errors.js'
import { parseObject } from '../http/json-body.js'

const WHOLE = ['input', 'expected_output', 'tags', 'split', 'metadata'] as const
type Whole = (typeof WHOLE)[number]

interface Column {
  field: Whole
  /** Of `input.<key>` and `expected_output.<key>`. */
  key?: string
}

const refuse = (message: string): AppError => new AppError('validation_error', message)

/** Throws for a line that names anything else. */
export const readHeader = (names: readonly string[]): Column[] => {
  const seen = new Set<string>()
  return names.map((written) => {
    const name = written.trim()
    if (seen.has(name)) throw refuse(`the column ${name} is there twice`)
    seen.add(name)
    const whole = WHOLE.find((one) => one === name)
    if (whole !== undefined) return { field: whole }
    const [, field, key] = /^(input|expected_output)\.(.+)$/s.exec(name) ?? []
    if (field === undefined || key === undefined || key === '__proto__')
      throw refuse(
        `the column ${name.slice(0, 100)} is none of ${WHOLE.join(', ')}, input.<key>, expected_output.<key>`,
      )
    return { field: field as Whole, key }
  })
}

/** What a spreadsheet would take for a formula has an apostrophe before it, which is no part of it. */
const FORMULA = /^'(?=[=+\-@\t\r＝＋－＠])/

/** The text of `input` is a message, that of `expected_output` the whole response. */
const KEY_OF_TEXT = { input: 'message', expected_output: 'response' }

const readObject = (cell: string, field: 'input' | 'expected_output'): object =>
  cell.trimStart().startsWith('{') ? parseObject(Buffer.from(cell), field) : { [KEY_OF_TEXT[field]]: cell }

/** A JSON array, or words between commas or semicolons. */
const readTags = (cell: string): unknown => {
  if (!cell.trimStart().startsWith('['))
    return cell
      .split(/[,;]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
  return Object.values(parseObject(Buffer.from(`{"tags":${cell}}`), 'tags'))[0]
}

/** Not checked yet. An empty cell says nothing. */
export const readCells = (columns: readonly Column[], cells: readonly string[]): object => {
  if (cells.length !== columns.length)
    throw refuse(`has ${String(cells.length)} cells where the first line has ${String(columns.length)}`)
  const example: Partial<Record<Whole, unknown>> = {}
  const keyed: [Whole, string, string][] = []
  for (const [index, { field, key }] of columns.entries()) {
    const cell = (cells[index] ?? '').replace(FORMULA, '')
    if (cell === '') continue
    if (key !== undefined) keyed.push([field, key, cell])
    else if (field === 'tags') example.tags = readTags(cell)
    else if (field === 'metadata') example.metadata = parseObject(Buffer.from(cell), 'metadata')
    else if (field === 'split') example.split = cell
    else example[field] = readObject(cell, field)
  }
  for (const [field, key, cell] of keyed)
    example[field] = { ...(example[field] as object | undefined), [key]: cell }
  return example
}
