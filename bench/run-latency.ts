/** One run at a time, from its creation to its first event and to its result. */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { cleaningUp } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { runLoop } from './run-program.js'
import { startPeer } from './start-peer.js'
import { atMost, note, spread, type Finding } from './report.js'
import { median, ratioOf, takeTurns } from './rounds.js'
import { followOnPeer, runOnHeddle, runOnPeer, type RunClient } from './run-clients.js'
import { loadFor, warmUp } from './run-load.js'

export const benchRunLatency = (programs: Programs): Promise<Finding[]> =>
  cleaningUp(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const peer = await startPeer(programs)
    defer(peer.stop)
    await warmUp(heddle.port, runOnHeddle, 2_000)
    await warmUp(peer.port, runOnPeer, 1_000)
    const firstEvents: number[] = []

    const medians = await takeTurns({
      service: async (seconds) => {
        const { times } = await loadFor(seconds, { port: heddle.port, client: runOnHeddle, connections: 1 })
        firstEvents.push(median(times.map(({ firstEventMs }) => firstEventMs)))
        return median(times.map(({ resultMs }) => resultMs))
      },
      'service, one call': (seconds) => medianOf(heddle.port, runOnPeer, seconds),
      peer: (seconds) => medianOf(peer.port, runOnPeer, seconds),
      'peer, result seen in its stream': (seconds) => medianOf(peer.port, followOnPeer, seconds),
      'bare invoke': async (seconds) =>
        (await runLoop(programs.bareInvoke, join(programs.project, 'echo.mjs'), 1, seconds)).medianMs ?? 0,
    })

    for (const [name, values] of Object.entries(medians)) {
      note(`${name.padEnd(31)} ${median(values).toFixed(1).padStart(6)} ms, rounds ${spread(values, 1)}`)
    }
    const seen = medians['peer, result seen in its stream']
    const over = median(medians.service.map((ms, round) => ms - medians['bare invoke'][round]!))
    return [
      atMost('one run: p50 over that of the peer', ratioOf(medians.service, medians.peer), 0.05, '', 3),
      {
        what: '… over that of the peer, its result seen in its stream',
        measured: ratioOf(medians.service, seen).toFixed(3),
      },
      {
        what: '… the same call to both: POST /runs/wait',
        measured: ratioOf(medians['service, one call'], medians.peer).toFixed(3),
      },
      atMost('one run: p50 beyond bare invoke', over, 12, ' ms', 1),
      // The first of them belongs to the round that is not counted.
      atMost('one run: p50 of the first event after create', median(firstEvents.slice(1)), 15, ' ms', 1),
    ]
  })

const medianOf = async (port: number, client: RunClient, seconds: number): Promise<number> => {
  const { times } = await loadFor(seconds, { port, client, connections: 1 })
  return median(times.map(({ resultMs }) => resultMs))
}
