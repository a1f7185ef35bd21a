/** Measures one run at a time, from its creation to its first event and to its result. */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { runProgram } from './run-program.js'
import { startPeer } from './start-peer.js'
import { atMost, printNote, formatRange, type Finding } from './report.js'
import { median, medianRatio, measureRounds } from './rounds.js'
import { streamOnPeer, runOnHeddle, runOnPeer, type RunClient } from './run-clients.js'
import { runLoadFor, warmUp } from './run-load.js'

export const benchRunLatency = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const peer = await startPeer(programs)
    defer(peer.stop)
    await warmUp(heddle.port, runOnHeddle, 2_000)
    await warmUp(peer.port, runOnPeer, 1_000)
    const firstEvents: number[] = []

    const medians = await measureRounds({
      service: async (seconds) => {
        const { times } = await runLoadFor(seconds, {
          port: heddle.port,
          client: runOnHeddle,
          connections: 1,
        })
        firstEvents.push(median(times.map(({ firstEventMs }) => firstEventMs)))
        return median(times.map(({ resultMs }) => resultMs))
      },
      'service, one call': (seconds) => measureMedian(heddle.port, runOnPeer, seconds),
      peer: (seconds) => measureMedian(peer.port, runOnPeer, seconds),
      'peer, result in its stream': (seconds) => measureMedian(peer.port, streamOnPeer, seconds),
      'bare invoke': async (seconds) =>
        (await runProgram(programs.bareInvoke, join(programs.project, 'echo.mjs'), 1, seconds)).medianMs ?? 0,
    })

    for (const [name, values] of Object.entries(medians)) {
      printNote(
        `${name.padEnd(31)} ${median(values).toFixed(1).padStart(6)} ms, rounds ${formatRange(values, 1)}`,
      )
    }
    const peerStreamTimes = medians['peer, result in its stream']
    const overheadMs = median(medians.service.map((ms, round) => ms - medians['bare invoke'][round]!))
    return [
      atMost('one run: p50 relative to the peer', medianRatio(medians.service, medians.peer), 0.05, '', 3),
      {
        label: '… relative to the peer, until the result appears in its stream',
        measured: medianRatio(medians.service, peerStreamTimes).toFixed(3),
      },
      {
        label: '… the same call to both: POST /runs/wait',
        measured: medianRatio(medians['service, one call'], medians.peer).toFixed(3),
      },
      atMost('one run: p50 overhead over bare invoke', overheadMs, 12, ' ms', 1),
      // The first value belongs to the warm-up round.
      atMost('one run: p50 of the first event after create', median(firstEvents.slice(1)), 15, ' ms', 1),
    ]
  })

const measureMedian = async (port: number, client: RunClient, seconds: number): Promise<number> => {
  const { times } = await runLoadFor(seconds, { port, client, connections: 1 })
  return median(times.map(({ resultMs }) => resultMs))
}
