/**
 * Measures how the storage and the time of a turn grow in a conversation of a thousand turns: on the service, on LangGraph's
 * development server, and on LangGraph's savers without a server. HEDDLE_BENCH_TURNS changes the number of turns.
 */
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './build.js'
import { withCleanup, type Defer } from './cleanup.js'
import {
  makeReply,
  makeUserMessage,
  measureConversation,
  toComparisonFinding,
  toTargetFindings,
  type Conversation,
  type TakeTurn,
} from './conversation.js'
import { onBothDatabases, waitUntilCompacted, type BenchDatabase } from './databases.js'
import { createThread, waitForRun } from './langgraph-client.js'
import { printNote, type Finding } from './report.js'
import { executeProgram } from './run-program.js'
import { startHeddle } from './start-heddle.js'
import { startPeer } from './start-peer.js'
import type { TableSizes } from './table-sizes.js'

const TURNS = Number(process.env['HEDDLE_BENCH_TURNS'] ?? 1_000)
/** The peer takes half a second per turn, and stores the whole conversation several times in each. */
const PEER_TURNS = Math.min(TURNS, 200)
/** The savers store the whole conversation in each turn, which would be about 2 GB after 1,000. */
const SAVER_TURNS = Math.min(TURNS, 300)

export const benchLongThreads = async (programs: Programs): Promise<Finding[]> => [
  ...(await onBothDatabases(async (create, defer) => [
    ...(await measureService(programs, await create(), defer)),
    await measureSaver(programs, await create()),
  ])),
  await withCleanup((defer) => measurePeer(programs, defer)),
]

const measureService = async (
  programs: Programs,
  database: BenchDatabase,
  defer: Defer,
): Promise<Finding[]> => {
  const { port, stop, cpuSeconds } = await startHeddle(programs, defer, { DATABASE_URL: database.url })
  const measure = async (): Promise<TableSizes> => {
    await waitUntilCompacted(database)
    return database.measure()
  }
  const conversation = await measureConversation(TURNS, () => startConversation(port), measure, cpuSeconds)
  await stop()
  return toTargetFindings(`long thread, ${database.name}`, conversation)
}

const startConversation = async (port: number): Promise<TakeTurn> => {
  const threadId = await createThread(port)
  return async (turn) => {
    const input = { messages: [{ role: 'user', content: makeUserMessage(turn) }] }
    const response = await waitForRun(port, threadId, JSON.stringify({ assistant_id: 'chat', input }))
    return () => {
      if (!response.includes(makeReply(turn)))
        throw new Error(`turn ${turn}: unexpected response: ${response.toString('utf8', 0, 500)}`)
    }
  }
}

const measureSaver = async (programs: Programs, { name, url }: BenchDatabase): Promise<Finding> => {
  const graph = join(programs.project, 'chat.mjs')
  const conversation = await executeProgram<Conversation>(programs.saverTurns, [graph, url, SAVER_TURNS])
  return toComparisonFinding(`LangGraph's saver, ${name}`, conversation)
}

/** The peer has its own folder, because it loads what other benchmarks have left in the folder of the project. */
const measurePeer = async (programs: Programs, defer: Defer): Promise<Finding> => {
  const project = `${programs.project}-long-threads`
  cpSync(programs.project, project, {
    recursive: true,
    filter: (source) => !source.endsWith(PEER_FOLDER),
  })
  const { port, stop } = await startPeer({ ...programs, project })
  defer(stop)
  let lastTurnAt = 0
  const conversation = await measureConversation(
    PEER_TURNS,
    async () => {
      const takeTurn = await startConversation(port)
      return async (turn) => {
        const checkResponse = await takeTurn(turn)
        lastTurnAt = Date.now()
        return checkResponse
      }
    },
    () => measurePeerFiles(join(project, PEER_FOLDER), lastTurnAt),
  )
  printNote('the peer keeps its data in memory and writes it to files as a whole when it is idle')
  return toComparisonFinding("LangGraph's development server", conversation)
}

const PEER_FOLDER = '.langgraph_api'
const PEER_CHECKPOINTS = '.langgraphjs_api.checkpointer.json'
/** The peer writes its files after three seconds without a change. */
const PEER_IDLE_MS = 3_000
const PEER_POLL_MS = 500

/** Waits until the peer has written its files after the last turn. A large file takes time, so it must not change any more. */
const measurePeerFiles = async (folder: string, lastTurnAt: number): Promise<TableSizes> => {
  for (;;) {
    await sleep(PEER_POLL_MS)
    const files = new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name))]))
    const lastChange = Math.max(...Array.from(files.values(), ({ mtimeMs }) => mtimeMs))
    const isWritten = lastTurnAt === 0 || (files.get(PEER_CHECKPOINTS)?.mtimeMs ?? 0) >= lastTurnAt
    if (isWritten && Date.now() - lastChange > PEER_IDLE_MS)
      return Object.fromEntries(Array.from(files, ([name, { size }]) => [name, size]))
  }
}
