/** Entry point of the thread that builds the UI of a project. It builds every entry once, posts the results and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { stop } from 'esbuild'
import { buildEntry } from './build-entry.js'
import type { UiBuildOptions } from './protocol.js'

if (parentPort === null) throw new Error('ui-thread runs as a worker thread only')
const port = parentPort
const { entries, ...options } = workerData as UiBuildOptions

const buildAll = async (): Promise<void> => {
  const builds = await Promise.all(
    Object.entries(entries).map(([graphId, entry]) => buildEntry({ ...options, graphId, entry })),
  )
  port.postMessage(builds)
  await stop()
}

void buildAll()
