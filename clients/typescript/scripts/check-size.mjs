// Checks the gzip size of the client, bundled and minified as in its package.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { BUNDLE } from './build.mjs'

const KB = 1024
const BUDGET_KB = 12

const { outputFiles } = await build({ ...BUNDLE, write: false })
const bytes = gzipSync(outputFiles[0].contents, { level: 9 }).length
process.stdout.write(`client ${(bytes / KB).toFixed(1)} kB of ${BUDGET_KB} kB\n`)
if (bytes > BUDGET_KB * KB) {
  process.stderr.write(`the client is larger than ${BUDGET_KB} kB\n`)
  process.exitCode = 1
}
