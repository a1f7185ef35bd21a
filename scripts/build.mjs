// Builds dist/: the program and its threads, each bundled with its libraries. Loading those file by file took more than
// half of the start-up time. What is native, or only loaded when somebody needs it, stays in node_modules.
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
  // Only where they are used, and there from the user's own packages.
  '@langchain/anthropic',
  'tsx',
]

export const buildAll = async () => {
  // Built aside and swapped in: whoever starts meanwhile finds the old build or the new one.
  const aside = `dist.${process.pid}`
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: {
      main: 'src/main.ts',
      'sqlite-thread': 'src/store/sql/sqlite-thread.ts',
      'executor-thread': 'src/engine/executor/main.ts',
      'project-thread': 'src/engine/project/thread.ts',
    },
    outdir: aside,
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
    // CommonJS libraries in an ES module still call require.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  })
  keepApart(metafile.outputs, `${aside}/main.js`)
  cpSync(join(root, 'src/store/migrations'), join(root, aside, 'migrations'), { recursive: true })
  const old = join(root, `${aside}.old`)
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old)
  renameSync(join(root, aside), join(root, 'dist'))
  rmSync(old, { recursive: true, force: true })
}

/** LangChain is loaded by executor threads only: the program must start, and answer, without it. */
const keepApart = (outputs, entry, seen = new Set()) => {
  if (seen.has(entry)) return
  seen.add(entry)
  const { inputs, imports } = outputs[entry]
  const found = Object.keys(inputs).find((file) => file.includes('node_modules/@langchain/'))
  if (found !== undefined) throw new Error(`src/main.ts reaches ${found}; only executor threads may`)
  for (const { path } of imports) if (path in outputs) keepApart(outputs, path, seen)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
