// Writes the code caches of dist/ (src/platform/run-bundle.ts). It starts the service on an empty database and executes one run,
// so that the caches contain the functions that a start and a run need. The threads of the service are started through this
// file too, because only the thread that runs a bundle can create its cache.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import workerThreads, { BroadcastChannel, isMainThread } from 'node:worker_threads'
import { runBundle } from '../dist/run-bundle.js'

const WRITE = 'write'
const channel = new BroadcastChannel('heddle-code-cache')

/** Another process may read the cache meanwhile; it finds no cache or a complete one. */
const writeCache = (entryPoint, script) => {
  const file = entryPoint.replace(/\.js$/, '.cjs.cache')
  writeFileSync(`${file}.new`, script.createCachedData())
  renameSync(`${file}.new`, file)
}

const runThread = (entryPoint) => {
  const script = runBundle(pathToFileURL(entryPoint))
  channel.onmessage = ({ data }) => {
    if (data !== WRITE) return
    writeCache(entryPoint, script)
    channel.postMessage(entryPoint)
  }
  channel.unref()
}

/** Starts each kind of thread through this file, once: a second thread of the same kind would only write the same cache. */
const interceptThreads = (started) => {
  const { Worker } = workerThreads
  workerThreads.Worker = class extends Worker {
    constructor(entryPoint, options) {
      const isFirst = !started.has(entryPoint)
      started.add(entryPoint)
      if (isFirst) super(fileURLToPath(import.meta.url), { ...options, argv: [entryPoint] })
      else super(entryPoint, options)
    }
  }
}

const waitForPort = () =>
  new Promise((resolve) => {
    process.stdout.write = (text) => {
      const [, port] = /:(\d+)\/api\/v1/.exec(text) ?? []
      if (port !== undefined) resolve(port)
      return true
    }
  })

const executeRun = async (port) => {
  const response = await fetch(`http://127.0.0.1:${port}/runs/wait`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'Hello' }] },
    }),
  })
  if (!response.ok) throw new Error(`the run failed: ${await response.text()}`)
  await response.text()
}

const writeThreadCaches = (threads) =>
  new Promise((resolve) => {
    const waiting = new Set(threads)
    channel.onmessage = ({ data }) => {
      waiting.delete(data)
      if (waiting.size === 0) resolve()
    }
    channel.postMessage(WRITE)
  })

const runService = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-code-cache-'))
  process.chdir(folder)
  // Settings of the machine must not affect the build, for example a DATABASE_URL.
  process.env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1' }
  const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
  process.argv = [process.execPath, main]
  const threads = new Set()
  interceptThreads(threads)
  const port = waitForPort()
  const script = runBundle(pathToFileURL(main))
  await executeRun(await port)
  await writeThreadCaches(threads)
  writeCache(main, script)
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

if (isMainThread) await runService()
else runThread(process.argv[2])
