/** Runs made as fast as their results come, each connection one at a time. */
import { HttpConnection } from './http-connection.js'
import type { RunClient, RunTimes } from './run-clients.js'
import { ThroughputCounter } from './throughput-counter.js'

interface Load {
  port: number
  client: RunClient
  connections: number
}

/**
 * Until `goesOn`, called with each run that ended, says no. Resolves when the last one has its result: nothing of it is
 * left for the next measurement.
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

/** Until the server's code is compiled; by number, because on a busy machine a time says little. */
export const warmUp = async (port: number, client: RunClient, runs: number): Promise<void> => {
  let completed = 0
  await runLoad({ port, client, connections: 64 }, () => ++completed < runs)
}

/** For the connections, and for what the last measurement left behind. */
const WARM_UP_MS = 500

export interface TimedLoad {
  perSecond: number
  /** All of them, those that are not counted included. */
  answered: number
  times: RunTimes[]
}

export const runLoadFor = async (seconds: number, load: Load): Promise<TimedLoad> => {
  const pacer = new ThroughputCounter(WARM_UP_MS, seconds)
  const times: RunTimes[] = []
  await runLoad(load, (time) => {
    if (pacer.count()) times.push(time)
    return !pacer.isOver
  })
  return { perSecond: pacer.perSecond, answered: pacer.answered, times }
}
