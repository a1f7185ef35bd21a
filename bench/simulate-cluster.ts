/**
 * Derives from the figures of the benchmark `cluster` what larger clusters need, and which part saturates first. The batches of
 * notifications are simulated, because they depend on how tokens of many runs fall into windows of 5 ms; the rest is arithmetic.
 *
 *   npx tsx bench/simulate-cluster.ts
 */
import { adaptWindow, MIN_WINDOW_MS } from '../src/events/notification-window.js'

/** Measured by `cluster`: CPU microseconds and bytes of WAL, with two workers. */
const RUN = { api: 3_180, worker: 7_550, postgres: 4_030, wal: 13_200 }
const TOKEN = { api: 102, worker: 439, postgres: 147, wal: 450 }
/** CPU microseconds of PostgreSQL for one notification, with no listener and for each listener. */
const NOTIFICATION = { send: 60, deliver: 17 }
/** CPU microseconds of a node that receives a notification: parsing, and looking up its runs. */
const RECEIVE = 25

/** One conversation: a turn a minute with 250 tokens, 25 of them a second. */
const CONVERSATION = { runsPerSecond: 1 / 60, tokensPerRun: 250, tokensPerSecond: 25 }
const CONVERSATIONS_PER_WORKER = 1_000
/** A worker with two cores for each, and one API process for four workers. */
const WORKERS_PER_API = 4

/** Limits of one database server: cores, and megabytes of WAL a second. */
const DATABASE = { cores: 32, walMegabytes: 200 }
/** A sender holds a lock of the whole server while its notification is added to the queue. */
const MAX_NOTIFICATIONS_PER_SECOND = 1e6 / NOTIFICATION.send

/** As in src/events/node-relay.ts. */
const MAX_RUNS_PER_MESSAGE = 100

const SIMULATED_MS = 20_000

/** A generator of numbers between 0 and 1 that is the same in every run (mulberry32). */
const makeRandom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let value = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
  return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
}

/** Notifications per second of one worker that streams this many runs and collects notifications for this time. */
const simulateNotifications = (streams: number, windowMs: number): number => {
  const random = makeRandom(streams)
  const ratePerMs = (streams * CONVERSATION.tokensPerSecond) / 1_000
  let messages = 0
  let windowEnd = 0
  let runs = new Set<number>()
  for (let now = 0; now < SIMULATED_MS;) {
    now += -Math.log(1 - random()) / ratePerMs
    if (now > windowEnd) {
      messages += Math.ceil(runs.size / MAX_RUNS_PER_MESSAGE)
      runs = new Set()
      windowEnd = now + windowMs
    }
    runs.add(Math.floor(random() * streams))
  }
  return (messages / SIMULATED_MS) * 1_000
}

/** The window that the nodes choose together, see src/events/notification-window.ts. */
const findWindow = (workers: number, streams: number): { windowMs: number; notifications: number } => {
  let windowMs = MIN_WINDOW_MS
  for (let second = 0; second < 5; second++)
    windowMs = adaptWindow(windowMs, workers * simulateNotifications(streams, windowMs))
  return { windowMs, notifications: workers * simulateNotifications(streams, windowMs) }
}

interface Estimate {
  workers: number
  apis: number
  runs: number
  tokens: number
  apiCores: number
  workerCores: number
  databaseCores: number
  notifyCores: number
  notifications: number
  windowMs: number
  /** CPU of each node for notifications that it receives. */
  receiveCores: number
  walMegabytes: number
}

const estimate = (conversations: number): Estimate => {
  const workers = Math.max(1, Math.ceil(conversations / CONVERSATIONS_PER_WORKER))
  const apis = Math.max(1, Math.ceil(workers / WORKERS_PER_API))
  const runs = conversations * CONVERSATION.runsPerSecond
  const tokens = runs * CONVERSATION.tokensPerRun
  const secondsPerRun = CONVERSATION.tokensPerRun / CONVERSATION.tokensPerSecond
  const streams = Math.max(1, Math.round((runs * secondsPerRun) / workers))
  const { windowMs, notifications } = findWindow(workers, streams)
  const listeners = workers + apis
  const cores = (run: number, token: number): number => (runs * run + tokens * token) / 1e6
  return {
    workers,
    apis,
    runs,
    tokens,
    apiCores: cores(RUN.api, TOKEN.api),
    workerCores: cores(RUN.worker, TOKEN.worker),
    databaseCores: cores(RUN.postgres, TOKEN.postgres),
    notifyCores: (notifications * (NOTIFICATION.send + listeners * NOTIFICATION.deliver)) / 1e6,
    notifications,
    windowMs,
    receiveCores: (notifications * RECEIVE) / 1e6,
    walMegabytes: (runs * RUN.wal + tokens * TOKEN.wal) / 1e6,
  }
}

const findSaturation = (result: Estimate): string => {
  const uses: [string, number][] = [
    ['cores of PostgreSQL', (result.databaseCores + result.notifyCores) / DATABASE.cores],
    ['WAL', result.walMegabytes / DATABASE.walMegabytes],
    ['NOTIFY queue', result.notifications / MAX_NOTIFICATIONS_PER_SECOND],
    ['main threads that receive notifications', result.receiveCores],
  ]
  const [name, use] = uses.toSorted((a, b) => b[1] - a[1])[0]!
  return `${name}, ${(use * 100).toFixed(0)} %`
}

const COLUMNS: [string, (result: Estimate) => string][] = [
  ['workers + APIs', ({ workers, apis }) => `${workers} + ${apis}`],
  ['runs/s', ({ runs }) => runs.toFixed(0)],
  ['tokens/s', ({ tokens }) => tokens.toFixed(0)],
  ['cores: APIs', ({ apiCores }) => apiCores.toFixed(1)],
  ['workers', ({ workerCores }) => workerCores.toFixed(1)],
  ['PostgreSQL, queries', ({ databaseCores }) => databaseCores.toFixed(1)],
  ['PostgreSQL, NOTIFY', ({ notifyCores }) => notifyCores.toFixed(1)],
  ['notifications/s', ({ notifications }) => notifications.toFixed(0)],
  ['collected for', ({ windowMs }) => `${windowMs.toFixed(0)} ms`],
  ['WAL MB/s', ({ walMegabytes }) => walMegabytes.toFixed(1)],
  ['used most', findSaturation],
]

const CONVERSATIONS = [1_000, 4_000, 10_000, 30_000, 100_000]

const printRow = (cells: readonly string[]): void => {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

printRow(['conversations', ...COLUMNS.map(([name]) => name)])
printRow(['---', ...COLUMNS.map(() => '---')])
for (const conversations of CONVERSATIONS) {
  const result = estimate(conversations)
  printRow([conversations.toLocaleString('en-US'), ...COLUMNS.map(([, format]) => format(result))])
}
