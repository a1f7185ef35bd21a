// Runs the fault tests in their long form, one after the other, and prints the figures of all tests at the end. They take about
// two hours. Arguments select tests by name: `npm run test:faults -- kill-runs soak`.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const selected = process.argv.slice(2)
const names = readdirSync(`${root}/test/faults`)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => file.replace('.test.ts', ''))
const unknown = selected.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`no fault test is called ${unknown.join(', ')}; there are: ${names.join(', ')}\n`)
  process.exit(2)
}

/** A line of figures may follow the prefix that the test runner writes before output. */
const findFigures = (line) => /\{"test":.*\}\s*$/.exec(line)?.[0].trim()

const runTest = (name) =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', `test/faults/${name}.test.ts`],
      { cwd: root, env: { ...process.env, HEDDLE_LONG: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    child.on('close', (code) => {
      resolve({ name, passed: code === 0, figures: output.split('\n').map(findFigures).filter(Boolean) })
    })
  })

const results = []
for (const name of selected.length > 0 ? selected : names) results.push(await runTest(name))

const memoryGb = Math.round(totalmem() / 2 ** 30)
process.stdout.write(
  `\n${new Date().toISOString()}, Node ${process.version}, ${cpus().length} cores, ${memoryGb} GB\n`,
)
for (const { name, passed, figures } of results) {
  process.stdout.write(`\n${passed ? 'passed' : 'FAILED'} ${name}\n`)
  for (const line of figures) process.stdout.write(`${line}\n`)
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
