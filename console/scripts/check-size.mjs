// Checks the gzip sizes of the built console against its budgets.
import { join } from 'node:path'
import { readBundleSizes } from './bundle-size.mjs'

const KB = 1024

/** The budget of the first load: script, styles and the text font of Latin languages. */
const FIRST_LOAD_KB = 180

/** Budgets of what a screen adds to the first load, or a part to its screen; the first pattern that matches an entry counts. */
const BUDGETS = [
  // The libraries of the drawing; the table of the same screen is usable before it has loaded.
  { pattern: /features\/graph\/graph-canvas/, kb: 80 },
  { pattern: /features\/chat\//, kb: 60 },
  { pattern: /code-editor/, kb: 115 },
  { pattern: /./, kb: 40 },
]

const format = (bytes) => `${(bytes / KB).toFixed(1)} kB`
const problems = []

const { firstLoad, addedBy } = readBundleSizes(join(import.meta.dirname, '..', 'dist'))
process.stdout.write(`first load ${format(firstLoad.bytes)} of ${FIRST_LOAD_KB} kB\n`)
for (const { file, bytes } of firstLoad.files)
  process.stdout.write(`  ${format(bytes).padStart(9)} ${file}\n`)
if (firstLoad.bytes > FIRST_LOAD_KB * KB) problems.push(`the first load is larger than ${FIRST_LOAD_KB} kB`)

for (const { name, bytes } of addedBy) {
  const budget = BUDGETS.find(({ pattern }) => pattern.test(name)).kb
  process.stdout.write(`${name} adds ${format(bytes)} of ${budget} kB\n`)
  if (bytes > budget * KB) problems.push(`${name} adds more than ${budget} kB`)
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
