// Builds the documentation site (site/, a package of its own) from docs/ and adds it to dist/.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder, hashOf, inRoot, install, read, run } from './build-inputs.mjs'
import { addToDist, listFiles, replaceFolder, STAMP } from './built-folder.mjs'

const SITE = inRoot('site')
const BUILT = join(SITE, 'dist')

const isSource = (name) => name !== 'node_modules' && !name.startsWith('dist')

const hashSources = () =>
  hashOf(
    inRoot('scripts', 'build-site.mjs'),
    inRoot('scripts', 'built-folder.mjs'),
    inRoot('CHANGELOG.md'),
    inRoot('SECURITY.md'),
    ...filesUnder(SITE, isSource).sort(),
    ...filesUnder(inRoot('docs')).sort(),
  )

/** Builds the site if a document changed since the last build. */
export const buildSite = async () => {
  if (!existsSync(SITE)) return
  const sources = hashSources()
  if (read(join(BUILT, STAMP)) === sources) return
  await install(SITE, {
    withDev: false,
    step: 'Installing dependencies of the documentation',
    args: ['--prefer-offline', '--fetch-retries=1'],
  })
  const temporary = `${BUILT}.${process.pid}`
  try {
    await run('the build of the documentation', process.execPath, ['build.mjs', temporary], { cwd: SITE })
    await listFiles(temporary)
    writeFileSync(join(temporary, STAMP), sources)
    replaceFolder(temporary, BUILT)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

export const addSiteToDist = () => {
  addToDist(BUILT, 'docs')
}
