/** Code that a Heddle process loads before its own, to control its clock and its DNS. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempFolder } from './heddle-process.js'

const toNodeOptions = (source: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}`,
})

// Nodes that share a database use the time of the database, which the test cannot set; so the time that they read is shifted.
const shiftedClockSource = (file: string): string => `
  import { readFileSync } from 'node:fs'
  import { createRequire } from 'node:module'
  import { isMainThread } from 'node:worker_threads'
  const realNow = Date.now
  const elapsed = performance.now.bind(performance)
  let shift = 0
  let readAt = -Infinity
  const readShift = () => {
    if (elapsed() - readAt > 20) {
      readAt = elapsed()
      shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
    }
    return shift
  }
  Date.now = () => realNow() + readShift()
  if (isMainThread && process.env.DATABASE_URL?.startsWith('postgres')) {
    performance.now = () => elapsed() + readShift()
    const { Client } = createRequire(process.argv[1])('./libraries/pg.cjs')
    const { query } = Client.prototype
    Client.prototype.query = function (config, ...rest) {
      const result = query.call(this, config, ...rest)
      if (!config?.text?.includes('clock_timestamp()')) return result
      return result.then(({ rows }) => ({ rows: rows.map(({ now }) => ({ now: now + readShift() })) }))
    }
  }
`

/**
 * A clock that a test can set forward in any number of running processes. Timers stay real, so an advance beyond the lease of an
 * executing run makes the lease expire.
 */
export const makeShiftedClock = () => {
  const file = join(makeTempFolder(), 'shift')
  let shift = 0
  const write = (): void => {
    // The rename is atomic: readers never see a partly written file.
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
  const toChangingAddress = (addresses) => {
    let reads = 0
    return {
      get address() { return addresses[Math.min(reads++, addresses.length - 1)] },
      family: addresses[0].includes(':') ? 6 : 4,
    }
  }
  dns.lookup = (name, options, callback) => {
    const addresses = names.get(name)
    if (addresses === undefined) realLookup(name, options, callback)
    else setImmediate(callback, null, [toChangingAddress(addresses)])
  }
  syncBuiltinESMExports()
`

/** Overrides the addresses of host names. Several addresses of a name are returned one after another, to simulate DNS rebinding. */
export const overrideDns = (names: Record<string, readonly string[]>) =>
  toNodeOptions(dnsOverrideSource(names))
