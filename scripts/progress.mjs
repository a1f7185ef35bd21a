// Shows what the scripts are doing: a line when a step starts and one with its duration when it ends. On a terminal, a last line counts the
// seconds of the steps that are running, because an installation prints nothing itself.
const running = new Map()
let timer

const toSeconds = (started) => `${((performance.now() - started) / 1000).toFixed(0)} s`

const clearLine = () => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K')
}

const showRunning = () => {
  if (!process.stderr.isTTY || running.size === 0) return
  const steps = [...running].map(([step, started]) => `${step} ${toSeconds(started)}`)
  clearLine()
  process.stderr.write(steps.join(', '))
}

/** Runs a step such as "Installing dependencies". If it fails, the caller reports the error. */
export const showProgress = async (step, task) => {
  const started = performance.now()
  clearLine()
  process.stderr.write(`${step} …\n`)
  running.set(step, started)
  timer ??= setInterval(showRunning, 1_000).unref()
  try {
    const result = await task()
    clearLine()
    process.stderr.write(`${step}: done in ${toSeconds(started)}\n`)
    return result
  } finally {
    clearLine()
    running.delete(step)
    if (running.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}
