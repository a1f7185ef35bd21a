/** Measures how late the event loops of the main thread, the database threads and the executor threads are. */
import type { ExecutorPool } from '../engine/threads/executor-pool.js'
import { makeDelayMemory, readEventLoopDelay, reportEventLoopDelay } from '../platform/event-loop-delay.js'
import type { Database } from '../store/sql/database.js'

export const measureThreadDelays = (db: Database, executors: ExecutorPool) => {
  const memory = makeDelayMemory()
  return {
    stopThreadDelays: reportEventLoopDelay(memory),
    getThreadDelays: () => ({
      main: readEventLoopDelay(memory),
      ...db.getThreadDelays(),
      ...executors.getThreadDelays(),
    }),
  }
}
