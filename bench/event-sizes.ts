/** Measures what the events of typical runs take in the database: how many there are, and the bytes of each type. */
import type { RunEvent } from '../src/events/run-event.js'
import type { StoredEvents } from '../src/store/runs/decode-events.js'
import { makeRunEventStore } from '../src/store/runs/events.js'
import { Database } from '../src/store/sql/database.js'
import type { Programs } from './build.js'
import { makeTemporaryFolder, withCleanup } from './cleanup.js'
import { runOnAgent, writeGuardrailsFile } from './guarded-runs.js'
import { printNote, toInfoFinding, type Finding } from './report.js'
import { runOnHeddle, type RunClient } from './run-clients.js'
import { runLoad } from './run-load.js'
import { startHeddle, startWithAgent } from './start-heddle.js'
import { measureTokenSizes } from './token-sizes.js'

const RUNS = 100

interface RunKey {
  tenant_id: string
  run_id: string
}

interface StoredRow extends Pick<StoredEvents, 'chars' | 'events'> {
  run_id: string
}

export const benchEventSizes = (programs: Programs): Promise<Finding[]> =>
  withCleanup(async (defer) => {
    const measure = async (
      label: string,
      client: RunClient,
      start: typeof startHeddle,
      env: Record<string, string> = {},
    ): Promise<Finding> => {
      const file = `${makeTemporaryFolder(defer)}/events.db`
      const { port } = await start(programs, defer, { ...env, DATABASE_URL: `sqlite:${file}` })
      let completed = 0
      await runLoad({ port, client, connections: 4 }, () => ++completed < RUNS)
      return summarize(label, await readRows(file))
    }
    const guarded = { GUARDRAILS_FILE: writeGuardrailsFile(defer) }
    return [
      await measure('events of a run of one node', runOnHeddle, startHeddle),
      await measure('events of a run of the built-in agent', runOnAgent, startWithAgent),
      await measure('… with seven guardrails', runOnAgent, startWithAgent, guarded),
      ...(await measureTokenSizes(programs, defer)),
    ]
  })

const readRows = async (file: string): Promise<StoredRow[]> => {
  const db = await Database.open({ url: `sqlite:${file}`, durability: 'full', poolSize: 1 })
  const runEvents = makeRunEventStore(db)
  const sql = 'select distinct tenant_id, run_id from run_events'
  const runs = await db.read<RunKey>({ sql, params: [], requiresRow: false })
  const rows: StoredRow[] = []
  for (const run of runs)
    for (const { chars, events } of await runEvents.listAfter(run, 0, 1_000))
      rows.push({ run_id: run.run_id, chars, events })
  await db.close()
  return rows
}

const summarize = (label: string, rows: readonly StoredRow[]): Finding => {
  const events = rows.flatMap((row) => row.events)
  const runs = new Set(rows.map(({ run_id }) => run_id)).size
  const perRun = (total: number): string => (total / runs).toFixed(1)
  printNote(label)
  for (const [type, sizes] of groupSizes(events)) {
    const bytes = sum(sizes)
    printNote(
      `  ${type.padEnd(20)} ${perRun(sizes.length).padStart(6)} per run, ${(bytes / sizes.length).toFixed(0).padStart(5)} bytes each`,
    )
  }
  const chars = sum(rows.map((row) => row.chars))
  return toInfoFinding(
    label,
    `${perRun(events.length)} in ${perRun(rows.length)} rows, ${(chars / runs).toFixed(0)} bytes`,
  )
}

const groupSizes = (events: readonly RunEvent[]): Map<string, number[]> => {
  const sizes = new Map<string, number[]>()
  for (const { type, text } of events) sizes.set(type, [...(sizes.get(type) ?? []), Buffer.byteLength(text)])
  return sizes
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
