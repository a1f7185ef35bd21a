/** A database driver that fails on purpose: with a given error, or at random with a seed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { SqlDriver } from '../../src/store/sql/driver.js'
import type { Statement } from '../../src/store/sql/statement.js'

/** An error as both drivers throw it: SQLite's has a result code, PostgreSQL's an SQLSTATE. */
export const makeDriverError = (errcode: number, code: string): Error =>
  Object.assign(new Error(`injected fault ${code}`), { errcode, code })

const SQLITE_IOERR = 10
const CONNECTION_FAILURE = '08006'

/** Every write fails with `error` while it is set; reads succeed. */
export const makeFailingWrites = () => {
  const fault: { error: Error | undefined; writes: number } = { error: undefined, writes: 0 }
  const wrapDriver = (driver: SqlDriver): SqlDriver => ({
    ...driver,
    write: (batch) => {
      fault.writes++
      return fault.error === undefined ? driver.write(batch) : Promise.reject(fault.error)
    },
  })
  return { fault, wrapDriver }
}

/** Probabilities of the faults of one call. */
export interface FaultRates {
  /** The call fails and has no effect. */
  before: number
  /** The call takes effect, but its caller gets an error. */
  after: number
  delay: number
}

/** Injects faults into reads and writes while it is enabled. Migrations and notifications are left alone. */
export const makeFaultyDriver = (random: () => number, rates: FaultRates, maxDelayMs: number) => {
  const faults = { isEnabled: false, calls: 0, before: 0, after: 0, delayed: 0 }

  const inject = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!faults.isEnabled) return call()
    faults.calls++
    const roll = random()
    if (roll < rates.before) {
      faults.before++
      throw makeDriverError(SQLITE_IOERR, CONNECTION_FAILURE)
    }
    if (roll < rates.before + rates.after) {
      await call()
      faults.after++
      throw makeDriverError(SQLITE_IOERR, CONNECTION_FAILURE)
    }
    if (roll < rates.before + rates.after + rates.delay) {
      faults.delayed++
      await sleep(random() * maxDelayMs)
    }
    return call()
  }

  const wrapDriver = (driver: SqlDriver): SqlDriver => ({
    ...driver,
    read: (statement) => inject(() => driver.read(statement)),
    write: (batch) => inject(() => driver.write(batch)),
  })
  return { faults, wrapDriver }
}

/** Fails the next read or write that matches, once. */
export const makeTargetedFault = () => {
  interface Target {
    matches: (statements: readonly Statement[]) => boolean
    isAfter: boolean
    /** Called when the fault is injected. */
    onInjected: () => void
  }
  let target: Target | undefined
  const inject = async <T>(statements: readonly Statement[], call: () => Promise<T>): Promise<T> => {
    if (target?.matches(statements) !== true) return call()
    const { isAfter, onInjected } = target
    target = undefined
    if (isAfter) await call()
    onInjected()
    throw makeDriverError(SQLITE_IOERR, CONNECTION_FAILURE)
  }
  return {
    /** Returns a promise that resolves when the fault has been injected. */
    failOnce: (when: 'before' | 'after', matches: Target['matches']): Promise<void> =>
      new Promise((resolve) => {
        target = { matches, isAfter: when === 'after', onInjected: resolve }
      }),
    wrapDriver: (driver: SqlDriver): SqlDriver => ({
      ...driver,
      read: (statement) => inject([statement], () => driver.read(statement)),
      write: (batch) => inject(batch, () => driver.write(batch)),
    }),
  }
}
