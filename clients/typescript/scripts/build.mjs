// Builds dist/: one ES module without dependencies, its source map, and the type declarations.
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

export const BUNDLE = {
  absWorkingDir: ROOT,
  entryPoints: ['src/index.ts'],
  bundle: true,
  format: 'esm',
  // No Node.js built-ins: an import of one fails the build.
  platform: 'browser',
  target: 'es2022',
  minify: true,
  logLevel: 'warning',
}

const writeDeclarations = () => {
  const compiler = join(ROOT, '..', '..', 'node_modules', 'typescript-native', 'bin', 'tsc')
  execFileSync(process.execPath, [compiler, '--emitDeclarationOnly', '-p', 'tsconfig.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  // The compiler does not copy declarations that are sources.
  cpSync(join(ROOT, 'src', 'schema.d.ts'), join(DIST, 'schema.d.ts'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(DIST, { recursive: true, force: true })
  await build({ ...BUNDLE, outdir: 'dist', sourcemap: true })
  writeDeclarations()
}
