// Other versions of Node.js for the tests of the package. `.ci/run` installs them in the background; without them, their tests are skipped.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The supported lines after that of the machine, and a line that is too old. Exact versions, so that npm finds them in its cache. */
export const LATER_VERSIONS = ['22.23.3', '24.21.0']
export const OLD_VERSIONS = ['6.17.1']

/** The npm package that contains the binary. */
const PACKAGE = `node-${process.platform}-${process.arch}`

const toFolder = (version) => join(tmpdir(), `heddle-node-${version}`)

/** Returns the path of the binary, or undefined if it is not installed. */
export const findNode = (version) => {
  const file = join(toFolder(version), 'node_modules', PACKAGE, 'bin', 'node')
  return existsSync(file) ? file : undefined
}

const installNode = (version) => {
  if (findNode(version) !== undefined) return
  const folder = toFolder(version)
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--prefer-offline']
  try {
    execFileSync('npm', [...args, `${PACKAGE}@${version}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const reason = String(error.stderr ?? error.message).trim()
    process.stderr.write(`Node.js ${version} could not be installed, so its tests are skipped: ${reason}\n`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const version of [...LATER_VERSIONS, ...OLD_VERSIONS]) installNode(version)
