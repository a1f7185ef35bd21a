// `npm run check`: everything that CI runs, each step named, all of them run even if one fails.
import { spawnSync } from 'node:child_process'

const STEPS = ['format', 'lint', 'types', 'arch', 'dead', 'generated', 'commits']
const failed = []

const run = (script) => {
  const started = Date.now()
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`)
  if (status !== 0) failed.push(script)
}

for (const step of STEPS) run(`check:${step}`)
if (failed.length > 0) process.stdout.write(`failed so far: ${failed.join(', ')}\n`)
// Last, and nothing after it, so that the output ends with the test runner's summary.
const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' })
process.exit(status === 0 && failed.length === 0 ? 0 : 1)
