// Builds dist/: the program and its threads, each bundled with its libraries, because loading the libraries file by file took
// more than half of the start-up time. Native packages and packages that are loaded on demand stay in node_modules.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const EXTERNAL = [
  '@photostructure/sqlite',
  'pg',
  'pino-pretty',
  '@scalar/fastify-api-reference',
  // Optional packages, loaded from the user's project.
  '@langchain/anthropic',
  'tsx',
]

export const buildAll = async () => {
  // Build into a temporary folder and rename it, so that a process that starts meanwhile finds a complete build.
  const temporary = `dist.${process.pid}`
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: {
      main: 'src/main.ts',
      'sqlite-thread': 'src/store/sql/sqlite-thread.ts',
      'executor-thread': 'src/engine/executor/main.ts',
      'project-thread': 'src/engine/project/thread.ts',
    },
    outdir: temporary,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    external: EXTERNAL,
    // CommonJS libraries that are bundled into an ES module still call require.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  })
  forbidLangChain(metafile.outputs, `${temporary}/main.js`)
  cpSync(join(root, 'src/store/migrations'), join(root, temporary, 'migrations'), { recursive: true })
  const old = join(root, `${temporary}.old`)
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old)
  renameSync(join(root, temporary), join(root, 'dist'))
  rmSync(old, { recursive: true, force: true })
}

/** Fails if main.js imports LangChain: only executor threads may load it, so that the service starts without it. */
const forbidLangChain = (outputs, entry, visited = new Set()) => {
  if (visited.has(entry)) return
  visited.add(entry)
  const { inputs, imports } = outputs[entry]
  const found = Object.keys(inputs).find((file) => file.includes('node_modules/@langchain/'))
  if (found !== undefined)
    throw new Error(`src/main.ts imports ${found}; only executor threads may import LangChain`)
  for (const { path } of imports) if (path in outputs) forbidLangChain(outputs, path, visited)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
