/** Compares the rate of completed runs, 64 concurrently, with the peer and with plain LangGraph. */
import { join } from 'node:path'
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { runProgram } from './run-program.js'
import { startPeer } from './start-peer.js'
import { atLeast, printNote, formatRange, type Finding } from './report.js'
import { median, medianRatio, measureRounds } from './rounds.js'
import { runInThreadOnPeer, runOnHeddle, runOnPeer, type RunClient } from './run-clients.js'
import { runLoadFor, warmUp } from './run-load.js'

const CONCURRENCY = 64

export const benchRuns = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const peer = await startPeer(programs)
    defer(peer.stop)
    await warmUp(heddle.port, runOnHeddle, 2_000)
    await warmUp(peer.port, runOnPeer, 1_000)
    const costs: number[] = []

    const rates = await measureRounds({
      service: async (seconds) => {
        const before = heddle.cpuSeconds()
        const load = { port: heddle.port, client: runOnHeddle, connections: CONCURRENCY }
        const { perSecond, completed } = await runLoadFor(seconds, load)
        costs.push((heddle.cpuSeconds() - before) / completed)
        return perSecond
      },
      'service, one call': (seconds) => measureRate(heddle.port, runOnPeer, seconds),
      'service, a thread each': (seconds) => measureRate(heddle.port, runInThreadOnPeer, seconds),
      peer: (seconds) => measureRate(peer.port, runOnPeer, seconds),
      'peer, a thread each': (seconds) => measureRate(peer.port, runInThreadOnPeer, seconds),
      'bare invoke': async (seconds) =>
        (await runProgram(programs.bareInvoke, join(programs.project, 'echo.mjs'), CONCURRENCY, seconds))
          .perSecond,
    })

    for (const [name, values] of Object.entries(rates)) {
      printNote(
        `${name.padEnd(22)} ${median(values).toFixed(0).padStart(6)}/s, rounds ${formatRange(values)}`,
      )
    }
    printNote(`about ${(median(costs) * 1000).toFixed(2)} ms of CPU per run, all threads of the service`)
    return [
      atLeast('runs, 64 concurrent: relative to the peer', medianRatio(rates.service, rates.peer), 10),
      {
        label: '… relative to the peer, if it stores the state too: one thread per run',
        measured: medianRatio(rates.service, rates['peer, a thread each']).toFixed(2),
      },
      {
        label: '… the same call to both: POST /runs/wait',
        measured: medianRatio(rates['service, one call'], rates.peer).toFixed(2),
      },
      {
        label: '… the same call to both: one thread per run',
        measured: medianRatio(rates['service, a thread each'], rates['peer, a thread each']).toFixed(2),
      },
      atLeast(
        'runs, 64 concurrent: relative to bare invoke',
        medianRatio(rates.service, rates['bare invoke']),
        0.8,
      ),
    ]
  })

const measureRate = async (port: number, client: RunClient, seconds: number): Promise<number> =>
  (await runLoadFor(seconds, { port, client, connections: CONCURRENCY })).perSecond
