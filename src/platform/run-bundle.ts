/**
 * Runs a bundle of dist/ with the code cache that the build wrote beside it: V8 then neither parses nor compiles what a start
 * needs, which is about half of the work of a start. The bundles are scripts, because Node 20 has no code cache for ES modules.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
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
  const source = readFile(file).toString('latin1')
  const cachedData = readIfExists(`${file}.cache`)
  return new Script(source, { filename: file, ...(cachedData && { cachedData }) })
}

/**
 * Reads a file into a resizable buffer. V8 maps such a buffer separately and unmaps it when it is collected. Other buffers are allocated with malloc,
 * which keeps their memory for the thread: 9 MB in each executor thread.
 */
const readFile = (file: string): Buffer => {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const buffer = Buffer.from(new ArrayBuffer(size, { maxByteLength: size }))
    let length = 0
    while (length < size) {
      const read = readSync(descriptor, buffer, length, size - length, null)
      if (read === 0) throw new Error(`${file} was truncated while it was read; start the service again`)
      length += read
    }
    return buffer
  } finally {
    closeSync(descriptor)
  }
}

const readIfExists = (file: string): Buffer | undefined => {
  try {
    return readFile(file)
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
