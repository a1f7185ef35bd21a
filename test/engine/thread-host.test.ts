/** The growth of an executor thread, which decides whether it is terminated as out of memory. */
import { expect, it, vi } from 'vitest'
import { MIN_SILENCE_MS } from '../../src/engine/threads/heartbeat-monitor.js'
import { ThreadHost } from '../../src/engine/threads/thread-host.js'
import { makeProject } from '../support/graph-project.js'

const LOAD_MS = 3_000
const SLOW_IMPORT = `
  for (const end = performance.now() + ${LOAD_MS}; performance.now() < end; );
  export const graph = {}
`
/** Less than this process has, and more than it grows in the test. */
const MAX_GROWTH = 50 * 1_048_576

it('a thread that is silent from its start has not grown by the whole process', async () => {
  const { folder } = makeProject({ slow: SLOW_IMPORT })
  const project = { file: `${folder}/langgraph.json`, folder, graphs: { slow: './slow.mjs:graph' }, env: {} }
  const options = {
    models: {},
    allowPrivateTargets: true,
    maxStateBytes: 1_000_000,
    project,
    reportsFiles: false,
    tracesRequests: false,
  }
  const settings = { options, memoryMb: 512, hangMs: 5_000 }
  const host = await new Promise<ThreadHost>((resolve, reject) => {
    const thread = new ThreadHost(settings, {
      onMessages: (messages) => {
        if (messages.some(({ type }) => type === 'ready')) resolve(thread)
      },
      onCrash: (reason) => {
        reject(new Error(reason))
      },
    })
  })
  // The thread is ready before the first check, and then loads a graph without a heartbeat.
  host.post([{ type: 'load_graphs', graphIds: ['slow'] }])
  const rss = process.memoryUsage.rss()
  expect(rss).toBeGreaterThan(MAX_GROWTH)
  await vi.waitFor(
    () => {
      expect(host.check(rss)).toBeUndefined()
      expect(host.silentMs).toBeGreaterThan(MIN_SILENCE_MS)
    },
    { timeout: 2 * LOAD_MS, interval: 20 },
  )
  const growth = host.getGrowthSinceHeartbeat(rss)
  await host.terminate()
  expect(growth).toBeLessThan(MAX_GROWTH)
})
