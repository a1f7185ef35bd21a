// What decides whether something has to be installed or built again. Uses only Node's own modules, because no package may be
// installed yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { showProgress } from './progress.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...segments) => join(root, ...segments)

export const hashOf = (...files) => {
  const hash = createHash('sha256').update(process.versions.modules)
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

export const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

export const filesUnder = (folder, isIncluded = () => true) =>
  readdirSync(folder)
    .filter(isIncluded)
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesUnder(path, isIncluded) : [path]
    })

/** Runs a command whose output goes to stderr. Rejects if it fails; `name` is for the message. */
export const run = async (name, command, args, { cwd, ...options }) => {
  const [code, signal] = await once(
    spawn(command, args, { cwd, stdio: ['ignore', 2, 2], ...options }),
    'close',
  )
  if (code !== 0) throw new Error(`${name} failed in ${cwd} with ${code ?? signal}; its output is above`)
}

/**
 * Runs `npm ci` in a folder unless its packages are installed. Development dependencies are installed only if asked for, and
 * installed ones are never removed.
 */
export const install = async (folder, { withDev, step, args = [] }) => {
  const stamp = join(folder, 'node_modules', '.heddle-installed')
  const lock = hashOf(join(folder, 'package-lock.json'))
  const installed = read(stamp)
  if (installed === `${lock} dev` || (installed === lock && !withDev)) return
  const npm = process.env.npm_execpath
  const [command, ...prefix] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...args]
  const shell = npm === undefined && process.platform === 'win32'
  const npmArgs = [...prefix, 'ci', withDev ? '--include=dev' : '--omit=dev', ...flags]
  await showProgress(step, () => run('npm ci', command, npmArgs, { cwd: folder, shell }))
  writeFileSync(stamp, withDev ? `${lock} dev` : lock)
}
