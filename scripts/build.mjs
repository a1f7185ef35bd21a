// Builds dist/: the program and its threads, each bundled with the libraries that are many small files (loading
// those one by one took half of the start-up time). Libraries that are CommonJS or native stay in node_modules.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const BUNDLED = ['kysely', 'typebox', 'jose', 'uuid']

const externalExcept = {
  name: 'external-except',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined
      const bundled = BUNDLED.some((name) => path === name || path.startsWith(`${name}/`))
      return bundled ? undefined : { path, external: true }
    })
  },
}

export const buildAll = async () => {
  // Built aside and swapped in: whoever starts meanwhile finds the old build or the new one.
  const aside = `dist.${process.pid}`
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/main.ts', 'sqlite-thread': 'src/store/sqlite-thread.ts' },
    outdir: aside,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [externalExcept],
  })
  cpSync(join(root, 'src/store/migrations'), join(root, aside, 'migrations'), { recursive: true })
  const old = join(root, `${aside}.old`)
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), old)
  renameSync(join(root, aside), join(root, 'dist'))
  rmSync(old, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
