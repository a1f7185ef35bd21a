/** Code that a Heddle process runs before its own, to change what the process sees of the world around it. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempFolder } from './heddle-process.js'

const toNodeOptions = (source: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}`,
})

const shiftedClockSource = (file: string): string => `
  import { readFileSync } from 'node:fs'
  const realNow = Date.now
  let shift = 0
  let readAt = -Infinity
  Date.now = () => {
    if (performance.now() - readAt > 20) {
      readAt = performance.now()
      shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
    }
    return realNow() + shift
  }
`

/**
 * A clock for any number of processes, which the test sets forward while they run. Timers stay real, and so do the
 * leases of runs: they break when time leaps over them.
 */
export const makeShiftedClock = () => {
  const file = join(makeTempFolder(), 'shift')
  let shift = 0
  const write = (): void => {
    // Replaced as a whole: a reader must not see it half written.
    writeFileSync(`${file}.new`, String(shift))
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    env: toNodeOptions(shiftedClockSource(file)),
    now: () => Date.now() + shift,
    advance: (ms: number): void => {
      shift += ms
      write()
    },
  }
}

const dnsOverrideSource = (names: Record<string, readonly string[]>): string => `
  import dns from 'node:dns'
  import { syncBuiltinESMExports } from 'node:module'
  const names = new Map(Object.entries(${JSON.stringify(names)}))
  const realLookup = dns.lookup
  const changing = (answers) => {
    let reads = 0
    return {
      get address() { return answers[Math.min(reads++, answers.length - 1)] },
      family: answers[0].includes(':') ? 6 : 4,
    }
  }
  dns.lookup = (name, options, callback) => {
    const answers = names.get(name)
    if (answers === undefined) realLookup(name, options, callback)
    else setImmediate(callback, null, [changing(answers)])
  }
  syncBuiltinESMExports()
`

/** Names and their addresses. Of several, each is the answer once: whoever looks and then dials gets two of them. */
export const overrideDns = (names: Record<string, readonly string[]>) =>
  toNodeOptions(dnsOverrideSource(names))
