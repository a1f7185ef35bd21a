/** Creates runs as fast as their results arrive, one at a time per connection. */
import { HttpConnection } from './http-connection.js'
import type { RunClient, RunTimes } from './run-clients.js'
import { ThroughputCounter } from './throughput-counter.js'

interface Load {
  port: number
  client: RunClient
  connections: number
}

/**
 * Runs until `shouldContinue`, called with each finished run, returns false. Resolves when the last run has its result, so
 * that no work remains for the next measurement.
 */
export const runLoad = async (
  { port, client, connections }: Load,
  shouldContinue: (times: RunTimes) => boolean,
): Promise<void> => {
  let isStopped = false
  const loop = async (): Promise<void> => {
    const connection = await HttpConnection.open(port)
    while (!isStopped) if (!shouldContinue(await client(connection))) isStopped = true
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, loop))
}

/** Warms up until the server's code is compiled; counted in runs, because a time is unreliable on a busy machine. */
export const warmUp = async (port: number, client: RunClient, runs: number): Promise<void> => {
  let completed = 0
  await runLoad({ port, client, connections: 64 }, () => ++completed < runs)
}

/** Time to open connections, and for work that the previous measurement left behind. */
const WARM_UP_MS = 500

export interface TimedLoad {
  perSecond: number
  /** All finished runs, including those outside the measured window. */
  completed: number
  times: RunTimes[]
}

export const runLoadFor = async (seconds: number, load: Load): Promise<TimedLoad> => {
  const counter = new ThroughputCounter(WARM_UP_MS, seconds)
  const times: RunTimes[] = []
  await runLoad(load, (time) => {
    if (counter.count()) times.push(time)
    return !counter.isOver
  })
  return { perSecond: counter.perSecond, completed: counter.completed, times }
}
