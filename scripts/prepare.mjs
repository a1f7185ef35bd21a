// Installs and builds what is missing, so that the commands of the README work on a fresh clone. Uses only Node's own
// modules, because no package may be installed yet.
import '../bin/require-node.cjs'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { addConsoleToDist, buildConsole } from './build-console.mjs'
import { addSiteToDist, buildSite } from './build-site.mjs'
import { filesUnder, hashOf, inRoot, install, read } from './build-inputs.mjs'
import { showProgress } from './progress.mjs'

/** The older versions of LangGraph that the tests run. */
const installTestedVersions = () =>
  install(inRoot('test', 'projects', 'versions', 'packages'), {
    withDev: false,
    step: 'Installing older versions of LangGraph for the tests',
    args: ['--prefer-offline'],
  })

/** Builds dist/ if a source changed since the last build. */
export const build = async () => {
  const stamp = inRoot('dist', '.built-from')
  const sources = hashOf(
    inRoot('package-lock.json'),
    inRoot('scripts', 'build.mjs'),
    inRoot('scripts', 'build-libraries.mjs'),
    inRoot('scripts', 'write-code-cache.mjs'),
    ...filesUnder(inRoot('src')).sort(),
  )
  if (read(stamp) !== sources) {
    const { buildAll } = await import('./build.mjs')
    await showProgress('Building', buildAll)
    writeFileSync(stamp, sources)
  }
  addConsoleToDist()
  addSiteToDist()
}

const installAndBuild = async (withDev) => {
  await install(inRoot(), { withDev, step: 'Installing dependencies' })
  await build()
}

/** The service works without the console and the documentation, so a failure is reported and the start continues. */
const tryToBuild = async (name, build) => {
  try {
    await build()
  } catch (error) {
    process.stderr.write(
      `The ${name} could not be built: ${error.message}\nThe service starts without it. Try again with: npm run build\n`,
    )
  }
}

const buildPages = async (withDev) => {
  await tryToBuild('console', () => buildConsole({ withDev }))
  await tryToBuild('documentation', buildSite)
}

/** The console is installed and built beside the service, because each of them uses one core most of the time. It takes less time. */
export const prepare = async ({ withDev, withTestedVersions = false }) => {
  await Promise.all([
    installAndBuild(withDev),
    buildPages(withDev).then(() => withTestedVersions && installTestedVersions()),
  ])
  addConsoleToDist()
  addSiteToDist()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const withDev = process.argv.includes('--dev')
  await prepare({ withDev, withTestedVersions: withDev })
}
