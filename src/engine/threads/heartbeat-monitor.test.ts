import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { HEARTBEAT_SLOT, FIRST_FREE_SLOT, OS_THREAD_ID_SLOT } from './heartbeat.js'
import { HeartbeatMonitor } from './heartbeat-monitor.js'

const setUp = () => {
  const sharedMemory = new Int32Array(FIRST_FREE_SLOT)
  const fakeTime = { now: 0, cpuWait: 0 }
  const monitor = new HeartbeatMonitor(sharedMemory, {
    now: () => fakeTime.now,
    cpuWaitMs: () => fakeTime.cpuWait,
  })
  return { sharedMemory, fakeTime, monitor }
}

describe('silentMs', () => {
  it('the silence of a thread is the time since the last poll that saw a heartbeat', () => {
    const { sharedMemory, fakeTime, monitor } = setUp()
    fakeTime.now = 1_000
    expect([monitor.poll(), monitor.silentMs]).toEqual([false, 1_000])
    Atomics.add(sharedMemory, HEARTBEAT_SLOT, 1)
    expect([monitor.poll(), monitor.silentMs]).toEqual([true, 0])
    fakeTime.now = 1_500
    expect([monitor.poll(), monitor.silentMs]).toEqual([false, 500])
    monitor.resetTimer()
    expect(monitor.silentMs).toBe(0)
  })

  it('time that a thread waits for a CPU core does not count as silence', () => {
    const { fakeTime, monitor } = setUp()
    Object.assign(fakeTime, { now: 5_000, cpuWait: 4_000 })
    expect(monitor.silentMs).toBe(1_000)
    monitor.resetTimer()
    Object.assign(fakeTime, { now: 7_000, cpuWait: 4_500 })
    expect(monitor.silentMs).toBe(1_500)
    // The wait time is no longer available.
    fakeTime.cpuWait = 0
    expect(monitor.silentMs).toBe(2_000)
  })
})

// More busy threads than cores: the silence that counts is the CPU time that each thread had.
it.runIf(existsSync('/proc/self/schedstat'))(
  'the wait time is read from schedstat',
  { timeout: 60_000 },
  async () => {
    const source = `
    const { workerData } = require('node:worker_threads')
    const { readlinkSync } = require('node:fs')
    const shared = new Int32Array(workerData)
    Atomics.store(shared, ${OS_THREAD_ID_SLOT}, Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
    Atomics.notify(shared, ${OS_THREAD_ID_SLOT})
    for (;;);
  `
    const cores = availableParallelism()
    const threads = Array.from({ length: 4 * cores }, () => {
      const sharedMemory = new Int32Array(new SharedArrayBuffer(4 * FIRST_FREE_SLOT))
      return {
        sharedMemory,
        worker: new Worker(source, { eval: true, workerData: sharedMemory.buffer }),
      }
    })
    for (const { sharedMemory } of threads) await Atomics.waitAsync(sharedMemory, OS_THREAD_ID_SLOT, 0).value
    const monitors = threads.map(({ sharedMemory }) => new HeartbeatMonitor(sharedMemory))
    for (const monitor of monitors) monitor.resetTimer()
    const started = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const silences = monitors.map((monitor) => monitor.silentMs)
    const elapsed = performance.now() - started
    const perThread = silences.reduce((sum, ms) => sum + ms, 0) / silences.length
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
    expect(perThread).toBeGreaterThan(0)
    // One core of tolerance, because time slices do not divide evenly.
    expect(perThread).toBeLessThan(elapsed * ((cores + 1) / threads.length))
  },
)
