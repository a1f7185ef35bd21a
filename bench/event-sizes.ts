/** Measures what the events of typical runs take in the database: how many there are, and the bytes of each type. */
import { loadSqlite } from '../src/store/sql/sqlite-module.js'
import type { Programs } from './build.js'
import { makeTemporaryFolder, withCleanup } from './cleanup.js'
import { runOnAgent, writeGuardrailsFile } from './guarded-runs.js'
import { printNote, toInfoFinding, type Finding } from './report.js'
import { runOnHeddle, type RunClient } from './run-clients.js'
import { runLoad } from './run-load.js'
import { startHeddle, startWithAgent } from './start-heddle.js'

const RUNS = 100

interface StoredRow {
  run_id: string
  events: string
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
      return summarize(label, readRows(file))
    }
    const guarded = { GUARDRAILS_FILE: writeGuardrailsFile(defer) }
    return [
      await measure('events of a run of one node', runOnHeddle, startHeddle),
      await measure('events of a run of the built-in agent', runOnAgent, startWithAgent),
      await measure('… with seven guardrails', runOnAgent, startWithAgent, guarded),
    ]
  })

const readRows = (file: string): StoredRow[] => {
  const db = new (loadSqlite())(file, { readOnly: true })
  const rows = db.prepare('select run_id, events from run_events').all() as unknown as StoredRow[]
  db.close()
  return rows
}

const summarize = (label: string, rows: readonly StoredRow[]): Finding => {
  const events = rows.flatMap((row) => JSON.parse(row.events) as { type: string }[])
  const runs = new Set(rows.map(({ run_id }) => run_id)).size
  const perRun = (total: number): string => (total / runs).toFixed(1)
  printNote(label)
  for (const [type, sizes] of groupSizes(events)) {
    const bytes = sum(sizes)
    printNote(
      `  ${type.padEnd(20)} ${perRun(sizes.length).padStart(6)} per run, ${(bytes / sizes.length).toFixed(0).padStart(5)} bytes each`,
    )
  }
  const bytes = sum(rows.map((row) => Buffer.byteLength(row.events)))
  return toInfoFinding(
    label,
    `${perRun(events.length)} in ${perRun(rows.length)} rows, ${(bytes / runs).toFixed(0)} bytes`,
  )
}

const groupSizes = (events: readonly { type: string }[]): Map<string, number[]> => {
  const sizes = new Map<string, number[]>()
  for (const event of events)
    sizes.set(event.type, [...(sizes.get(event.type) ?? []), Buffer.byteLength(JSON.stringify(event))])
  return sizes
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
