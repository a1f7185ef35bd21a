/** What the start of the service reports and rejects when the files of the embedded database are incomplete or damaged. */
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import type { StartupReport } from '../../src/store/sql/startup-check.js'
import { rawStatement } from '../support/raw-statement.js'

const ROWS = 20
const WAL_HEADER_BYTES = 32
const FRAME_BYTES = 24 + 4096

describe('a database that a crash left behind', () => {
  let folder: string
  let file: string
  let copies = 0

  /** Copies the files of an open database, as a crash would leave them. */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-damaged-'))
    const source = join(folder, 'source.db')
    file = join(folder, 'crashed.db')
    const db = await open(source)
    await db.write([rawStatement('create table numbers (n integer primary key, text text)')])
    await db.close()
    const writing = await open(source)
    // Each commit writes frames of its own.
    for (let n = 1; n <= ROWS; n++)
      await writing.write([rawStatement(`insert into numbers values (${String(n)}, hex(randomblob(1000)))`)])
    copyFileSync(source, file)
    copyFileSync(`${source}-wal`, `${file}-wal`)
    await writing.close()
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (path: string, onChecked: (report: StartupReport) => void = () => undefined) =>
    Database.open({ url: `sqlite:${path}`, durability: 'full', poolSize: 1, exclusive: true, onChecked })

  const copyDatabase = (): string => {
    const copy = join(folder, `copy-${String(++copies)}.db`)
    copyFileSync(file, copy)
    copyFileSync(`${file}-wal`, `${copy}-wal`)
    return copy
  }

  const flipBit = (path: string, offset: number): void => {
    const bytes = readFileSync(path)
    bytes[offset]! ^= 1
    writeFileSync(path, bytes)
  }

  const start = async (path: string) => {
    let report: StartupReport | undefined
    const db = await open(path, (checked) => (report = checked))
    const rows = await db.read<{ n: number }>(rawStatement('select n from numbers order by n'))
    await db.close()
    return { report, numbers: rows.map(({ n }) => n) }
  }

  it('an intact log is replayed completely, and the report says so', async () => {
    const copy = copyDatabase()
    const frames = (statSync(`${copy}-wal`).size - WAL_HEADER_BYTES) / FRAME_BYTES
    const { report, numbers } = await start(copy)
    expect(report).toEqual({ wal: { frames, replayed: frames, lostTransactions: 0 }, quickCheck: 'ok' })
    expect(numbers).toHaveLength(ROWS)
    // After a normal stop there is nothing to recover.
    expect((await start(copy)).report).toEqual({ quickCheck: 'ok' })
  })

  it('a log that ends in the middle of a frame is replayed up to the last complete transaction', async () => {
    const copy = copyDatabase()
    truncateSync(`${copy}-wal`, statSync(`${copy}-wal`).size - 100)
    const { report, numbers } = await start(copy)
    expect(report?.wal?.lostTransactions).toBe(0)
    expect(report?.wal?.replayed).toBe(report?.wal?.frames)
    expect(numbers).toHaveLength(ROWS - 1)
  })

  it('a flipped bit in the log is reported with the number of transactions after it', async () => {
    const copy = copyDatabase()
    const half = Math.floor((statSync(`${copy}-wal`).size - WAL_HEADER_BYTES) / FRAME_BYTES / 2)
    flipBit(`${copy}-wal`, WAL_HEADER_BYTES + half * FRAME_BYTES + 500)
    const { report, numbers } = await start(copy)
    expect(report?.wal?.replayed).toBeLessThanOrEqual(half)
    expect(report?.wal?.lostTransactions).toBe(ROWS - numbers.length)
    expect(report?.quickCheck).toBe('ok')
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1))
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.length).toBeLessThan(ROWS)
  })

  it('a log with a damaged header is reported, because SQLite ignores all of it', async () => {
    const copy = copyDatabase()
    flipBit(`${copy}-wal`, 18)
    const { report, numbers } = await start(copy)
    expect(report?.wal).toMatchObject({ replayed: 0, lostTransactions: 1 })
    expect(numbers).toEqual([])
  })

  it('a file with a damaged page is rejected with the ways to repair it', async () => {
    const copy = copyDatabase()
    await start(copy)
    const bytes = readFileSync(copy)
    // The first bytes of each page after the first describe its structure.
    for (let offset = 4096; offset < bytes.length; offset += 4096) bytes.fill(0xff, offset, offset + 16)
    writeFileSync(copy, bytes)
    await expect(open(copy)).rejects.toThrow(
      /copy-\d+\.db: the database file is damaged: .*Restore a backup.*\.recover/s,
    )
  })

  it('a file that is not a database is rejected', async () => {
    const copy = copyDatabase()
    rmSync(`${copy}-wal`)
    flipBit(copy, 2)
    await expect(open(copy)).rejects.toThrow(/file is not a database/)
  })
})
