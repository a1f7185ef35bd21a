/**
 * Starts Heddle as users do: a separate process from the build, in a separate folder. All processes end with the test file that
 * started them, even if it is killed.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { getEncryptionSettings } from './encryption.js'
import { resolveBuildFile } from '../../src/platform/package-root.js'

/** Longer than any start or command takes, even on a busy machine. */
const TIMEOUT_MS = 90_000

interface Options {
  databaseUrl?: string
  /** Added to an environment that contains only PATH, so that the settings of the machine do not affect tests. */
  env?: Record<string, string>
  /** The working directory; default: a new empty folder. */
  folder?: string
  /** Default: none, which is the command `start`. */
  args?: string[]
  /** The program; default: the build of this checkout. */
  program?: string
  /** The Node.js that runs it; default: that of the tests. */
  node?: string
}

interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Heddle {
  /** Without a trailing slash. */
  url: string
  port: number
  pid: number
  /** Time from the start of the process to the banner. */
  readyMs: number
  /** The output so far, of stdout and stderr. */
  output(): string
  kill(signal: NodeJS.Signals): void
  exited: Promise<ProcessExit>
  /** Sends SIGINT, like Ctrl-C, and waits for the exit. */
  stop(): Promise<ProcessExit>
}

/** Exits when stdin is closed, which happens whenever the parent process ends. Does not keep the process alive. */
const EXIT_WITH_PARENT = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) process.stdin.on('end', () => process.exit(70)).resume().unref()
`

const running = new Set<ChildProcessWithoutNullStreams>()
const folders: string[] = []

const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

const cleanUp = (): void => {
  killAll()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

// Files that share a worker share this module, so the hook is registered only for the first of them.
afterAll(cleanUp)
process.once('exit', cleanUp)

/** Creates a folder that is removed after the tests. */
export const makeTempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-run-'))
  folders.push(folder)
  return folder
}

/** Starts the process without waiting for anything. */
export const launchHeddle = (args: string[], options: Options) => {
  const { databaseUrl, env = {}, folder = makeTempFolder(), program = resolveBuildFile('main.js') } = options
  const { node = process.execPath } = options
  const exitWithParent = ['--import', `data:text/javascript,${encodeURIComponent(EXIT_WITH_PARENT)}`]
  const child = spawn(node, [...exitWithParent, program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      // Profiles of the developer must not affect tests.
      XDG_CONFIG_HOME: folder,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...getEncryptionSettings(databaseUrl ?? env['DATABASE_URL']),
      ...env,
    },
  })
  running.add(child)
  const captured = { stdout: '', stderr: '', combined: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      captured[name] += text
      captured.combined += text
    })
  }
  // `close` comes after `exit`, when all output has been read.
  const exited = new Promise<ProcessExit>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, stdout: captured.stdout, stderr: captured.stderr })
    })
  })
  return { child, captured, exited }
}

/** Runs a command and waits for its exit. */
export const runHeddle = async (args: string[], options: Options = {}): Promise<ProcessExit> => {
  const { child, exited } = launchHeddle(args, options)
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  return exited.finally(() => {
    clearTimeout(timer)
  })
}

/** Resolves when the banner is printed. Rejects with the output if the process exits before that. */
export const startHeddle = async (options: Options = {}): Promise<Heddle> => {
  const started = performance.now()
  const { child, captured, exited } = launchHeddle(options.args ?? [], options)
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const [, port] = /^ {2}API +http:\/\/\S+:(\d+)\/api\/v1$.*^ {2}Stop /ms.exec(captured.stdout) ?? []
      if (port !== undefined) resolve(port)
    })
  })
  const failed = exited.then(({ code, signal }) => {
    throw new Error(`heddle exited with ${String(code ?? signal)} before it was ready:\n${captured.combined}`)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
  const port = await Promise.race([ready, failed]).finally(() => {
    clearTimeout(timer)
  })
  // After the banner, an exit is not an error.
  failed.catch(() => undefined)
  return {
    url: `http://localhost:${port}`,
    port: Number(port),
    pid: child.pid!,
    readyMs: performance.now() - started,
    output: () => captured.combined,
    kill: (signal) => child.kill(signal),
    exited,
    stop: () => {
      child.kill('SIGINT')
      return exited
    },
  }
}
