/** Runs to their end, 64 at once, against the peer and against LangGraph alone. */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { cleaningUp } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { runLoop } from './run-program.js'
import { startPeer } from './start-peer.js'
import { atLeast, note, spread, type Finding } from './report.js'
import { median, ratioOf, takeTurns } from './rounds.js'
import { runInThreadOnPeer, runOnHeddle, runOnPeer, type RunClient } from './run-clients.js'
import { loadFor, warmUp } from './run-load.js'

const AT_ONCE = 64

export const benchRuns = (programs: Programs): Promise<Finding[]> =>
  cleaningUp(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const peer = await startPeer(programs)
    defer(peer.stop)
    await warmUp(heddle.port, runOnHeddle, 2_000)
    await warmUp(peer.port, runOnPeer, 1_000)
    const costs: number[] = []

    const rates = await takeTurns({
      service: async (seconds) => {
        const before = heddle.cpuSeconds()
        const load = { port: heddle.port, client: runOnHeddle, connections: AT_ONCE }
        const { perSecond, answered } = await loadFor(seconds, load)
        costs.push((heddle.cpuSeconds() - before) / answered)
        return perSecond
      },
      'service, one call': (seconds) => rateOf(heddle.port, runOnPeer, seconds),
      'service, a thread each': (seconds) => rateOf(heddle.port, runInThreadOnPeer, seconds),
      peer: (seconds) => rateOf(peer.port, runOnPeer, seconds),
      'peer, a thread each': (seconds) => rateOf(peer.port, runInThreadOnPeer, seconds),
      'bare invoke': async (seconds) =>
        (await runLoop(programs.bareInvoke, join(programs.project, 'echo.mjs'), AT_ONCE, seconds)).perSecond,
    })

    for (const [name, values] of Object.entries(rates)) {
      note(`${name.padEnd(22)} ${median(values).toFixed(0).padStart(6)}/s, rounds ${spread(values)}`)
    }
    note(`about ${(median(costs) * 1000).toFixed(2)} ms of processor a run, all threads of the service`)
    return [
      atLeast('runs, 64 at once: of the peer', ratioOf(rates.service, rates.peer), 10),
      {
        what: '… of the peer, when it keeps the state too: a thread each',
        measured: ratioOf(rates.service, rates['peer, a thread each']).toFixed(2),
      },
      {
        what: '… the same call to both: POST /runs/wait',
        measured: ratioOf(rates['service, one call'], rates.peer).toFixed(2),
      },
      {
        what: '… the same call to both: a thread each',
        measured: ratioOf(rates['service, a thread each'], rates['peer, a thread each']).toFixed(2),
      },
      atLeast('runs, 64 at once: of bare invoke', ratioOf(rates.service, rates['bare invoke']), 0.6),
    ]
  })

const rateOf = async (port: number, client: RunClient, seconds: number): Promise<number> =>
  (await loadFor(seconds, { port, client, connections: AT_ONCE })).perSecond
