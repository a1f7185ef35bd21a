// `npm run dev` (with `exec`, for the reason given in start.mjs): starts the service, and rebuilds and restarts it whenever a source file changes.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allowCrash } from './allow-crash.mjs'
import { prepare } from './prepare.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
let child
let timer

const restart = async () => {
  try {
    await prepare({ withDev: true })
  } catch {
    // The build has printed the error; the next change triggers another build.
    return
  }
  if (child?.exitCode === null) {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  }
  child = spawn(process.execPath, ['dist/main.js', ...allowCrash(process.argv.slice(2))], {
    cwd: root,
    stdio: 'inherit',
  })
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    // The first build may still be running, and a service that could not start has already exited.
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) process.exit(0)
    child.once('exit', (code) => process.exit(code ?? 0))
    child.kill(signal)
  })
}

await restart()
watch(`${root}src`, { recursive: true }, () => {
  clearTimeout(timer)
  timer = setTimeout(restart, 100)
})
