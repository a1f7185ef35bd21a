// `npm run check`: runs everything that CI runs. A failed step does not stop the others.
import { spawn, spawnSync } from 'node:child_process'

// The longest step first: with two steps at a time, the total is about its duration.
const STEPS = ['lint', 'types', 'format', 'generated', 'dead', 'arch', 'commits']
const CONCURRENCY = 2
const failed = []

/** Prints the output of a step when it ends, so that the output of parallel steps does not mix. */
const run = (script) =>
  new Promise((resolve) => {
    const started = Date.now()
    const step = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    for (const stream of [step.stdout, step.stderr]) stream.on('data', (chunk) => output.push(chunk))
    step.on('close', (status) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      process.stdout.write(Buffer.concat(output))
      process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`)
      if (status !== 0) failed.push(script)
      resolve()
    })
  })

const runSteps = async () => {
  for (let step = STEPS.shift(); step !== undefined; step = STEPS.shift()) await run(`check:${step}`)
}

await Promise.all(Array.from({ length: CONCURRENCY }, runSteps))
if (failed.length > 0) process.stdout.write(`failed: ${failed.join(', ')}\n`)
// Tests run last, so that the output ends with the summary of the test runner.
const { status } = spawnSync('npm', ['test'], { stdio: 'inherit' })
process.exit(status === 0 && failed.length === 0 ? 0 : 1)
