/**
 * Parses examples from a streamed body: JSON Lines or CSV. Invalid lines are counted and the first 100 reported. An import
 * with an invalid line stores nothing, so examples are dropped from memory from that line on.
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
import { compileValidator } from '../http/validation.js'

export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
const MAX_EXAMPLES_PER_IMPORT = 100_000
/** Parsing a line blocks the event loop. */
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

/** The parsed body. `toJSON` returns the digest of its bytes, which the idempotency hash of the request uses. */
export class ExamplesBody {
  readonly examples: ExampleContent[] = []
  readonly #problems: Record<string, string> = {}
  readonly #validate = compileValidator({
    schema: ExampleCreate,
    method: 'POST',
    url: '',
    httpPart: 'body',
  })
  #rejectedCount = 0
  #digest = ''

  addLine(line: number, parseLine: () => object): void {
    if (this.examples.length === MAX_EXAMPLES_PER_IMPORT)
      throw invalidRequest(
        `The body has more than ${String(MAX_EXAMPLES_PER_IMPORT)} examples; send the rest in another request`,
      )
    try {
      const value = parseLine()
      const validation = this.#validate(value) as true | { error: AppError }
      if (validation !== true) throw validation.error
      if (this.#rejectedCount === 0) this.examples.push(toContentColumns(value as ExampleCreate))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.rejectLine(line, error.message)
    }
  }

  rejectLine(line: number, message: string): void {
    this.examples.length = 0
    if (++this.#rejectedCount <= MAX_REPORTED_LINES) this.#problems[`line ${String(line)}`] = message
  }

  finish(digest: string): this {
    this.#digest = digest
    return this
  }

  /** Throws when any line could not be taken, or there was none. */
  requireExamples(): ExampleContent[] {
    const [first] = Object.entries(this.#problems)
    if (first !== undefined) {
      const otherCount = this.#rejectedCount - 1
      const suffix = otherCount > 0 ? ` (and ${String(otherCount)} more)` : ''
      throw new AppError('validation_error', `${first.join(': ')}${suffix}`, this.#problems)
    }
    if (this.examples.length === 0) throw invalidRequest('The body has no examples')
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
    throw invalidRequest(`The body cannot be read: ${(error as Error).message}`, error)
  }
  return body.finish(hash.digest('hex'))
}

/** If reading ends early, the rest is discarded, because a client reads the response only after it has sent everything. */
async function* limitAndHash(payload: Readable, hash: Hash): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_IMPORT_BYTES) throw invalidRequest('The body is too large')
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
    body.addLine(line, () => parseJsonObject(bytes, 'the line'))
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      endLine(chunk.subarray(start, end))
      start = end + 1
    }
    partialLine.push(chunk.subarray(start))
    partialLineBytes += chunk.length - start
    if (partialLineBytes > MAX_LINE_BYTES) throw invalidRequest(`Line ${String(line + 1)} is too long`)
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
    // `info.lines` is the last line of the record; cells may contain line breaks.
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
  // TextDecoder also removes the byte order mark that spreadsheets write.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw invalidRequest('The body is not valid UTF-8', error)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}
