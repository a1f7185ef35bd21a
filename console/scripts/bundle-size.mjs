// Reads the gzip sizes of a built console from the manifest of its build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The text font of Latin languages; every page loads it. */
const FIRST_LOAD_FONT = /\/geist-latin-wght-normal-[^/]+\.woff2$/

/** The shell loads these after the first screen is shown, so no screen pays for them. */
const SHELL_ENTRIES = ['src/shell/account-menu.tsx']

/** `dist` is the folder of the build. `addedBy` has what a screen adds to the first load, or a part to its screen. */
export const readBundleSizes = (dist) => {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))

  const measure = (file) => {
    const bytes = readFileSync(join(dist, file))
    return { file, bytes: file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length }
  }
  /** Collects the files of an entry and of everything it imports statically. */
  const collectFiles = (name, files = new Set()) => {
    const chunk = manifest[name]
    if (files.has(chunk.file)) return files
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const imported of chunk.imports ?? []) collectFiles(imported, files)
    return files
  }
  const sum = (files) => files.reduce((total, { bytes }) => total + bytes, 0)

  const entry = Object.keys(manifest).find((name) => manifest[name].isEntry)
  const font = Object.values(manifest).find(({ file }) => FIRST_LOAD_FONT.test(`/${file}`))
  if (font === undefined) throw new Error('the text font is missing in the manifest')
  const loaded = collectFiles(entry)
  const firstFiles = [...loaded, font.file].map(measure)

  const shell = new Set(loaded)
  for (const name of SHELL_ENTRIES) collectFiles(name, shell)
  /** The files that are there in any case when the part is requested: those of the shell, and of what requests it. */
  const loadedBefore = (name) => {
    if (SHELL_ENTRIES.includes(name)) return loaded
    const origins = Object.keys(manifest)
      .filter((other) => manifest[other].dynamicImports?.includes(name))
      .map((other) => collectFiles(other))
    const always = [...(origins[0] ?? [])].filter((file) => origins.every((files) => files.has(file)))
    return new Set([...shell, ...always])
  }
  const addedBy = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry === true)
    .map(([name]) => {
      const before = loadedBefore(name)
      const files = [...collectFiles(name)].filter((file) => !before.has(file))
      return { name, bytes: sum(files.map(measure)) }
    })
  return { firstLoad: { bytes: sum(firstFiles), files: firstFiles }, addedBy }
}
