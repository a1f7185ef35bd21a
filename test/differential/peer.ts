/** Starts LangGraph.js's development server, as `langgraphjs dev` does, in its own process and folder. */
import { spawn } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../../src/platform/package-root.js'
import { makeTempFolder } from '../support/heddle-process.js'

export interface Peer {
  url: string
  stop: () => Promise<void>
}

export const EXAMPLE = join(packageRoot, 'examples/langgraph-agent')
export const AUTH_EXAMPLE = join(packageRoot, 'examples/langgraph-auth')

const START_TIMEOUT_MS = 60_000
/** Each worker polls for new runs about every half second. */
const WORKERS = 50

/**
 * Ends the process when its stdin closes, so that it never outlives the test process. The threads of the peer
 * run this too; their stdin is not the one of the process.
 */
const EXIT_WITH_PARENT = `import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.stdin.on('end', () => process.exit(70)).resume().unref()`

const toModuleUrl = (path: string): string => pathToFileURL(join(packageRoot, 'node_modules', path)).href

/** Copies an example to a temporary folder, because the server writes files to it. */
export const copyExample = (example: string): string => {
  const folder = makeTempFolder()
  cpSync(example, folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Settings as in langgraph.json. */
export interface PeerSettings {
  graphs: Record<string, string>
  auth?: { path: string }
  http?: { app: string }
  ui?: Record<string, string>
  ui_config?: { shared: string[] }
}

export const startPeer = async (
  example: string,
  settings: PeerSettings,
  env: Record<string, string> = {},
): Promise<Peer> => startPeerIn(copyExample(example), settings, env)

/** The server writes files to the folder. */
export const startPeerIn = async (
  cwd: string,
  settings: PeerSettings,
  env: Record<string, string> = {},
): Promise<Peer> => {
  const preloads = [
    `data:text/javascript,${encodeURIComponent(EXIT_WITH_PARENT)}`,
    toModuleUrl('tsx/dist/esm/index.mjs'),
    toModuleUrl('@langchain/langgraph-api/dist/preload.mjs'),
  ]
  const program = join(packageRoot, 'node_modules/@langchain/langgraph-api/dist/cli/entrypoint.mjs')
  const options = { port: 0, host: '127.0.0.1', nWorkers: WORKERS, cwd, ...settings }
  const child = spawn(
    process.execPath,
    [
      ...preloads.flatMap((file) => ['--import', file]),
      program,
      String(process.pid),
      JSON.stringify(options),
    ],
    {
      cwd,
      env: { PATH: process.env['PATH'], NODE_ENV: 'development', LANGSMITH_TRACING: 'false', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  const port = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the peer did not start:\n${output}`)), START_TIMEOUT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-10_000)
        const [, found] = /Server running at \S*:(\d+)/.exec(output) ?? []
        if (found === undefined) return
        clearTimeout(timer)
        resolve(found)
      })
    }
    void exited.then(() => reject(new Error(`the peer ended:\n${output}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
