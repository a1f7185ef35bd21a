/**
 * The heartbeat of a worker thread, on the side of that thread. It writes a counter and the thread's OS id to
 * memory that it shares with the main thread; threads/heartbeat-monitor.ts reads them.
 */
import { readlinkSync } from 'node:fs'

/** Slots of the shared memory. Each kind of thread may add its own slots from FIRST_FREE_SLOT on. */
export const HEARTBEAT_SLOT = 0
/** Holds 0 where the OS thread id is not available. */
export const OS_THREAD_ID_SLOT = 1
export const FIRST_FREE_SLOT = 2

const HEARTBEAT_INTERVAL_MS = 100

export const startHeartbeat = (
  sharedMemory: Int32Array,
  onHeartbeat: () => void = () => undefined,
): NodeJS.Timeout => {
  Atomics.store(sharedMemory, OS_THREAD_ID_SLOT, readOsThreadId())
  return setInterval(() => {
    emitHeartbeat(sharedMemory)
    onHeartbeat()
  }, HEARTBEAT_INTERVAL_MS)
}

export const emitHeartbeat = (sharedMemory: Int32Array): void => {
  Atomics.add(sharedMemory, HEARTBEAT_SLOT, 1)
}

/** Only Linux has this file, and only Linux has the schedstat file that the id is used for. */
const readOsThreadId = (): number => {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0)
  } catch {
    return 0
  }
}
