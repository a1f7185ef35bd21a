// Installs and builds what is missing, so that the commands of the README work on a fresh clone. Uses only Node's own
// modules, because no package may be installed yet.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...segments) => join(root, ...segments)

const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  process.stderr.write(`Heddle requires Node 20.19 or later; this is ${process.versions.node}.\n`)
  process.exit(1)
}

const hashOf = (...files) => {
  const hash = createHash('sha256').update(process.versions.modules)
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Installs development dependencies only with `--dev`. Installed development dependencies are never removed. */
const install = (withDev) => {
  const stamp = inRoot('node_modules', '.heddle-installed')
  const lock = hashOf(inRoot('package-lock.json'))
  const installed = read(stamp)
  if (installed === `${lock} dev` || (installed === lock && !withDev)) return
  process.stderr.write('Installing dependencies …\n')
  execFileSync(...toNpmCall(root, ['ci', withDev ? '--include=dev' : '--omit=dev']))
  writeFileSync(stamp, withDev ? `${lock} dev` : lock)
}

const toNpmCall = (cwd, args) => {
  const npm = process.env.npm_execpath
  const [command, ...prefix] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const options = {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: npm === undefined && process.platform === 'win32',
  }
  return [
    command,
    [...prefix, ...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    options,
  ]
}

/** The older versions of LangGraph that the tests run. */
const installTestedVersions = async () => {
  const folder = inRoot('test', 'projects', 'versions', 'packages')
  const stamp = join(folder, 'node_modules', '.heddle-installed')
  const lock = hashOf(join(folder, 'package-lock.json'))
  if (read(stamp) === lock) return
  process.stderr.write('Installing older versions of LangGraph for the tests …\n')
  const [code] = await once(spawn(...toNpmCall(folder, ['ci', '--prefer-offline'])), 'close')
  if (code !== 0) throw new Error(`npm ci failed in ${folder}`)
  writeFileSync(stamp, lock)
}

const filesUnder = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesUnder(path) : [path]
  })

/** Builds dist/ if a source changed since the last build. */
export const build = async () => {
  const stamp = inRoot('dist', '.built-from')
  const sources = hashOf(
    inRoot('package-lock.json'),
    inRoot('scripts', 'build.mjs'),
    inRoot('scripts', 'write-code-cache.mjs'),
    ...filesUnder(inRoot('src')).sort(),
  )
  if (read(stamp) === sources) return
  process.stderr.write('Building …\n')
  const { buildAll } = await import('./build.mjs')
  await buildAll()
  writeFileSync(stamp, sources)
}

export const prepare = async ({ withDev, withTestedVersions = false }) => {
  requireNode()
  install(withDev)
  await Promise.all([build(), withTestedVersions && installTestedVersions()])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const withDev = process.argv.includes('--dev')
  await prepare({ withDev, withTestedVersions: withDev })
}
