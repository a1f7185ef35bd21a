/** The sign of life of a thread, on its own side: a count in memory that the main thread sees, and who it is to the machine. */
import { readlinkSync } from 'node:fs'

/** Slots of that memory; what else a kind of thread tells there comes after them. */
export const HEARTBEAT_SLOT = 0
/** Its number on the machine; 0 where that cannot be found out. */
export const OS_THREAD_ID_SLOT = 1
export const FIRST_FREE_SLOT = 2

const HEARTBEAT_INTERVAL_MS = 100

export const startHeartbeat = (
  sharedMemory: Int32Array,
  onHeartbeat: () => void = () => undefined,
): NodeJS.Timeout => {
  Atomics.store(sharedMemory, OS_THREAD_ID_SLOT, readOsThreadId())
  return setInterval(() => {
    Atomics.add(sharedMemory, HEARTBEAT_SLOT, 1)
    onHeartbeat()
  }, HEARTBEAT_INTERVAL_MS)
}

/** Linux says it; elsewhere there is nothing that one could ask with it. */
const readOsThreadId = (): number => {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}
