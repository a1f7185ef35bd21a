/** How a restore replaces the embedded database, and when it refuses to. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLock } from '../../src/store/sql/sqlite-lock.js'
import { restoreSqlite } from '../../src/store/sql/sqlite-restore.js'

describe('a restore of the embedded database', () => {
  let folder: string
  let backup: string
  let target: string
  let keepAs: string

  const createDatabase = (path: string, text: string): void => {
    const db = new DatabaseSync(path)
    db.exec(`create table notes (text text); insert into notes values ('${text}')`)
    db.close()
  }
  const readNotes = (path: string): unknown[] => {
    const db = new DatabaseSync(path)
    const rows = db.prepare('select text from notes order by text').all() as { text: string }[]
    db.close()
    return rows.map(({ text }) => text)
  }
  /** Leaves a database as a killed process does: some of its rows are only in the log. */
  const createCrashedDatabase = (path: string): void => {
    const running = `${path}.running`
    const db = new DatabaseSync(running)
    db.exec("pragma journal_mode = wal; create table notes (text text); insert into notes values ('old')")
    for (const suffix of ['', '-wal']) copyFileSync(`${running}${suffix}`, `${path}${suffix}`)
    db.close()
    rmSync(running)
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-restore-'))
    backup = join(folder, 'backup.db')
    target = join(folder, 'heddle.db')
    keepAs = join(folder, 'heddle.db.replaced')
    createDatabase(backup, 'new')
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  const restore = (isReplacing = false, check: (copy: string) => Promise<void> = () => Promise.resolve()) =>
    restoreSqlite({ backup, target, isReplacing, keepAs, check })

  it('a backup is restored into a folder that does not exist yet', async () => {
    target = join(folder, 'new/folder/heddle.db')
    await expect(restore()).resolves.toBe(false)
    expect(readNotes(target)).toEqual(['new'])
    expect(readNotes(backup)).toEqual(['new'])
  })

  it('the old database is kept with the changes that were only in its log', async () => {
    createCrashedDatabase(target)
    await expect(restore()).rejects.toThrow(/exists already; --force/)
    await expect(restore(true)).resolves.toBe(true)
    expect(existsSync(`${target}-wal`)).toBe(false)
    expect(readNotes(target)).toEqual(['new'])
    expect(readNotes(keepAs)).toEqual(['old'])
  })

  it('a damaged old database is kept with its log', async () => {
    createCrashedDatabase(target)
    writeFileSync(target, 'no database')
    await restore(true)
    expect(readNotes(target)).toEqual(['new'])
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['heddle.db.replaced', 'heddle.db.replaced-wal']),
    )
  })

  it('the log of a removed database is not applied to the restored one', async () => {
    createCrashedDatabase(target)
    rmSync(target)
    await expect(restore()).rejects.toThrow(/exists already/)
    await restore(true)
    expect(readNotes(target)).toEqual(['new'])
    expect(existsSync(`${keepAs}-wal`)).toBe(true)
  })

  it('nothing changes while a service or another program is using the database', async () => {
    createDatabase(target, 'old')
    const lock = acquireLock(target)
    await expect(restore(true)).rejects.toThrow(/another Heddle is using/)
    lock.close()
    const other = new DatabaseSync(target)
    other.exec('pragma journal_mode = wal')
    expect(other.prepare('select text from notes').all()).toEqual([{ text: 'old' }])
    await expect(restore(true)).rejects.toThrow(/another program is using/)
    other.close()
    expect(readNotes(target)).toEqual(['old'])
    expect(existsSync(keepAs)).toBe(false)
  })

  it('nothing changes if the copy does not pass the check', async () => {
    createDatabase(target, 'old')
    const before = readdirSync(folder)
    const check = (copy: string) => Promise.reject(new Error(`rejected ${String(readNotes(copy))}`))
    await expect(restore(true, check)).rejects.toThrow('rejected new')
    expect(readNotes(target)).toEqual(['old'])
    expect(readdirSync(folder).filter((name) => !before.includes(name))).toEqual(['heddle.db.lock'])
  })

  it('a file that is not a complete backup is rejected', async () => {
    writeFileSync(`${backup}-wal`, 'log')
    await expect(restore()).rejects.toThrow(/a database in use, not a backup/)
    backup = target
    createDatabase(target, 'old')
    await expect(restore(true)).rejects.toThrow(/is the database itself/)
    backup = join(folder, 'missing.db')
    await expect(restore(true)).rejects.toThrow(/missing\.db does not exist/)
  })
})
