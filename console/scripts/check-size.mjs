// Checks the gzip sizes of the built console against its budgets, from the manifest of the build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '..', 'dist')
const KB = 1024

/** The budget of the first load: script, styles and the text font of Latin languages. */
const FIRST_LOAD_KB = 180
const FIRST_LOAD_FONT = /\/geist-latin-wght-normal-[^/]+\.woff2$/

/** Budgets of what a screen adds to the first load; the first pattern that matches the name of an entry counts. */
const SCREEN_BUDGETS = [
  // The drawing needs 76 kB of libraries; the table of the same screen is usable before it has loaded.
  { pattern: /features\/graph\//, kb: 90 },
  // The parser of Markdown is loaded with the first reply.
  { pattern: /features\/chat\/markdown/, kb: 65 },
  // The tabs of a run share most of this with its timeline, which is loaded before them.
  { pattern: /features\/run\/.*-tab/, kb: 45 },
  { pattern: /features\/chat\//, kb: 60 },
  { pattern: /code-editor/, kb: 115 },
  { pattern: /./, kb: 40 },
]

/** The shell loads these after the first screen is shown, so no screen pays for them. */
const SHELL_ENTRIES = ['src/shell/account-menu.tsx']

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8'))

const gzipSize = (file) => {
  const bytes = readFileSync(join(DIST, file))
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length
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

const sum = (files) => [...files].reduce((total, file) => total + gzipSize(file), 0)
const format = (bytes) => `${(bytes / KB).toFixed(1)} kB`
const problems = []

const entry = Object.keys(manifest).find((name) => manifest[name].isEntry)
const firstLoad = collectFiles(entry)
const font = Object.values(manifest).find(({ file }) => FIRST_LOAD_FONT.test(`/${file}`))
if (font === undefined) problems.push('the text font is missing in the manifest')
const firstLoadSize = sum(firstLoad) + (font === undefined ? 0 : gzipSize(font.file))
process.stdout.write(`first load ${format(firstLoadSize)} of ${FIRST_LOAD_KB} kB\n`)
for (const file of [...firstLoad, ...(font === undefined ? [] : [font.file])])
  process.stdout.write(`  ${format(gzipSize(file)).padStart(9)} ${file}\n`)
if (firstLoadSize > FIRST_LOAD_KB * KB) problems.push(`the first load is larger than ${FIRST_LOAD_KB} kB`)

const shell = new Set(firstLoad)
for (const name of SHELL_ENTRIES) collectFiles(name, shell)

for (const [name, chunk] of Object.entries(manifest)) {
  if (chunk.isDynamicEntry !== true) continue
  const loaded = SHELL_ENTRIES.includes(name) ? firstLoad : shell
  const added = [...collectFiles(name)].filter((file) => !loaded.has(file))
  const size = sum(added)
  const budget = SCREEN_BUDGETS.find(({ pattern }) => pattern.test(name)).kb
  process.stdout.write(`${name} adds ${format(size)} of ${budget} kB\n`)
  if (size > budget * KB) problems.push(`${name} adds more than ${budget} kB`)
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
