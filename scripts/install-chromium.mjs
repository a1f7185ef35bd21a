// Installs what some tests need if it is missing and this is Debian as root: Chromium, and before it the small packages PgBouncer,
// libfaketime and Prometheus. `.ci/run` starts it in the background, because it takes about a minute; a second call waits for apt's lock and
// then finds what the first one installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=300']

/** Returns the path of the browser, or undefined. CHROMIUM_PATH takes precedence. */
export const findChromium = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...candidates].find((file) => file !== '' && existsSync(file))
}

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

export const installChromium = () => {
  if (findChromium() === undefined && canInstall()) install('chromium')
}

/** Takes a few seconds. Tests that need these packages are skipped without them. */
const installSmallPackages = () => {
  const files = ['/usr/sbin/pgbouncer', '/usr/share/doc/libfaketime', '/usr/bin/promtool']
  if (!files.every(existsSync) && canInstall()) install('pgbouncer', 'libfaketime', 'prometheus')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installSmallPackages()
  installChromium()
}
