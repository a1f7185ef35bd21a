// `npm run package`: writes the npm package, heddle-<version>.tgz, without publishing it. The package is packed from a folder of its own,
// because its manifest differs from package.json: the bundles of dist/ contain most dependencies, so only the others are installed with it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inRoot } from './build-inputs.mjs'
import { writeLicenses } from './package-licenses.mjs'

const CONTENTS = [
  'bin',
  'dist',
  'docs',
  'examples',
  'templates',
  'openapi.json',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
]

const LEFT_OUT = /\.built-from$|node_modules/
/** V8 accepts a code cache only from the same version of Node.js, and does not check the processor. */
const CODE_CACHE = /\.cache$/

const readManifest = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

/** `outside` are the packages that dist/ loads from node_modules. */
const toPublishedManifest = ({ private: _, scripts, overrides, dependencies, ...manifest }, outside) => {
  const select = (isSelected) =>
    Object.fromEntries(Object.entries(dependencies).filter(([name]) => isSelected(name)))
  return {
    ...manifest,
    dependencies: select((name) => outside.has(name)),
    // What the bundles contain. npm does not install development dependencies of a dependency.
    devDependencies: select((name) => !outside.has(name)),
  }
}

/** Copies what the package contains to `folder`. dist/ must be built. Code caches are only for a folder that stays on this kind of machine. */
const stagePackage = async (folder, { withCodeCaches }) => {
  const { EXTERNAL } = await import('./build.mjs')
  const isIncluded = (path) => !LEFT_OUT.test(path) && (withCodeCaches || !CODE_CACHE.test(path))
  for (const name of CONTENTS)
    cpSync(inRoot(name), join(folder, name), { recursive: true, filter: isIncluded })
  const manifest = toPublishedManifest(readManifest(), new Set(EXTERNAL))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeLicenses(join(folder, 'THIRD-PARTY-LICENSES.txt'))
}

/** Packs dist/ as it is. Returns the path of the package, in `destination`. */
export const packDist = async (destination) => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-package-'))
  try {
    await stagePackage(folder, { withCodeCaches: false })
    const args = ['pack', '--silent', '--pack-destination', destination]
    const output = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] })
    return join(destination, output.trim().split('\n').at(-1))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const buildAndPack = async () => {
  const { buildPackage } = await import('./build.mjs')
  await buildPackage()
  const file = await packDist(inRoot())
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  process.stdout.write(`${file} (${megabytes} MB)\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // `--stage <folder>`: what the image contains (Dockerfile), from dist/ as it is.
  const [option, folder] = process.argv.slice(2)
  if (option === '--stage') await stagePackage(folder, { withCodeCaches: true })
  else await buildAndPack()
}
