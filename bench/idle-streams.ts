/** What an open stream costs while nothing happens in its run. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { cleaningUp } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { openStreams } from './metrics.js'
import { atMost, note, type Finding } from './report.js'
import { createRun, streamPath } from './run-clients.js'
import type { ServerProcess } from './server-process.js'

const STREAMS = 2_000
const GROUP = 50
const SETTLE_MS = 5_000
const A_DAY = 86_400

export const benchIdleStreams = (programs: Programs): Promise<Finding[]> =>
  cleaningUp(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const runIds = await createDelayed(heddle)
    // What the code of streams takes once, whether there is one or many.
    const closeSome = await openAll(heddle, runIds.slice(0, GROUP))
    closeSome()
    await sleep(SETTLE_MS)
    const before = heddle.residentMb()
    defer(await openAll(heddle, runIds))
    await sleep(SETTLE_MS)
    const open = await openStreams(heddle)
    if (open !== STREAMS) throw new Error(`${open} streams are open instead of ${STREAMS}`)
    const after = heddle.residentMb()
    note(`resident ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with ${STREAMS} streams`)
    const each = ((after - before) / STREAMS) * 1024
    return [atMost('2,000 idle streams: resident memory of each', each, 60, ' KB', 0)]
  })

const createDelayed = async ({ port }: ServerProcess): Promise<string[]> => {
  const connections = await Promise.all(Array.from({ length: GROUP }, () => HttpConnection.open(port)))
  const ids: string[] = []
  while (ids.length < STREAMS) {
    const created = connections.map((connection) => createRun(connection, 'echo', { after_seconds: A_DAY }))
    ids.push(...(await Promise.all(created)))
  }
  for (const connection of connections) connection.close()
  return ids
}

/** Returns what closes them. */
const openAll = async ({ port }: ServerProcess, runIds: readonly string[]): Promise<() => void> => {
  const connections: HttpConnection[] = []
  for (let start = 0; start < runIds.length; start += GROUP) {
    const group = runIds.slice(start, start + GROUP).map(async (runId) => {
      const connection = await HttpConnection.open(port)
      connections.push(connection)
      await connection.headOf(streamPath(runId))
    })
    await Promise.all(group)
  }
  return () => {
    for (const connection of connections) connection.close()
  }
}
