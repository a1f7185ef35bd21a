import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyFile, isReadableByOthers, readKeyFile } from './key-file.js'
import { parseKey } from './key-ring.js'

describe('key file', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'heddle-key-'))
    file = join(folder, 'heddle.db.key')
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('a created file holds its key, is readable by its owner only, and leaves no other file', async () => {
    const key = await createKeyFile(file)
    expect(parseKey(key)).toHaveLength(32)
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['heddle.db.key'])
    await expect(readKeyFile(file)).resolves.toBe(key)
    await expect(isReadableByOthers(file)).resolves.toBe(false)
    chmodSync(file, 0o644)
    await expect(isReadableByOthers(file)).resolves.toBe(true)
  })

  it('processes that create the file at the same time use the same key', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKeyFile(file)))
    expect(new Set(keys).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['heddle.db.key'])
  })

  it('a missing file is not an error, and a file without a key is', async () => {
    await expect(readKeyFile(file)).resolves.toBeUndefined()
    writeFileSync(file, 'not a key')
    await expect(readKeyFile(file)).rejects.toThrow(/does not contain a key/)
  })
})
