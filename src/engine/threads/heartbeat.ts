/** The sign of life of a thread, on its own side: a count in memory that the main thread sees, and who it is to the machine. */
import { readlinkSync } from 'node:fs'

/** Slots of that memory; what else a kind of thread tells there comes after them. */
export const BEAT = 0
/** Its number on the machine; 0 where that cannot be found out. */
export const MACHINE_ID = 1
export const FIRST_FREE = 2

const BEAT_MS = 100

export const startBeat = (shared: Int32Array, also: () => void = () => undefined): NodeJS.Timeout => {
  Atomics.store(shared, MACHINE_ID, machineId())
  return setInterval(() => {
    Atomics.add(shared, BEAT, 1)
    also()
  }, BEAT_MS)
}

/** Linux says it; elsewhere there is nothing that one could ask with it. */
const machineId = (): number => {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}
