import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { HEARTBEAT_SLOT, FIRST_FREE_SLOT, OS_THREAD_ID_SLOT } from './heartbeat.js'
import { HeartbeatMonitor } from './heartbeat-monitor.js'

/** Polls a thread whose time is simulated. */
const setUp = ({ hasCpuTimes = true } = {}) => {
  const sharedMemory = new Int32Array(FIRST_FREE_SLOT)
  const state = { now: 0, ranMs: 0, waitedMs: 0, isRunnable: true }
  const monitor = new HeartbeatMonitor(sharedMemory, {
    now: () => state.now,
    readCpuTimes: () => (hasCpuTimes ? { ranMs: state.ranMs, waitedMs: state.waitedMs } : undefined),
    isRunnable: () => state.isRunnable,
  })
  monitor.resetTimer()
  /** Repeats a step of `elapsed` ms. */
  const pass = (steps: number, step: { elapsed: number; ran?: number; waited?: number }): number => {
    for (let count = 0; count < steps; count++) {
      state.now += step.elapsed
      state.ranMs += step.ran ?? 0
      state.waitedMs += step.waited ?? 0
      monitor.poll()
    }
    return monitor.silentMs
  }
  return { sharedMemory, state, monitor, pass }
}

describe('silentMs', () => {
  it('the silence of a thread that computes is the time since the last poll that saw a heartbeat', () => {
    const { sharedMemory, monitor, pass } = setUp()
    expect(pass(4, { elapsed: 250, ran: 250 })).toBe(1_000)
    Atomics.add(sharedMemory, HEARTBEAT_SLOT, 1)
    // A heartbeat counts before the next poll.
    expect(monitor.silentMs).toBe(0)
    expect([monitor.poll(), monitor.silentMs, monitor.poll()]).toEqual([true, 0, false])
    expect(pass(2, { elapsed: 250, ran: 250 })).toBe(500)
    monitor.resetTimer()
    expect(monitor.silentMs).toBe(0)
  })

  it('time that a thread waits for a CPU core does not count as silence', () => {
    const { pass } = setUp()
    expect(pass(40, { elapsed: 250, ran: 25, waited: 225 })).toBe(1_000)
  })

  it('time that the host takes from the machine does not count as silence', () => {
    const { pass } = setUp()
    // The thread is runnable, but the kernel counts the stolen time neither as running nor as waiting.
    expect(pass(40, { elapsed: 250, ran: 25 })).toBe(1_000)
  })

  it('time in which a thread is blocked counts as silence', () => {
    const { state, pass } = setUp()
    state.isRunnable = false
    expect(pass(8, { elapsed: 250 })).toBe(2_000)
  })

  it('a thread that is blocked counts as silent for half a second a poll if the main thread polls late', () => {
    const { state, pass } = setUp()
    state.isRunnable = false
    expect(pass(3, { elapsed: 10_000 })).toBe(1_500)
    expect(pass(1, { elapsed: 10_000, ran: 4_000 })).toBe(1_500 + 4_000 + 500)
  })

  it('without times of the operating system, each poll counts for at most half a second', () => {
    const { pass } = setUp({ hasCpuTimes: false })
    expect(pass(4, { elapsed: 250 })).toBe(1_000)
    expect(pass(2, { elapsed: 3_000 })).toBe(2_000)
  })
})

const startWorker = async (body: string): Promise<{ worker: Worker; sharedMemory: Int32Array }> => {
  const sharedMemory = new Int32Array(new SharedArrayBuffer(4 * FIRST_FREE_SLOT))
  const source = `
    const { workerData } = require('node:worker_threads')
    const { readlinkSync } = require('node:fs')
    const shared = new Int32Array(workerData)
    Atomics.store(shared, ${OS_THREAD_ID_SLOT}, Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
    Atomics.notify(shared, ${OS_THREAD_ID_SLOT})
    ${body}
  `
  const worker = new Worker(source, { eval: true, workerData: sharedMemory.buffer })
  await Atomics.waitAsync(sharedMemory, OS_THREAD_ID_SLOT, 0).value
  return { worker, sharedMemory }
}

const pollFor = async (ms: number, monitors: readonly HeartbeatMonitor[]): Promise<number> => {
  const started = performance.now()
  while (performance.now() - started < ms) {
    await sleep(250)
    for (const monitor of monitors) monitor.poll()
  }
  return performance.now() - started
}

describe.runIf(existsSync('/proc/self/schedstat'))('on Linux', { timeout: 60_000 }, () => {
  it('with more busy threads than cores, the silence of each is the CPU time that it had', async () => {
    const cores = availableParallelism()
    const threads = await Promise.all(Array.from({ length: 4 * cores }, () => startWorker('for (;;);')))
    const monitors = threads.map(({ sharedMemory }) => new HeartbeatMonitor(sharedMemory))
    for (const monitor of monitors) monitor.resetTimer()
    const elapsed = await pollFor(1_000, monitors)
    const total = monitors.reduce((sum, { silentMs }) => sum + silentMs, 0)
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
    expect(total).toBeGreaterThan(0)
    // One core of tolerance, because the threads are not polled at the same moment.
    expect(total).toBeLessThan(elapsed * (cores + 1))
  })

  it('beside busy programs, a blocked thread counts as silent and an idle one with a heartbeat does not', async () => {
    const programs: ChildProcess[] = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    )
    const blocked = await startWorker(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`)
    const healthy = await startWorker(`setInterval(() => Atomics.add(shared, ${HEARTBEAT_SLOT}, 1), 100)`)
    const monitors = [blocked, healthy].map(({ sharedMemory }) => new HeartbeatMonitor(sharedMemory))
    for (const monitor of monitors) monitor.resetTimer()
    await expect
      .poll(
        () => {
          for (const monitor of monitors) monitor.poll()
          return monitors[0]!.silentMs
        },
        { interval: 250, timeout: 50_000 },
      )
      .toBeGreaterThan(2_000)
    const healthySilence = monitors[1]!.silentMs
    for (const program of programs) program.kill('SIGKILL')
    await Promise.all([blocked, healthy].map(({ worker }) => worker.terminate()))
    expect(healthySilence).toBeLessThan(1_000)
  })
})
