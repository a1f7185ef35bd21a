/**
 * Large values are serialized one at a time in an executor thread, and each is stored before the next one. So the memory for them does
 * not grow with the number of runs, and the thread responds between two of them.
 */
import { collectNow } from '../../platform/collect-garbage.js'

export interface LargeValueGate {
  /** Calls the function after all earlier ones have ended. */
  run<T>(execute: () => Promise<T>): Promise<T>
  /** Called by such a function if it uses a large value, whose memory is then freed after it has ended. */
  onLargeValue(): void
}

export const makeLargeValueGate = (): LargeValueGate => {
  let last: Promise<unknown> = Promise.resolve()
  let hasLargeValue = false
  const collectAfter = (): void => {
    if (hasLargeValue) collectNow()
    hasLargeValue = false
  }
  return {
    run: (execute) => {
      const result = last.then(nextTurn).then(execute)
      last = result.then(collectAfter, collectAfter)
      return result
    },
    onLargeValue: () => {
      hasLargeValue = true
    },
  }
}

/** The heartbeat of the thread needs a turn of the event loop. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
