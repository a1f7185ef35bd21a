/** Measures what token events take in the database while their run is in progress, and after it has ended. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Defer } from './cleanup.js'
import type { BenchDatabase } from './databases.js'
import { HttpConnection } from './http-connection.js'
import { createThread, startRun } from './langgraph-client.js'
import { atMost, toInfoFinding, type Finding } from './report.js'
import { createRun } from './run-clients.js'
import { formatBytes, printGrowth, subtractSizes, sumSizes, type TableSizes } from './table-sizes.js'

interface TokenRun {
  label: string
  tokens: number
  /** Runs that are measured together: databases grow by whole pages, and a page is 4 bytes for each of 2,000 tokens. */
  runs: number
  /** 0: as fast as possible. */
  perSecond: number
  /** Starts a run of graphs/narrate.mjs and returns the path of the run. */
  start(port: number, input: object): Promise<string>
}

const startOnNativeApi = async (port: number, input: object): Promise<string> => {
  const connection = await HttpConnection.open(port)
  const runId = await createRun(connection, 'narrate', { input })
  connection.close()
  return `/api/v1/runs/${runId}`
}

const startWithMode =
  (streamMode: string) =>
  async (port: number, input: object): Promise<string> => {
    const threadId = await createThread(port)
    const body = { assistant_id: 'narrate', input, stream_mode: [streamMode] }
    return `/threads/${threadId}/runs/${await startRun(port, threadId, body)}`
  }

const TOKEN_RUNS: TokenRun[] = [
  { label: 'native API', tokens: 20_000, runs: 1, perSecond: 0, start: startOnNativeApi },
  { label: 'messages-tuple', tokens: 20_000, runs: 1, perSecond: 0, start: startWithMode('messages-tuple') },
  {
    label: 'messages-tuple, 200 per second',
    tokens: 2_000,
    runs: 5,
    perSecond: 200,
    start: startWithMode('messages-tuple'),
  },
  // Each event of this mode holds the text of all tokens so far.
  { label: 'messages', tokens: 2_000, runs: 5, perSecond: 0, start: startWithMode('messages') },
]

const EVENTS_TABLE = 'run_events'
const LIVE_TARGET = 150
const ENDED_TARGET = 20
/** The events of a run are all written, or compacted after its end, when their size has not changed for this long. */
const SETTLE_MS = 3_000
const POLL_MS = 100

export const measureTokens = async (
  port: number,
  database: BenchDatabase,
  defer: Defer,
): Promise<Finding[]> => {
  const gate = await openGate(defer)
  const findings: Finding[] = []
  for (const run of TOKEN_RUNS) {
    const { live, ended } = await measureTokenRun(port, database, run, gate)
    const tokens = run.runs * run.tokens
    const label = `${database.name}, ${run.tokens.toLocaleString('en')} tokens, ${run.label}`
    printGrowth(`${label}, in progress`, live, tokens, 'token')
    printGrowth(`${label}, ended`, ended, tokens, 'token')
    const perToken = (sizes: TableSizes): number => (sizes[EVENTS_TABLE] ?? 0) / tokens
    findings.push(
      atMost(`${label}: bytes of events per token, in progress`, perToken(live), LIVE_TARGET, '', 0),
      atMost('… after the run has ended', perToken(ended), ENDED_TARGET, '', 0),
      toInfoFinding('… growth of all tables per token', formatBytes(sumSizes(ended) / tokens)),
    )
  }
  return findings
}

interface Gate {
  url: string
  /** Resolves when so many runs wait. */
  waitForRuns(count: number): Promise<ServerResponse[]>
}

const openGate = async (defer: Defer): Promise<Gate> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    waitForRuns: (count) =>
      new Promise((resolve) => {
        const held: ServerResponse[] = []
        const hold = (_: unknown, response: ServerResponse): void => {
          if (held.push(response) < count) return
          server.off('request', hold)
          resolve(held)
        }
        server.on('request', hold)
      }),
  }
}

const measureTokenRun = async (
  port: number,
  database: BenchDatabase,
  { tokens, runs, perSecond, start }: TokenRun,
  gate: Gate,
): Promise<{ live: TableSizes; ended: TableSizes }> => {
  const before = await database.measure()
  const waiting = gate.waitForRuns(runs)
  const messages = [{ role: 'user', content: 'Tell me a long story.' }]
  const input = { messages, tokens, per_second: perSecond, release_url: gate.url }
  const paths = await Promise.all(Array.from({ length: runs }, () => start(port, input)))
  const held = await waiting
  const live = subtractSizes(await measureSettled(database), before)
  for (const response of held) response.end()
  for (const path of paths) await waitUntilEnded(port, path)
  return { live, ended: subtractSizes(await measureSettled(database), before) }
}

const measureSettled = async (database: BenchDatabase): Promise<TableSizes> => {
  let previous: TableSizes = {}
  for (;;) {
    await sleep(SETTLE_MS)
    const sizes = await database.measure()
    if (sizes[EVENTS_TABLE] === previous[EVENTS_TABLE]) return sizes
    previous = sizes
  }
}

const SUCCEEDED = ['success', 'completed']
const ACTIVE = ['pending', 'queued', 'running', 'in_progress']

const waitUntilEnded = async (port: number, path: string): Promise<void> => {
  for (;;) {
    const { status } = (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as { status: string }
    if (SUCCEEDED.includes(status)) return
    if (!ACTIVE.includes(status)) throw new Error(`${path} ended with the status ${status}`)
    await sleep(POLL_MS)
  }
}
