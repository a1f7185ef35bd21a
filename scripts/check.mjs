// `npm run check`: everything that CI runs, each step named, all of them run even if one fails.
import { spawn, spawnSync } from 'node:child_process'

// The longest first: two at a time, they take about as long as it does.
const STEPS = ['lint', 'types', 'format', 'generated', 'dead', 'arch', 'commits']
const AT_ONCE = 2
const failed = []

/** What a step says is shown when it is over, so that two do not speak at once. */
const run = (script) =>
  new Promise((resolve) => {
    const started = Date.now()
    const step = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [step.stdout, step.stderr]) stream.on('data', (part) => said.push(part))
    step.on('close', (status) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      process.stdout.write(Buffer.concat(said))
      process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`)
      if (status !== 0) failed.push(script)
      resolve()
    })
  })

const lane = async () => {
  for (let step = STEPS.shift(); step !== undefined; step = STEPS.shift()) await run(`check:${step}`)
}

await Promise.all(Array.from({ length: AT_ONCE }, lane))
if (failed.length > 0) process.stdout.write(`failed so far: ${failed.join(', ')}\n`)
// Last, and nothing after it, so that the output ends with the test runner's summary.
const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' })
process.exit(status === 0 && failed.length === 0 ? 0 : 1)
