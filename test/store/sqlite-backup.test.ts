/** Which files a backup of the embedded database writes, and which it never touches. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import { backUpSqlite, type BackupProgress } from '../../src/store/sql/sqlite-backup.js'
import { T0 } from '../support/rows.js'

/** No process has this ID: it is larger than Linux allows. */
const DEAD_PID = 2 ** 30

describe('a backup of the embedded database', () => {
  let folder: string
  let source: string
  let target: string
  let db: Database

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-backup-'))
    mkdirSync(join(folder, 'data'))
    source = join(folder, 'data/heddle.db')
    target = join(folder, 'backup.db')
    db = await Database.open({ url: `sqlite:${source}`, durability: 'full', poolSize: 1, exclusive: true })
    await db.migrate(T0)
  })
  afterEach(async () => {
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const progress: BackupProgress[] = []
  const backUp = (file = target, isReplacing = false) =>
    backUpSqlite({ source, target: file, isReplacing, onProgress: (report) => progress.push(report) })

  it('a backup of an open database reports its progress and its content, and leaves no other file', async () => {
    progress.length = 0
    const summary = await backUp()
    expect(summary).toEqual({
      bytes: statSync(target).size,
      schemaVersion: expect.any(Number) as number,
      threads: 0,
      runs: 0,
    })
    expect(progress[0]).toMatchObject({ phase: 'copying', bytes: 0, totalBytes: summary.bytes })
    expect(progress.at(-1)).toEqual({ phase: 'checking' })
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'data'])
  })

  it('a backup has the permissions of the database', async () => {
    chmodSync(source, 0o600)
    await backUp()
    expect(statSync(target).mode & 0o777).toBe(0o600)
  })

  it('an existing file is replaced only if that was requested', async () => {
    writeFileSync(target, 'old')
    await expect(backUp()).rejects.toThrow(/exists already/)
    expect(readFileSync(target, 'utf8')).toBe('old')
    await backUp(target, true)
    expect(new DatabaseSync(target).prepare('select count(*) as n from runs').get()).toEqual({ n: 0 })
  })

  it.each(['', '-wal', '-shm', '.key', '.lock'])('the file heddle.db%s is never replaced', async (suffix) => {
    writeFileSync(`${source}.key`, 'key')
    const before = statSync(`${source}${suffix}`).ino
    await expect(backUp(`${source}${suffix}`, true)).rejects.toThrow(/belongs to the database itself/)
    expect(statSync(`${source}${suffix}`).ino).toBe(before)
  })

  it('the database is not replaced through a link', async () => {
    symlinkSync(source, target)
    await expect(backUp(target, true)).rejects.toThrow(/belongs to the database itself/)
    symlinkSync(join(folder, 'data'), join(folder, 'link'))
    await expect(backUp(join(folder, 'link/heddle.db'), true)).rejects.toThrow(
      /belongs to the database itself/,
    )
  })

  it('a target that cannot become a backup is rejected', async () => {
    await expect(backUp(join(folder, 'missing/backup.db'))).rejects.toThrow(/the folder .* does not exist/)
    await expect(backUp(join(folder, 'data'), true)).rejects.toThrow(/is not a file/)
    writeFileSync(`${target}-wal`, 'log of another database')
    await expect(backUp()).rejects.toThrow(/backup\.db-wal exists/)
  })

  it('a backup of a damaged database fails and leaves no file', async () => {
    await db.close()
    const bytes = readFileSync(source)
    bytes.fill(0xff, 4_096 * 3, 4_096 * 8)
    writeFileSync(source, bytes)
    await expect(backUp()).rejects.toThrow(/malformed|damaged/)
    expect(readdirSync(folder)).toEqual(['data'])
  })

  it('the folder of a killed backup is removed, and that of a running one is kept', async () => {
    const [dead, alive, other] = [
      `${target}.${String(DEAD_PID)}-0123abcd.partial`,
      `${target}.${String(process.ppid)}-0123abcd.partial`,
      `${target}2.${String(DEAD_PID)}-0123abcd.partial`,
    ]
    for (const path of [dead, alive, other]) {
      mkdirSync(path)
      writeFileSync(join(path, 'backup.db'), '')
    }
    await backUp()
    expect(readdirSync(folder).map((name) => join(folder, name))).not.toContain(dead)
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual(
      expect.arrayContaining([alive, other, target]),
    )
  })
})
