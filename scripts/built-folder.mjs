// Prepares a built folder for the service, which serves only the files of the list that this script writes, and serves the compressed copies that
// it makes.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder, inRoot, read } from './build-inputs.mjs'

const LIST = 'files.json'
/** Contains the hash of the sources of a build. */
export const STAMP = '.built-from'
/** The names of these files contain a hash of their content. */
const HASHED_FOLDER = 'assets/'

const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
/** The contents of the others are compressed already. */
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt'])
/** A smaller file fits into one packet either way. */
const MIN_COMPRESSED_BYTES = 1_000

const ENCODINGS = [
  {
    name: 'br',
    extension: '.br',
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  },
  { name: 'gzip', extension: '.gz', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
]

/** Writes the compressed copies and the list of the files. Those in `unlisted` are not served by their name. */
export const listFiles = async (folder, unlisted = []) => {
  const names = filesUnder(folder)
    .map((path) => relative(folder, path).replaceAll(sep, '/'))
    .filter((name) => name !== LIST && name !== STAMP && !unlisted.includes(name))
    .sort()
  const entries = await Promise.all(names.map(async (name) => [name, await describeFile(folder, name)]))
  writeFileSync(join(folder, LIST), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

const describeFile = async (folder, name) => {
  const bytes = readFileSync(join(folder, name))
  const extension = extname(name)
  const content_type = CONTENT_TYPES[extension]
  if (content_type === undefined) throw new Error(`${name} has no known content type`)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const isCompressed = COMPRESSIBLE.has(extension) && bytes.length >= MIN_COMPRESSED_BYTES
  return {
    content_type,
    etag: `"${hash}"`,
    immutable: name.startsWith(HASHED_FOLDER),
    encodings: isCompressed ? await compressFile(folder, name, bytes) : [],
  }
}

const compressFile = async (folder, name, bytes) => {
  const copies = await Promise.all(
    ENCODINGS.map(async ({ name: encoding, extension, compress }) => {
      const file = name + extension
      const compressed = await compress(bytes)
      writeFileSync(join(folder, file), compressed)
      return { name: encoding, file, size: compressed.length }
    }),
  )
  return copies.sort((a, b) => a.size - b.size).map(({ name: encoding, file }) => ({ name: encoding, file }))
}

/** Replaces a folder by another one, so that a process that reads it finds either the old or the new one. */
export const replaceFolder = (temporary, target) => {
  const old = `${temporary}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(temporary, target)
  rmSync(old, { recursive: true, force: true })
}

/** Copies a built folder to dist/, unless it is there. A build of the service replaces dist/, so this comes after it. */
export const addToDist = (built, name, isIncluded = () => true) => {
  const target = inRoot('dist', name)
  const sources = read(join(built, STAMP))
  if (sources === '' || read(join(target, STAMP)) === sources) return
  const temporary = `${target}.${process.pid}`
  cpSync(built, temporary, { recursive: true, filter: isIncluded })
  replaceFolder(temporary, target)
}
