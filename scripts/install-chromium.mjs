// Installs Chromium for the browser tests if it is missing and this is Debian as root. `.ci/run` starts it in the background,
// because it takes about a minute; a second call waits for apt's lock and then finds what the first one installed.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const APT = ['-qq', '-o', 'DPkg::Lock::Timeout=300']

/** Returns the path of the browser, or undefined. CHROMIUM_PATH takes precedence. */
export const findChromium = () => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...candidates].find((file) => file !== '' && existsSync(file))
}

export const installChromium = () => {
  if (findChromium() !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args) => execFileSync('apt-get', [...APT, ...args], { env, stdio: 'ignore' })
  run('update')
  run('install', '-y', '--no-install-recommends', 'chromium')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installChromium()
