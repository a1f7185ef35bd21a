// Installs what some tests need if it is missing and this is Debian as root: Chromium's headless shell, and before it the small packages
// PgBouncer, libfaketime and Prometheus. `.ci/run` starts it in the background, because it takes about a minute; a second call waits for
// apt's lock and then finds what the first one installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HEADLESS_SHELL = 'chromium-headless-shell'
/** The first one found is used. */
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=300']

const findProgram = (...names) => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** Returns the path of the browser, or undefined. CHROMIUM_PATH takes precedence. */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH ?? ''].find((file) => file !== '' && existsSync(file)) ?? findProgram(...NAMES)

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const runApt = (...args) => {
  // invoke-rc.d starts no service in runlevel 1; the tests start PgBouncer and Prometheus themselves.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  execFileSync('apt-get', [...APT, ...args], { env, stdio: 'ignore' })
}

const install = (...packages) => {
  runApt('update')
  runApt('install', '-y', '--no-install-recommends', ...packages)
}

/** Installs the headless shell; releases without this package have only the whole browser. */
const installBrowser = () => {
  try {
    install(HEADLESS_SHELL)
  } catch {
    if (findChromium() === undefined) install('chromium')
  }
}

export const installChromium = () => {
  if (findChromium() === undefined && canInstall()) installBrowser()
}

/**
 * Loading the console takes the headless shell a third less processor time than Chromium (November 2026), so it is installed beside a
 * Chromium that is already there, too. If that fails, the tests use Chromium.
 */
const installFastestChromium = () => {
  const isChosen = (process.env.CHROMIUM_PATH ?? '') !== ''
  if (!isChosen && findProgram(HEADLESS_SHELL) === undefined && canInstall()) installBrowser()
}

/** Takes a few seconds. Tests that need these packages are skipped without them. */
const installSmallPackages = () => {
  const files = ['/usr/sbin/pgbouncer', '/usr/share/doc/libfaketime', '/usr/bin/promtool']
  if (!files.every(existsSync) && canInstall()) install('pgbouncer', 'libfaketime', 'prometheus')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installSmallPackages()
  installFastestChromium()
}
