/**
 * Ordinary runs at a steady pace and a look at /ok many times a second. Both begin when their time has come, whether or
 * not the last one was answered: a server that stalls is not asked less, so its stall is seen in full.
 */
import { HttpConnection } from './http-connection.js'
import { runOnHeddle, unexpected } from './run-clients.js'

const RUNS_PER_SECOND = 20
const LOOKS_PER_SECOND = 20

export interface SteadyLoad {
  /** How long each look at /ok took. */
  okMs: number[]
  /** When each run had its result, and how long it took. */
  ended: { at: number; ms: number }[]
  /** Begins no more, and waits for what was begun. */
  stop(): Promise<void>
}

export const startSteadyLoad = (port: number): SteadyLoad => {
  const okMs: number[] = []
  const ended: SteadyLoad['ended'] = []
  const stopRuns = repeat(port, RUNS_PER_SECOND, async (connection) => {
    const { resultMs } = await runOnHeddle(connection)
    ended.push({ at: performance.now(), ms: resultMs })
  })
  const stopLooks = repeat(port, LOOKS_PER_SECOND, async (connection) => {
    const started = performance.now()
    const answer = await connection.get('/ok')
    if (answer.status !== 200) throw unexpected(answer)
    okMs.push(performance.now() - started)
  })
  return {
    okMs,
    ended,
    stop: async () => {
      await Promise.all([stopRuns(), stopLooks()])
    },
  }
}

/** Connections are used again when they are free. */
const repeat = (
  port: number,
  perSecond: number,
  act: (connection: HttpConnection) => Promise<void>,
): (() => Promise<void>) => {
  let free: HttpConnection[] = []
  const underWay = new Set<Promise<void>>()
  const once = async (): Promise<void> => {
    free = free.filter(({ isOpen }) => isOpen)
    const connection = free.pop() ?? (await HttpConnection.open(port))
    await act(connection)
    free.push(connection)
  }
  let begun = 0
  const started = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * perSecond
    for (; begun < due; begun++) {
      const one = once()
      underWay.add(one)
      void one.then(() => underWay.delete(one))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(underWay)
    for (const connection of free) connection.close()
  }
}
