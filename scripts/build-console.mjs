// Builds the web console (console/, a package of its own) and adds it to dist/. The service serves only the files of the list that
// this script writes, and serves the compressed copies that it makes.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder, hashOf, inRoot, install, read, run } from './build-inputs.mjs'

const CONSOLE = inRoot('console')
const BUILT = join(CONSOLE, 'dist')
const STAMP = '.built-from'
const LIST = 'files.json'
/** Files of the build that the service does not serve by their name. */
const UNLISTED = new Set(['index.html', 'manifest.json', LIST, STAMP])
/** Vite puts a hash of the content into the names of these files. */
const HASHED_FOLDER = 'assets/'

const CONTENT_TYPES = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
/** The contents of the others are compressed already. */
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.txt'])
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

/** Writes the compressed copies and the list of the files of a built console. */
export const listFiles = async (folder) => {
  const names = filesUnder(folder)
    .map((path) => relative(folder, path).replaceAll(sep, '/'))
    .filter((name) => !UNLISTED.has(name))
    .sort()
  const entries = await Promise.all(names.map(async (name) => [name, await describeFile(folder, name)]))
  writeFileSync(join(folder, LIST), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

const describeFile = async (folder, name) => {
  const bytes = readFileSync(join(folder, name))
  const extension = extname(name)
  const content_type = CONTENT_TYPES[extension]
  if (content_type === undefined) throw new Error(`console/dist/${name} has no known content type`)
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

const isSource = (name) => name !== 'node_modules' && !name.startsWith('dist') && !/\.test\.tsx?$/.test(name)

const hashSources = () =>
  hashOf(inRoot('scripts', 'build-console.mjs'), ...filesUnder(CONSOLE, isSource).sort())

/** Installs the packages of the console, and builds it if a source changed since the last build. */
export const buildConsole = async ({ withDev }) => {
  if (!existsSync(CONSOLE)) return
  const sources = hashSources()
  const isStale = read(join(BUILT, STAMP)) !== sources
  if (isStale || withDev)
    await install(CONSOLE, {
      withDev,
      message: 'Installing dependencies of the console …',
      args: ['--prefer-offline', '--fetch-retries=1'],
    })
  if (!isStale) return
  process.stderr.write('Building the console …\n')
  const started = performance.now()
  const temporary = `${BUILT}.${process.pid}`
  try {
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--outDir', temporary, '--emptyOutDir', '--logLevel', 'warn']
    const env = { ...process.env, NODE_ENV: 'production' }
    await run('vite build', process.execPath, args, { cwd: CONSOLE, env })
    await listFiles(temporary)
    writeFileSync(join(temporary, STAMP), sources)
    replaceFolder(temporary, BUILT)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  process.stderr.write(`Console built in ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
}

/** Copies the built console to dist/, unless it is there. A build of the service replaces dist/, so this comes after it. */
export const addConsoleToDist = () => {
  const target = inRoot('dist', 'console')
  const sources = read(join(BUILT, STAMP))
  if (sources === '' || read(join(target, STAMP)) === sources) return
  const temporary = `${target}.${process.pid}`
  cpSync(BUILT, temporary, { recursive: true, filter: (path) => !path.endsWith('manifest.json') })
  replaceFolder(temporary, target)
}

const replaceFolder = (temporary, target) => {
  const old = `${temporary}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(temporary, target)
  rmSync(old, { recursive: true, force: true })
}
