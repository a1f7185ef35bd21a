// `npm run check`: runs everything that CI runs. A failed step does not stop the others.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { prepare } from './prepare.mjs'

// The steps run beside the tests, which leave a third of two cores idle. Two steps run at a time, because most of them use one core.
// The lint reports type errors too, so that types are computed once (ADR 0028); `npm run check:types` is for work on a change.
const STEPS = ['lint', 'arch', 'generated', 'dead', 'format', 'size', 'commits']
const AT_ONCE = 2
const failures = []

/** Keeps the output of a failed step, because it is repeated at the end. */
const run = (script) =>
  new Promise((resolve) => {
    const started = Date.now()
    const step = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks = []
    for (const stream of [step.stdout, step.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
    step.on('close', (status) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      const output = Buffer.concat(chunks)
      process.stdout.write(output)
      process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${script} (${seconds} s)\n`)
      if (status !== 0) failures.push({ script, output })
      resolve()
    })
  })

const runTests = () =>
  new Promise((resolve) => {
    spawn('npm', ['test'], { stdio: 'inherit' }).on('close', resolve)
  })

const runSteps = async (steps) => {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) await run(`check:${step}`)
}

// Nothing may be built while the steps read what was built.
await prepare({ withDev: true, withTestedVersions: true })
const tests = runTests()
// Child processes inherit the priority of this process. The steps only use the time that the tests leave, so that they slow no test.
setPriority(constants.priority.PRIORITY_LOW)
const remaining = [...STEPS]
await Promise.all(Array.from({ length: AT_ONCE }, () => runSteps(remaining)))
const testStatus = await tests

// The tests take far longer than the steps, so if everything passed, the output ends with the summary of the test runner. Otherwise
// the failures are repeated here, because they are far above.
for (const { script, output } of failures) {
  process.stdout.write(output)
  process.stdout.write(`FAILED ${script}\n`)
}
process.exit(testStatus === 0 && failures.length === 0 ? 0 : 1)
