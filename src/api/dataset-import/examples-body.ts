/**
 * Examples from a body that is read as it comes: JSON Lines or CSV. Lines that cannot be taken are counted and the
 * first of them told; from the first such line on no example is kept, because then none is stored.
 */
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse as parseCsv } from 'csv-parse'
import { contentOf, type ExampleContent } from '../../domain/datasets/row-mappers.js'
import { AppError } from '../../errors.js'
import { ExampleCreate } from '../../schema/dataset.js'
import { readCells, readHeader } from './examples-csv.js'
import { parseObject } from '../http/json-body.js'
import { makeValidatorCompiler } from '../http/validation.js'

export const MAX_IMPORT_BYTES = 100 * 1024 * 1024
const MAX_IMPORTED = 100_000
/** One line holds up the service while it is parsed. */
const MAX_LINE_BYTES = 10 * 1024 * 1024
const MAX_PROBLEMS = 100

export const IMPORT_TYPES = {
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'text/csv': 'csv',
} as const

const invalid = (message: string, cause?: unknown): AppError =>
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

  take(line: number, read: () => object): void {
    if (this.examples.length === MAX_IMPORTED)
      throw invalid(
        `the body holds more than ${String(MAX_IMPORTED)} examples: send the rest by another request`,
      )
    try {
      const value = read()
      const checked = this.#check(value) as true | { error: AppError }
      if (checked !== true) throw checked.error
      if (this.#refused === 0) this.examples.push(contentOf(value as ExampleCreate))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.refuse(line, error.message)
    }
  }

  refuse(line: number, problem: string): void {
    this.examples.length = 0
    if (++this.#refused <= MAX_PROBLEMS) this.#problems[`line ${String(line)}`] = problem
  }

  end(digest: string): this {
    this.#digest = digest
    return this
  }

  /** Throws when any line could not be taken, or there was none. */
  accepted(): ExampleContent[] {
    const [first] = Object.entries(this.#problems)
    if (first !== undefined) {
      const others = this.#refused - 1
      const more = others > 0 ? ` (and ${String(others)} more)` : ''
      throw new AppError('validation_error', `${first.join(': ')}${more}`, this.#problems)
    }
    if (this.examples.length === 0) throw invalid('the body holds no examples')
    return this.examples
  }

  toJSON(): string {
    return this.#digest
  }
}

export const readExamples = async (payload: Readable, format: 'jsonl' | 'csv'): Promise<ExamplesBody> => {
  const body = new ExamplesBody()
  const hash = createHash('sha256')
  try {
    await (format === 'csv' ? readCsv : readLines)(metered(payload, hash), body)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid(`the body cannot be read: ${(error as Error).message}`, error)
  }
  return body.end(hash.digest('hex'))
}

/** When reading ends early, the rest is thrown away: the client would not see the answer before it has sent everything. */
async function* metered(payload: Readable, hash: Hash): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_IMPORT_BYTES) throw invalid('the body is too large')
      hash.update(chunk)
      yield chunk
    }
  } finally {
    payload.resume()
  }
}

const NEWLINE = 0x0a
const MARK = Buffer.from('\ufeff')

const readLines = async (chunks: AsyncIterable<Buffer>, body: ExamplesBody): Promise<void> => {
  let line = 0
  let begun: Buffer[] = []
  let begunBytes = 0

  const endLine = (last: Buffer): void => {
    let bytes = begun.length === 0 ? last : Buffer.concat([...begun, last])
    begun = []
    begunBytes = 0
    if (++line === 1 && bytes.subarray(0, MARK.length).equals(MARK)) bytes = bytes.subarray(MARK.length)
    if (bytes.every((byte) => byte <= 0x20)) return
    body.take(line, () => parseObject(bytes, 'it'))
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      endLine(chunk.subarray(start, end))
      start = end + 1
    }
    begun.push(chunk.subarray(start))
    begunBytes += chunk.length - start
    if (begunBytes > MAX_LINE_BYTES) throw invalid(`line ${String(line + 1)} is too long`)
  }
  endLine(Buffer.alloc(0))
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

const readCsv = async (chunks: AsyncGenerator<Buffer>, body: ExamplesBody): Promise<void> => {
  const parser = parseCsv({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  })
  let columns: ReturnType<typeof readHeader> | undefined
  let isHeaderBroken = false
  const take = ({ record, info }: CsvRecord): void => {
    // Counted to the end of the record, which may have line breaks in its cells.
    const line = info.lines - record.join('').split('\n').length + 1
    if (isHeaderBroken) return
    const known = columns
    if (known !== undefined) {
      body.take(line, () => readCells(known, record))
      return
    }
    try {
      columns = readHeader(record)
    } catch (error) {
      isHeaderBroken = true
      body.refuse(line, (error as Error).message)
    }
  }
  try {
    await pipeline(Readable.from(decoded(chunks)), parser, async (records: AsyncIterable<CsvRecord>) => {
      for await (const one of records) take(one)
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    body.refuse(parser.info.lines, error.message)
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  // It also takes away the mark that spreadsheets put first.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw invalid('the body is not valid UTF-8', error)
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}
