/**
 * Examples from a body that is read as it comes: JSON Lines or CSV. Lines that cannot be taken are counted and the
 * first of them told; from the first such line on no example is kept, because then none is stored.
 */
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse as parseCsv } from 'csv-parse'
import { toContentColumns, type ExampleContent } from '../../domain/datasets/row-mappers.js'
import { AppError } from '../../errors.js'
import { ExampleCreate } from '../../schema/dataset.js'
import { parseRow, parseHeader } from './examples-csv.js'
import { parseJsonObject } from '../http/json-body.js'
import { makeValidatorCompiler } from '../http/validation.js'

export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
const MAX_EXAMPLES_PER_IMPORT = 100_000
/** One line holds up the service while it is parsed. */
const MAX_LINE_BYTES = 10 * 1024 * 1024
const MAX_REPORTED_LINES = 100

export const IMPORT_TYPES = {
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'text/csv': 'csv',
} as const

const invalidRequest = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_request', message, undefined, { cause })

/** What was read. Its JSON is the digest of its bytes: that is what tells two requests apart. */
export class ExamplesBody {
  readonly examples: ExampleContent[] = []
  readonly #problems: Record<string, string> = {}
  readonly #check = makeValidatorCompiler()({
    schema: ExampleCreate,
    method: 'POST',
    url: '',
    httpPart: 'body',
  })
  #refused = 0
  #digest = ''

  addLine(line: number, parseLine: () => object): void {
    if (this.examples.length === MAX_EXAMPLES_PER_IMPORT)
      throw invalidRequest(
        `the body holds more than ${String(MAX_EXAMPLES_PER_IMPORT)} examples: send the rest by another request`,
      )
    try {
      const value = parseLine()
      const validation = this.#check(value) as true | { error: AppError }
      if (validation !== true) throw validation.error
      if (this.#refused === 0) this.examples.push(toContentColumns(value as ExampleCreate))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.rejectLine(line, error.message)
    }
  }

  rejectLine(line: number, message: string): void {
    this.examples.length = 0
    if (++this.#refused <= MAX_REPORTED_LINES) this.#problems[`line ${String(line)}`] = message
  }

  finish(digest: string): this {
    this.#digest = digest
    return this
  }

  /** Throws when any line could not be taken, or there was none. */
  requireExamples(): ExampleContent[] {
    const [first] = Object.entries(this.#problems)
    if (first !== undefined) {
      const otherCount = this.#refused - 1
      const suffix = otherCount > 0 ? ` (and ${String(otherCount)} more)` : ''
      throw new AppError('validation_error', `${first.join(': ')}${suffix}`, this.#problems)
    }
    if (this.examples.length === 0) throw invalidRequest('the body holds no examples')
    return this.examples
  }

  toJSON(): string {
    return this.#digest
  }
}

export const parseExamples = async (payload: Readable, format: 'jsonl' | 'csv'): Promise<ExamplesBody> => {
  const body = new ExamplesBody()
  const hash = createHash('sha256')
  try {
    await (format === 'csv' ? parseCsvBody : parseJsonLines)(limitAndHash(payload, hash), body)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidRequest(`the body cannot be read: ${(error as Error).message}`, error)
  }
  return body.finish(hash.digest('hex'))
}

/** When reading ends early, the rest is thrown away: the client would not see the answer before it has sent everything. */
async function* limitAndHash(payload: Readable, hash: Hash): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_IMPORT_BYTES) throw invalidRequest('the body is too large')
      hash.update(chunk)
      yield chunk
    }
  } finally {
    payload.resume()
  }
}

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

const parseJsonLines = async (chunks: AsyncIterable<Buffer>, body: ExamplesBody): Promise<void> => {
  let line = 0
  let partialLine: Buffer[] = []
  let partialLineBytes = 0

  const endLine = (last: Buffer): void => {
    let bytes = partialLine.length === 0 ? last : Buffer.concat([...partialLine, last])
    partialLine = []
    partialLineBytes = 0
    if (++line === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
      bytes = bytes.subarray(BYTE_ORDER_MARK.length)
    if (bytes.every((byte) => byte <= 0x20)) return
    body.addLine(line, () => parseJsonObject(bytes, 'it'))
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      endLine(chunk.subarray(start, end))
      start = end + 1
    }
    partialLine.push(chunk.subarray(start))
    partialLineBytes += chunk.length - start
    if (partialLineBytes > MAX_LINE_BYTES) throw invalidRequest(`line ${String(line + 1)} is too long`)
  }
  endLine(Buffer.alloc(0))
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

const parseCsvBody = async (chunks: AsyncGenerator<Buffer>, body: ExamplesBody): Promise<void> => {
  const parser = parseCsv({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  })
  let columns: ReturnType<typeof parseHeader> | undefined
  let isHeaderBroken = false
  const addRecord = ({ record, info }: CsvRecord): void => {
    // Counted to the end of the record, which may have line breaks in its cells.
    const line = info.lines - record.join('').split('\n').length + 1
    if (isHeaderBroken) return
    const header = columns
    if (header !== undefined) {
      body.addLine(line, () => parseRow(header, record))
      return
    }
    try {
      columns = parseHeader(record)
    } catch (error) {
      isHeaderBroken = true
      body.rejectLine(line, (error as Error).message)
    }
  }
  try {
    await pipeline(Readable.from(decodeUtf8(chunks)), parser, async (records: AsyncIterable<CsvRecord>) => {
      for await (const csvRecord of records) addRecord(csvRecord)
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    body.rejectLine(parser.info.lines, error.message)
  }
}

async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  // It also takes away the mark that spreadsheets put first.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw invalidRequest('the body is not valid UTF-8', error)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}
