// Builds dist/: the program and its threads, each bundled with its libraries, because loading the libraries file by file took
// more than half of the start-up time, and with V8's code cache of the bundle (src/platform/run-bundle.ts). Native packages
// and packages that projects use stay in node_modules.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { addConsoleToDist, buildConsole } from './build-console.mjs'
import { buildLibraries, importLibrariesFromDist } from './build-libraries.mjs'
import { addSiteToDist, buildSite } from './build-site.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Packages outside of the bundles. The published package depends on these only. */
export const EXTERNAL = [
  '@photostructure/sqlite',
  // Optional packages, loaded from the user's project.
  '@langchain/anthropic',
  'tsx',
  // Loaded only if a project has a `ui`.
  'esbuild',
  '@tailwindcss/node',
  '@tailwindcss/oxide',
  'tailwindcss',
]

const ENTRY_POINTS = {
  main: 'src/main.ts',
  'sqlite-thread': 'src/store/sql/sqlite-thread.ts',
  'backup-thread': 'src/store/sql/backup-thread.ts',
  'executor-thread': 'src/engine/executor/main.ts',
  'executor-process': 'src/engine/threads/executor-process.ts',
  'project-thread': 'src/engine/project/thread.ts',
  'ui-thread': 'src/engine/ui/thread.ts',
  'schema-thread': 'src/engine/schemas/thread.ts',
  'check-thread': 'src/engine/checks/thread.ts',
}

/** `import()` of a package outside of the bundle, or of a computed name. A property or method named `import` is not one. */
const OUTSIDE_IMPORT = new RegExp(
  String.raw`(?<![.\w$])(?<!async )import\((?=[^"'\s]|["'](?:${EXTERNAL.join('|')})["'/])`,
  'g',
)

/** Replaces such an `import()` with a call of the bundle's parameter, because V8 has no `import()` in scripts from a code cache. */
const importThroughParameter = {
  name: 'import-through-parameter',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8')
      if (source.search(OUTSIDE_IMPORT) === -1) return undefined
      // Removes the types first, because a type may contain `import()` too.
      const { code } = await transform(source, { loader: 'ts', sourcefile: path, sourcemap: 'inline' })
      return { contents: code.replace(OUTSIDE_IMPORT, 'importModule('), loader: 'js' }
    })
  },
}

const SHARED_OPTIONS = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  external: EXTERNAL,
}

export const buildAll = async () => {
  // Build into a temporary folder and rename it, so that a process that starts meanwhile finds a complete build.
  const temporary = `dist.${process.pid}`
  const { metafile } = await build({
    ...SHARED_OPTIONS,
    metafile: true,
    entryPoints: ENTRY_POINTS,
    outdir: temporary,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'importMetaUrl' },
    // V8 has no `import()` in scripts from a code cache. esbuild replaces those of libraries and of parts of the bundle.
    supported: { 'dynamic-import': false },
    plugins: [importLibrariesFromDist, importThroughParameter],
    // The parameters are those of Bundle in run-bundle.ts.
    banner: { js: '(function(require,__filename,__dirname,importMetaUrl,importModule){' },
    footer: { js: '})' },
  })
  await buildLibraries(SHARED_OPTIONS, temporary)
  forbidLangChain(metafile.outputs[`${temporary}/main.cjs`])
  await build({
    ...SHARED_OPTIONS,
    entryPoints: {
      'run-bundle': 'src/platform/run-bundle.ts',
      // Node loads hooks of its module loader as an ES module.
      'module-hooks': 'src/engine/loading/module-hooks.ts',
    },
    outdir: temporary,
    format: 'esm',
  })
  for (const name of Object.keys(ENTRY_POINTS)) writeEntryPoint(join(root, temporary, `${name}.js`))
  cpSync(join(root, 'src/store/migrations'), join(root, temporary, 'migrations'), { recursive: true })
  const old = join(root, `${temporary}.old`)
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old)
  renameSync(join(root, temporary), join(root, 'dist'))
  rmSync(old, { recursive: true, force: true })
  writeCodeCaches()
}

/** The caches contain the functions that ran, so a separate process runs the service. Without them a start takes longer. */
const writeCodeCaches = () => {
  try {
    const script = join(root, 'scripts/write-code-cache.mjs')
    execFileSync(process.execPath, [script], { stdio: ['ignore', 'ignore', 2], timeout: 60_000 })
  } catch (error) {
    process.stderr.write(`no code cache was written, so starts take longer: ${error.message}\n`)
  }
}

const writeEntryPoint = (file) => {
  const lines = [
    '#!/usr/bin/env node',
    "import { runBundle } from './run-bundle.js'",
    'runBundle(import.meta.url)',
  ]
  writeFileSync(file, lines.join('\n') + '\n')
  chmodSync(file, 0o755)
}

/** Fails if main.cjs contains LangChain: only executor threads may load it, so that the service starts without it. */
const forbidLangChain = ({ inputs }) => {
  const found = Object.keys(inputs).find((file) => file.includes('node_modules/@langchain/'))
  if (found !== undefined)
    throw new Error(`src/main.ts imports ${found}; only executor threads may import LangChain`)
}

/** The service, the console and the documentation. Unlike a start, it fails if one of them cannot be built. */
export const buildPackage = async () => {
  await Promise.all([buildAll(), buildConsole({ withDev: false }), buildSite()])
  addConsoleToDist()
  addSiteToDist()
}

// `npm run build`
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPackage()
