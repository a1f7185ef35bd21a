/** Starts a measured server as a separate process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onExit } from './on-exit.js'
import { makeProcessGroup } from './process-group.js'

/** CPU time and memory are those of the process and of its child processes. */
export interface ServerProcess {
  port: number
  /** Time from the spawn to the first response. */
  startMs: number
  /** Current resident memory in megabytes. */
  residentMb(): number
  /** Highest resident memory in megabytes since the start or the last `resetPeak`. */
  peakResidentMb(): number
  resetPeak(): void
  /** CPU time of all threads since the start. */
  cpuSeconds(): number
  /** The same by OS thread ID; that of the main thread is the ID of the process. */
  cpuSecondsByThread(): Map<number, number>
  pid: number
  /** Stops and continues all threads of the process. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** A machine with much other work can take this long. */
const START_TIMEOUT_MS = 60_000
const POLL_MS = 5
/** A server that has not ended by then is killed. */
const STOP_TIMEOUT_MS = 20_000

interface SpawnOptions {
  args?: (port: number) => string[]
  cwd?: string
}

export const startServer = async (
  program: string,
  env: Record<string, string>,
  { args = () => [], cwd }: SpawnOptions = {},
): Promise<ServerProcess> => {
  const port = await findFreePort()
  const started = performance.now()
  const child = spawn(process.execPath, [program, ...args(port)], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(cwd !== undefined && { cwd }),
    // A separate process group, so that child processes of the server are stopped with it.
    detached: true,
  })
  const cancelKill = onExit(() => {
    signalGroup(child, 'SIGKILL')
  })
  const stop = async (): Promise<void> => {
    if (!hasExited(child)) {
      signalGroup(child, 'SIGCONT')
      signalGroup(child, 'SIGTERM')
      const timer = setTimeout(() => {
        signalGroup(child, 'SIGKILL')
      }, STOP_TIMEOUT_MS)
      await once(child, 'exit')
      clearTimeout(timer)
    }
    signalGroup(child, 'SIGKILL')
    cancelKill()
  }
  while (!(await isReady(port))) {
    if (hasExited(child) || performance.now() - started > START_TIMEOUT_MS) {
      await stop()
      throw new Error(`${program} does not respond`)
    }
    await sleep(POLL_MS)
  }
  return {
    port,
    pid: child.pid!,
    startMs: performance.now() - started,
    ...makeProcessGroup(child.pid!),
    pause: () => {
      signalGroup(child, 'SIGSTOP')
    },
    resume: () => {
      signalGroup(child, 'SIGCONT')
    },
    stop,
  }
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Sends one request on a raw socket, so that polling takes little CPU time from the starting process. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () =>
      socket.write('GET /ok HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'),
    )
    socket.once('data', (chunk) => {
      resolve(chunk.toString().startsWith('HTTP/1.1 200'))
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })

const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
