/** The start of a file to be imported, as the service will read it. The service checks the whole file. */
import { isRecord } from './is-record.ts'

export type ImportFormat = 'jsonl' | 'csv'

interface PreviewRow {
  /** The line of the file on which the example starts, counted from one. */
  line: number
  cells: string[]
  problem?: string
}

export interface ImportPreview {
  columns: string[]
  rows: PreviewRow[]
  /** What is wrong with the file as a whole. */
  problem?: string
}

const MAX_ROWS = 8

/** By the name of the file, or else by its first character. */
export const detectFormat = (name: string, text: string): ImportFormat => {
  if (/\.csv$/i.test(name)) return 'csv'
  if (/\.(?:jsonl|ndjson|json)$/i.test(name)) return 'jsonl'
  return text.trimStart().startsWith('{') ? 'jsonl' : 'csv'
}

interface CsvRecord {
  line: number
  cells: string[]
}

/** Records of RFC 4180: quoted cells may contain commas, quotes and line breaks. The last record is left out if it may be cut. */
const parseCsv = (text: string, isWhole: boolean): CsvRecord[] => {
  const records: CsvRecord[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let [line, start] = [1, 1]
  const endRecord = (): void => {
    cells.push(cell)
    if (cells.length > 1 || cell !== '') records.push({ line: start, cells })
    ;[cells, cell, start] = [[], '', line + 1]
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isQuoted) {
      if (character === '"' && text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else if (character === '"') isQuoted = false
      else cell += character ?? ''
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',') {
      cells.push(cell)
      cell = ''
    } else if (character === '\n') endRecord()
    else if (character !== '\r') cell += character ?? ''
    if (character === '\n') line += 1
  }
  if (isWhole && (cell !== '' || cells.length > 0)) endRecord()
  return records
}

const KNOWN_COLUMN = /^(?:input|expected_output|tags|split|metadata)$|^(?:input|expected_output)\../

const previewCsv = (text: string, isWhole: boolean): ImportPreview => {
  const [header, ...records] = parseCsv(text.replace(/^\uFEFF/, ''), isWhole)
  if (header === undefined)
    return { columns: [], rows: [], problem: 'The file has no line with column names' }
  const columns = header.cells.map((cell) => cell.trim())
  const rows = records.slice(0, MAX_ROWS).map(({ line, cells }) => ({
    line,
    cells: columns.map((_, index) => cells[index] ?? ''),
    ...(cells.length !== columns.length && {
      problem: `has ${String(cells.length)} cells instead of ${String(columns.length)}`,
    }),
  }))
  const unknown = columns.filter((column) => !KNOWN_COLUMN.test(column))
  if (!columns.some((column) => /^input(?:\.|$)/.test(column)))
    return { columns, rows, problem: 'No column is named input or input.<key>' }
  if (unknown.length > 0) return { columns, rows, problem: `Unknown columns: ${unknown.join(', ')}` }
  return { columns, rows }
}

const JSON_COLUMNS = ['input', 'expected_output', 'tags', 'split']

const previewLine = (text: string, line: number): PreviewRow => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return { line, cells: [text], problem: 'is not a JSON object' }
    const cells = JSON_COLUMNS.map((column) => {
      const cell = value[column]
      return cell === undefined || cell === null ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell)
    })
    return { line, cells, ...(!isRecord(value['input']) && { problem: 'has no object input' }) }
  } catch {
    return { line, cells: [text], problem: 'is not valid JSON' }
  }
}

const previewJsonl = (text: string, isWhole: boolean): ImportPreview => {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  if (!isWhole) lines.pop()
  const rows = lines
    .map((line, index) => ({ text: line.trim(), number: index + 1 }))
    .filter((line) => line.text !== '')
    .slice(0, MAX_ROWS)
    .map((line) => previewLine(line.text, line.number))
  return { columns: JSON_COLUMNS, rows, ...(rows.length === 0 && { problem: 'The file is empty' }) }
}

/** `isWhole`: the text is the whole file, so its last line is complete. */
export const previewImport = (text: string, format: ImportFormat, isWhole: boolean): ImportPreview =>
  format === 'csv' ? previewCsv(text, isWhole) : previewJsonl(text, isWhole)
