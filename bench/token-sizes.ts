/**
 * Measures what streamed tokens take in the database: while the run is executing, and after its events were compacted. Counts all pages of
 * the table of events and of its index.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { loadSqlite } from '../src/store/sql/sqlite-module.js'
import type { Programs } from './build.js'
import { makeTemporaryFolder, type Defer } from './cleanup.js'
import { HttpConnection } from './http-connection.js'
import { atMost, printNote, toInfoFinding, type Finding } from './report.js'
import { createRun, toUnexpectedError } from './run-clients.js'
import { startHeddle } from './start-heddle.js'

const MAX_LIVE_BYTES = 150
const MAX_COMPACT_BYTES = 20
const TIMEOUT_MS = 300_000

interface Talk {
  tokens: number
  tokenMs: number
}

/** As fast as the service stores them, many in a row of the table. */
const FAST: Talk = { tokens: 20_000, tokenMs: 0 }
/** As fast as most models, each in a row of its own. */
const SLOW: Talk = { tokens: 2_000, tokenMs: 10 }

interface Api {
  label: string
  /** Events that are stored for each token. */
  eventsPerToken: number
  start: (port: number, talk: object) => Promise<void>
}

const NATIVE: Api = {
  label: 'native API',
  eventsPerToken: 1,
  start: async (port, input) => {
    const connection = await HttpConnection.open(port)
    await createRun(connection, 'talk', { input })
    connection.close()
  },
}

const toLangGraphApi = (mode: string): Api => ({
  label: `LangGraph API, ${mode}`,
  eventsPerToken: 2,
  start: async (port, input) => {
    const connection = await HttpConnection.open(port)
    const thread = await connection.post('/threads', '{}')
    const { thread_id } = JSON.parse(thread.body) as { thread_id?: string }
    if (thread_id === undefined) throw toUnexpectedError(thread)
    const body = JSON.stringify({
      assistant_id: 'talk',
      input,
      stream_mode: [mode],
      on_disconnect: 'continue',
    })
    await new Promise<void>((resolve, reject) => {
      connection
        .post(`/threads/${thread_id}/runs/stream`, body, () => {
          resolve()
        })
        .catch(reject)
    })
    connection.close()
  },
})

export const measureTokenSizes = async (programs: Programs, defer: Defer): Promise<Finding[]> => {
  const measure = async (api: Api, talk: Talk): Promise<Finding[]> => {
    const file = `${makeTemporaryFolder(defer)}/tokens.db`
    const { port } = await startHeddle(programs, defer, { DATABASE_URL: `sqlite:${file}` })
    await api.start(port, { ...talk, waitMs: 5_000 })
    const stored = talk.tokens * api.eventsPerToken
    await waitUntil(file, `select coalesce(max(last_seq), 0) >= ${String(stored)} as done from run_events`)
    const live = readSizes(file)
    await waitUntil(file, `select count(*) = 0 as done from runs where status in ('queued', 'in_progress')`)
    await waitUntil(file, 'select count(*) = 0 as done from event_compactions')
    const compact = readSizes(file)
    const rate = talk.tokenMs === 0 ? 'many tokens in a row' : 'one token in a row'
    const label = `${api.label}, ${String(talk.tokens)} tokens, ${rate}`
    const perToken = ({ bytes }: Sizes): number => bytes / talk.tokens
    printNote(
      `${label}: ${String(live.rows)} rows with ${(live.textBytes / talk.tokens).toFixed(1)} bytes of JSON per token, then ` +
        `${String(compact.rows)} rows with ${(compact.textBytes / talk.tokens).toFixed(1)}`,
    )
    return [
      atMost(`bytes per token event: ${label}`, perToken(live) / api.eventsPerToken, MAX_LIVE_BYTES, '', 1),
      atMost('… after compaction', perToken(compact) / api.eventsPerToken, MAX_COMPACT_BYTES, '', 1),
      toInfoFinding(
        '… all events of a token',
        `${perToken(live).toFixed(1)}, then ${perToken(compact).toFixed(1)}`,
      ),
    ]
  }
  const findings: Finding[] = []
  for (const api of [NATIVE, toLangGraphApi('messages-tuple')])
    for (const talk of [FAST, SLOW]) findings.push(...(await measure(api, talk)))
  findings.push(...(await measure(toLangGraphApi('messages'), { tokens: 2_000, tokenMs: 0 })))
  return findings
}

interface Sizes {
  rows: number
  textBytes: number
  bytes: number
}

const readSizes = (file: string): Sizes =>
  readRow<Sizes>(
    file,
    `select count(*) as "rows", sum(octet_length(events)) as "textBytes",
      (select sum(pgsize) from dbstat where name in ('run_events', 'sqlite_autoindex_run_events_1')) as bytes
      from run_events`,
  )

const readRow = <Row>(file: string, sql: string): Row => {
  const db = new (loadSqlite())(file, { readOnly: true })
  try {
    return db.prepare(sql).get() as Row
  } finally {
    db.close()
  }
}

const waitUntil = async (file: string, sql: string): Promise<void> => {
  const deadline = performance.now() + TIMEOUT_MS
  while (readRow<{ done: number }>(file, sql).done !== 1) {
    if (performance.now() > deadline) throw new Error(`timeout: ${sql}`)
    await sleep(100)
  }
}
