/**
 * Compares the rate of runs with that of another version of the service:
 *
 *   npx tsx bench/compare-builds.ts <folder>
 *
 * The folder is a checkout of the other version with its dependencies installed.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPrograms } from './build.js'
import { withCleanup } from './cleanup.js'
import { compareServers } from './compare-servers.js'
import { atLeast, printTable } from './report.js'
import { runInThreadOnPeer, runOnHeddle } from './run-clients.js'
import { startHeddle } from './start-heddle.js'

const CLIENTS = { 'native API': runOnHeddle, 'LangGraph API, a thread each': runInThreadOnPeer }

const [folder = ''] = process.argv.slice(2)
if (!existsSync(join(folder, 'node_modules'))) {
  process.stderr.write(
    'Usage: npx tsx bench/compare-builds.ts <folder>\nThe folder is a checkout in which npm ci was run.\n',
  )
  process.exit(2)
}

const programs = await buildPrograms()
const otherPrograms = await buildPrograms(resolve(folder))
const findings = await withCleanup(async (defer) => {
  const other = await startHeddle(otherPrograms, defer)
  const current = await startHeddle(programs, defer)
  const rows = []
  for (const [name, client] of Object.entries(CLIENTS)) {
    process.stdout.write(`\n${name}; "without" is the other version\n`)
    const label = `runs, 64 concurrent, relative to the other version: ${name}`
    rows.push(atLeast(label, await compareServers(other, current, client), 0.95))
  }
  return rows
})
printTable(findings)
