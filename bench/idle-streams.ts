/** Measures the memory of an open stream without events. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { countOpenStreams } from './metrics.js'
import { atMost, printNote, type Finding } from './report.js'
import { createRun, getStreamPath } from './run-clients.js'
import type { ServerProcess } from './server-process.js'

const STREAMS = 2_000
const BATCH = 50
const SETTLE_MS = 5_000
const SECONDS_PER_DAY = 86_400

export const benchIdleStreams = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const runIds = await createDelayedRuns(heddle)
    // Warm-up: loads the streaming code, which takes memory only once.
    const closeWarmUp = await openAllStreams(heddle, runIds.slice(0, BATCH))
    closeWarmUp()
    await sleep(SETTLE_MS)
    const before = heddle.residentMb()
    defer(await openAllStreams(heddle, runIds))
    await sleep(SETTLE_MS)
    const openCount = await countOpenStreams(heddle)
    if (openCount !== STREAMS) throw new Error(`${openCount} streams are open instead of ${STREAMS}`)
    const after = heddle.residentMb()
    printNote(`resident ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with ${STREAMS} streams`)
    const kilobytesPerStream = ((after - before) / STREAMS) * 1024
    return [atMost('2,000 idle streams: resident memory per stream', kilobytesPerStream, 60, ' KB', 0)]
  })

const createDelayedRuns = async ({ port }: ServerProcess): Promise<string[]> => {
  const connections = await Promise.all(Array.from({ length: BATCH }, () => HttpConnection.open(port)))
  const ids: string[] = []
  while (ids.length < STREAMS) {
    const created = connections.map((connection) =>
      createRun(connection, 'echo', { after_seconds: SECONDS_PER_DAY }),
    )
    ids.push(...(await Promise.all(created)))
  }
  for (const connection of connections) connection.close()
  return ids
}

/** Returns a function that closes the streams. */
const openAllStreams = async ({ port }: ServerProcess, runIds: readonly string[]): Promise<() => void> => {
  const connections: HttpConnection[] = []
  for (let start = 0; start < runIds.length; start += BATCH) {
    const batch = runIds.slice(start, start + BATCH).map(async (runId) => {
      const connection = await HttpConnection.open(port)
      connections.push(connection)
      await connection.getHead(getStreamPath(runId))
    })
    await Promise.all(batch)
  }
  return () => {
    for (const connection of connections) connection.close()
  }
}
