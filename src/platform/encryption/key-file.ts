/** The key file beside the embedded database, for services without ENCRYPTION_KEY. */
import { randomUUID } from 'node:crypto'
import { link, open, readFile, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generateKey, parseKey } from './key-ring.js'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Returns undefined if there is no file. Throws if the file holds no key. */
export const readKeyFile = async (path: string): Promise<string | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) return undefined
  const key = text.trim()
  if (parseKey(key) === undefined)
    throw new Error(`${path} does not contain a key (32 bytes in base64); restore the file from a backup`)
  return key
}

/** True if other users of the machine can read the file. */
export const isReadableByOthers = async (path: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0

/**
 * Creates the file with mode 0600 and returns its key. The file appears with its content or not at all, and it is on disk before the key
 * is used: a key that a power failure removed would make all secrets unreadable.
 */
export const createKeyFile = async (path: string): Promise<string> => {
  const temporaryPath = `${path}.${randomUUID()}`
  const key = generateKey()
  try {
    await writeSynced(temporaryPath, `${key}\n`)
    await link(temporaryPath, path)
  } catch (error) {
    // Another process has created the file in the meantime.
    const existing = await readKeyFile(path).catch(() => undefined)
    if (existing !== undefined) return existing
    throw error
  } finally {
    await unlink(temporaryPath).catch(() => undefined)
  }
  await syncFolder(dirname(path))
  return key
}

const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Windows cannot sync a folder, and does not need it. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
