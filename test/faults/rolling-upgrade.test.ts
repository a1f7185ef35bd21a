/**
 * A newer version joins a cluster under load and migrates the schema, and the nodes of the older version keep working until they are replaced.
 * The newer version is this build with more migrations. With HEDDLE_OLD_VERSION=<dist folder of an older build>, that build is the older one.
 */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { resolveBuildFile } from '../../src/platform/package-root.js'
import { createPostgresDatabase } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { buildNewerVersion } from '../support/newer-version.js'
import { makeRandom } from '../support/random.js'
import { auditWrites, makeAcknowledgedWrites } from './acknowledged-writes.js'
import { makeCreateLoad } from './create-load.js'
import { makeEffects } from './effects.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'
import { startGapProbe } from './service-gaps.js'
import { readAllRows } from './stored-rows.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const OLD_VERSION = process.env['HEDDLE_OLD_VERSION']
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RUNS_PER_SECOND = LONG ? 10 : 5
const WRITES_BETWEEN_STEPS = LONG ? 200 : 10
const TIMEOUT_MS = 60_000

/** Each of these tables is read with `select *` by requests or executions. A migration changes one existing table. */
const CHANGED_TABLES = ['assistants', 'threads', 'messages', 'runs', 'run_events', 'checkpoints']

const NEW_MIGRATIONS = Object.fromEntries(
  CHANGED_TABLES.map((table, index) => [
    `${String(9_000 + index)}-test`,
    `alter table ${table} add column added_by_test bigint;`,
  ]),
)

it(
  'a rolling upgrade with migrations loses nothing, and old nodes keep working on the new schema',
  { timeout: 5 * TIMEOUT_MS },
  async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const effects = makeEffects([50, 200])
    const { env } = makeProject({ steps: effects.source })
    const oldProgram = OLD_VERSION === undefined ? resolveBuildFile('main.js') : join(OLD_VERSION, 'main.js')
    const newProgram = buildNewerVersion(NEW_MIGRATIONS)
    const start = (program: string) =>
      startHeddle({ databaseUrl, env: { ...env, EXECUTOR_THREADS: '1' }, program })
    const oldNode = await start(oldProgram)

    const acknowledged = makeAcknowledgedWrites()
    const creates = makeCreateLoad(acknowledged, makeRandom(SEED))
    const runs = makeRunLoad('steps')
    for (const load of [creates, runs]) load.setTarget(oldNode.url)
    creates.start(2)
    runs.start(RUNS_PER_SECOND)
    const probe = startGapProbe(oldNode.url)
    const work = () => probe.waitForWrites(WRITES_BETWEEN_STEPS, TIMEOUT_MS)

    await work()
    const since = performance.now()
    const newNode = await start(newProgram)
    expect(newNode.output()).toMatch(/9005-test/)
    await work()
    // An old node can also be started on the newer schema, for example after a crash or for a rollback.
    const restartedNode = OLD_VERSION === undefined ? await start(oldProgram) : undefined
    await work()
    const longestGap = Math.round(probe.getLongestGap(since))
    await probe.stop()
    for (const load of [creates, runs]) load.setTarget(newNode.url)
    await oldNode.stop()
    await restartedNode?.stop()
    await Promise.all([creates.stop(), runs.stop()])

    await creates.retryUnansweredKeys()
    const allEnded = await waitForAllRuns(newNode.url, TIMEOUT_MS)
    const figures = {
      test: 'rolling-upgrade',
      database: 'postgres',
      seed: SEED,
      longest_gap_ms: longestGap,
      responses: probe.getStatuses(),
      rejected: acknowledged.unexpectedResponses.length + runs.wrong.length,
      creates: auditWrites(acknowledged, await readAllRows(newNode.url, acknowledged)),
      runs: await auditRuns(newNode.url, runs.acknowledged, effects.readAll()),
    }
    console.log(JSON.stringify(figures))
    // On a busy machine, requests can wait for a connection for too long; clients repeat them.
    const isRetryable = (response: string) => response.startsWith('{"status":503')
    const rejected = [...acknowledged.unexpectedResponses, ...runs.wrong]
    expect(rejected.filter((response) => !isRetryable(response))).toEqual([])
    expect(Object.keys(figures.responses).filter((status) => status !== '201' && status !== '503')).toEqual(
      [],
    )
    expect(allEnded).toBe(true)
    expect(figures.creates).toMatchObject({ lost: 0, changed: 0, duplicates: 0, keys_without_one_object: 0 })
    expect(figures.runs).toMatchObject({ lost: 0, failed: 0, gaps: 0, wrong_outputs: 0, nodes_repeated: 0 })
    await newNode.stop()
    await drop()
  },
)
