/** Starts the service on the database to fill, as a process of its own, so that it can be killed like in a power failure. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { resolveBuildFile } from '../../src/platform/package-root.js'

/** Exits when stdin is closed, which happens whenever the parent process ends, even if it is killed. */
const EXIT_WITH_PARENT = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) process.stdin.on('end', () => process.exit(70)).resume().unref()
`

const READY_MS = 60_000
const OUTPUT_CHARS = 4_000

/** Settings that differ from those of the environment: no keys, no limits of requests, and models that need no provider. */
const SETTINGS = {
  PORT: '0',
  HOST: '127.0.0.1',
  AUTH_ENABLED: 'false',
  CONSOLE: 'off',
  DEMO_MODEL: 'on',
  ROLE: 'all',
  RATE_LIMIT_PER_MINUTE: '100000',
  RATE_LIMIT_BURST: '100000',
  WORKER_CONCURRENCY: '40',
  WEBHOOK_RETRY_SECONDS: '0.1',
  SHUTDOWN_GRACE_SECONDS: '0',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
}

export interface Service {
  /** Without a trailing slash. */
  url: string
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>
  /** Stops the service as Ctrl-C does: runs in progress return to the queue. */
  stop(): Promise<void>
}

export const startService = async (settings: Record<string, string>): Promise<Service> => {
  const exitWithParent = `data:text/javascript,${encodeURIComponent(EXIT_WITH_PARENT)}`
  const child = spawn(process.execPath, ['--import', exitWithParent, resolveBuildFile('main.js')], {
    env: { ...process.env, ...SETTINGS, ...settings },
  })
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await exited
  }
  const port = await waitUntilReady(child)
  return { url: `http://127.0.0.1:${port}`, kill: () => end('SIGKILL'), stop: () => end('SIGINT') }
}

const waitUntilReady = (child: ChildProcessWithoutNullStreams): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    const fail = (reason: string) => {
      child.kill('SIGKILL')
      reject(new Error(`The service ${reason}:\n${output.slice(-OUTPUT_CHARS)}`))
    }
    const timer = setTimeout(() => fail('did not become ready'), READY_MS)
    const onOutput = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2 * OUTPUT_CHARS)
      const [, port] = /^ {2}API +http:\/\/\S+:(\d+)\/api\/v1$/m.exec(output) ?? []
      if (port === undefined) return
      clearTimeout(timer)
      resolve(port)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('exit', () => {
      clearTimeout(timer)
      fail('exited before it was ready')
    })
  })
