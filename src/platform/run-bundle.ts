/**
 * Runs a bundle of dist/ with the code cache that the build wrote beside it: V8 then neither parses nor compiles what a start
 * needs, which is about half of the work of a start. The bundles are scripts, because Node 20 has no code cache for ES modules.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Script } from 'node:vm'

type Bundle = (
  require: NodeJS.Require,
  filename: string,
  dirname: string,
  importMetaUrl: string,
  importModule: (specifier: string) => Promise<unknown>,
) => void

/** V8 rejects a cache that another version of V8 wrote, or the same version with other flags; the bundle is then compiled. */
const compileBundle = (file: string): Script => {
  // The build writes ASCII only, and Latin-1 is decoded faster than UTF-8.
  const source = readFileSync(file, 'latin1')
  const cachedData = readIfExists(`${file}.cache`)
  return new Script(source, { filename: file, ...(cachedData && { cachedData }) })
}

const readIfExists = (file: string): Buffer | undefined => {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Runs the bundle `<name>.cjs` for the entry point `<name>.js`. Returns the script, from which the build creates the cache. */
export const runBundle = (entryUrl: string): Script => {
  const file = fileURLToPath(entryUrl).replace(/\.js$/, '.cjs')
  const script = compileBundle(file)
  const run = script.runInThisContext() as Bundle
  run(
    createRequire(file),
    file,
    dirname(file),
    pathToFileURL(file).href,
    (specifier) => import(specifier) as Promise<unknown>,
  )
  return script
}
