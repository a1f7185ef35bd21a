/** Reports to the main thread whether graphs are being loaded: the thread may then be silent for longer. */
import { LOADING_SLOT } from '../threads/executor-protocol.js'
import { emitHeartbeat } from '../threads/heartbeat.js'

export const trackLoading = (sharedMemory: Int32Array) => {
  let loads = 0
  const report = (): void => {
    Atomics.store(sharedMemory, LOADING_SLOT, loads > 0 ? 1 : 0)
  }
  return {
    report,
    /** The heartbeat before the end of the load tells the main thread that the silence is over, before the code of the graph runs. */
    whileLoading: async <T>(load: () => Promise<T>): Promise<T> => {
      loads++
      report()
      try {
        return await load()
      } finally {
        loads--
        emitHeartbeat(sharedMemory)
        report()
      }
    },
  }
}
