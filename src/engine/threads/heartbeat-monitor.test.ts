import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { BEAT, FIRST_FREE, MACHINE_ID } from './heartbeat.js'
import { Pulse } from './heartbeat-monitor.js'

const make = () => {
  const shared = new Int32Array(FIRST_FREE)
  const world = { now: 0, waited: 0 }
  const pulse = new Pulse(shared, { now: () => world.now, waitedMs: () => world.waited })
  return { shared, world, pulse }
}

describe('the silence of a thread', () => {
  it('lasts from the last look at which it had given a sign', () => {
    const { shared, world, pulse } = make()
    world.now = 1_000
    expect([pulse.look(), pulse.silentMs]).toEqual([false, 1_000])
    Atomics.add(shared, BEAT, 1)
    expect([pulse.look(), pulse.silentMs]).toEqual([true, 0])
    world.now = 1_500
    expect([pulse.look(), pulse.silentMs]).toEqual([false, 500])
    pulse.excuse()
    expect(pulse.silentMs).toBe(0)
  })

  it('is not the time in line for a core', () => {
    const { world, pulse } = make()
    Object.assign(world, { now: 5_000, waited: 4_000 })
    expect(pulse.silentMs).toBe(1_000)
    pulse.excuse()
    Object.assign(world, { now: 7_000, waited: 4_500 })
    expect(pulse.silentMs).toBe(1_500)
    // The machine says nothing of it any more.
    world.waited = 0
    expect(pulse.silentMs).toBe(2_000)
  })
})

// Threads beyond the cores, which all want one: the silence that counts is the share of a core that each of them had.
it.runIf(existsSync('/proc/self/schedstat'))('is told by the machine', { timeout: 60_000 }, async () => {
  const source = `
    const { workerData } = require('node:worker_threads')
    const { readlinkSync } = require('node:fs')
    const shared = new Int32Array(workerData)
    Atomics.store(shared, ${MACHINE_ID}, Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
    Atomics.notify(shared, ${MACHINE_ID})
    for (;;);
  `
  const cores = availableParallelism()
  const threads = Array.from({ length: 4 * cores }, () => {
    const shared = new Int32Array(new SharedArrayBuffer(4 * FIRST_FREE))
    return { shared, worker: new Worker(source, { eval: true, workerData: shared.buffer }) }
  })
  for (const { shared } of threads) await Atomics.waitAsync(shared, MACHINE_ID, 0).value
  const pulses = threads.map(({ shared }) => new Pulse(shared))
  for (const pulse of pulses) pulse.excuse()
  const started = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const silent = pulses.map((pulse) => pulse.silentMs)
  const lasted = performance.now() - started
  const perThread = silent.reduce((sum, ms) => sum + ms, 0) / silent.length
  await Promise.all(threads.map(({ worker }) => worker.terminate()))
  expect(perThread).toBeGreaterThan(0)
  // With some of a core to spare, for what is not a whole multiple of a turn.
  expect(perThread).toBeLessThan(lasted * ((cores + 1) / threads.length))
})
