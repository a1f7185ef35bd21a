// Builds the web console (console/, a package of its own) and adds it to dist/.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, hashOf, inRoot, install, read, run } from './build-inputs.mjs'
import { addToDist, listFiles, replaceFolder, STAMP } from './built-folder.mjs'
import { showProgress } from './progress.mjs'

const CONSOLE = inRoot('console')
const BUILT = join(CONSOLE, 'dist')
/** Files of the build that the service does not serve by their name. */
const UNLISTED = ['index.html', 'manifest.json']

const isSource = (name) => name !== 'node_modules' && !name.startsWith('dist') && !/\.test\.tsx?$/.test(name)

const hashSources = () =>
  hashOf(
    inRoot('scripts', 'build-console.mjs'),
    inRoot('scripts', 'built-folder.mjs'),
    ...filesUnder(CONSOLE, isSource).sort(),
  )

/** Installs the packages of the console, and builds it if a source changed since the last build. */
export const buildConsole = async ({ withDev }) => {
  if (!existsSync(CONSOLE)) return
  const sources = hashSources()
  const isStale = read(join(BUILT, STAMP)) !== sources
  if (isStale || withDev)
    await install(CONSOLE, {
      withDev,
      step: 'Installing dependencies of the console',
      args: ['--prefer-offline', '--fetch-retries=1'],
    })
  if (!isStale) return
  await showProgress('Building the console', () => runVite(sources))
}

const runVite = async (sources) => {
  const temporary = `${BUILT}.${process.pid}`
  try {
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--outDir', temporary, '--emptyOutDir', '--logLevel', 'warn']
    const env = { ...process.env, NODE_ENV: 'production' }
    await run('vite build', process.execPath, args, { cwd: CONSOLE, env })
    await listFiles(temporary, UNLISTED)
    writeFileSync(join(temporary, STAMP), sources)
    replaceFolder(temporary, BUILT)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

export const addConsoleToDist = () => {
  addToDist(BUILT, 'console', (path) => !path.endsWith('manifest.json'))
}
