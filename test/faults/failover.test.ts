/**
 * Failovers of a PostgreSQL cluster with Patroni, etcd and HAProxy: no acknowledged write is lost, and runs continue.
 * It runs with HEDDLE_LONG=1 only, and needs the packages that scripts/postgres-ha.mjs names. HEDDLE_SEED changes the load.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  findMissingPrograms,
  startHaCluster,
  type HaCluster,
  type HaNode,
} from '../../scripts/postgres-ha.mjs'
import { startHeddle } from '../support/heddle-process.js'
import { makeProject } from '../support/graph-project.js'
import { makeRandom } from '../support/random.js'
import { auditWrites, makeAcknowledgedWrites } from './acknowledged-writes.js'
import { makeCreateLoad } from './create-load.js'
import { makeEffects } from './effects.js'
import { auditRuns, waitForAllRuns } from './run-audit.js'
import { makeRunLoad } from './run-load.js'
import { startGapProbe } from './service-gaps.js'
import { readAllRows } from './stored-rows.js'

const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RUNS_PER_SECOND = 4
const CLIENTS = 2
const RECOVERY_MS = 120_000

const skipReason =
  process.env['HEDDLE_LONG'] === undefined
    ? 'it runs with HEDDLE_LONG=1'
    : findMissingPrograms().length > 0
      ? `not installed: ${findMissingPrograms().join(', ')}`
      : undefined

/** Each fault returns when the fault is over; the cluster may still recover then. */
const FAULTS: Record<string, (cluster: HaCluster, primary: HaNode) => Promise<void>> = {
  primary_machine_killed: async (cluster, primary) => {
    cluster.killNode(primary)
    await sleep(40_000)
    primary.start()
  },
  postgres_killed: async (cluster, primary) => {
    cluster.killPostgres(primary)
    await sleep(5_000)
  },
  etcd_member_killed: async (cluster) => {
    cluster.killEtcdMember(0)
    await sleep(15_000)
    cluster.restartEtcdMember(0)
  },
  primary_isolated: async (cluster, primary) => {
    cluster.isolate(primary)
    await sleep(45_000)
    cluster.heal(primary)
  },
  switchover: (cluster, primary) => cluster.switchover(primary),
}

/** 503 is what clients get while there is no primary. */
const isOutage = (response: string): boolean => response.startsWith('{"status":503')

it.skipIf(skipReason !== undefined)(
  `failovers of a PostgreSQL cluster lose no acknowledged write${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
  { timeout: 20 * 60_000 },
  async () => {
    const cluster = await startHaCluster()
    try {
      const effects = makeEffects([50, 300])
      const { env } = makeProject({ steps: effects.source })
      const throughProxy = await startHeddle({ databaseUrl: cluster.url, env })
      const withHosts = await startHeddle({ databaseUrl: cluster.multiHostUrl, env })
      const nodes = [throughProxy, withHosts]

      const acknowledged = makeAcknowledgedWrites()
      const creates = makeCreateLoad(acknowledged, makeRandom(SEED))
      creates.setTarget(withHosts.url)
      creates.start(CLIENTS)
      const runs = nodes.map(({ url }) => {
        const load = makeRunLoad('steps')
        load.setTarget(url)
        load.start(RUNS_PER_SECOND)
        return load
      })
      const probes = nodes.map(({ url }) => startGapProbe(url))

      const gaps: Record<string, number[]> = {}
      for (const [name, inject] of Object.entries(FAULTS)) {
        await cluster.waitForHealth(2, RECOVERY_MS)
        await Promise.all(probes.map((probe) => probe.waitForWrites(20, RECOVERY_MS)))
        const primary = await cluster.findPrimary()
        const since = performance.now()
        await inject(cluster, primary!)
        await Promise.all(probes.map((probe) => probe.waitForWrites(20, RECOVERY_MS)))
        gaps[name] = probes.map((probe) => Math.round(probe.getLongestGap(since)))
        console.log(JSON.stringify({ test: 'failover', fault: name, gap_ms: gaps[name] }))
      }
      await Promise.all([creates, ...runs, ...probes].map((part) => part.stop()))
      await cluster.waitForHealth(2, RECOVERY_MS)

      // A key that was in use when the primary failed stays claimed for a minute.
      await sleep(61_000)
      await creates.retryUnansweredKeys()
      const allEnded = await waitForAllRuns(throughProxy.url, RECOVERY_MS)
      const acknowledgedRuns = runs.flatMap((load) => load.acknowledged)
      const figures = {
        test: 'failover',
        database: 'postgres',
        seed: SEED,
        gap_ms: gaps,
        responses: probes.map((probe) => probe.getStatuses()),
        longest_request_ms: probes.map((probe) => probe.getLongestRequest()),
        creates: auditWrites(acknowledged, await readAllRows(withHosts.url, acknowledged)),
        runs: await auditRuns(withHosts.url, acknowledgedRuns, effects.readAll()),
      }
      console.log(JSON.stringify(figures))
      const wrong = [...acknowledged.unexpectedResponses, ...runs.flatMap((load) => load.wrong)]
      expect(wrong.filter((response) => !isOutage(response))).toEqual([])
      expect(allEnded).toBe(true)
      expect(figures.creates).toMatchObject({
        lost: 0,
        changed: 0,
        duplicates: 0,
        keys_without_one_object: 0,
      })
      expect(figures.runs).toMatchObject({
        lost: 0,
        stuck: 0,
        failed: 0,
        wrong_ends: 0,
        gaps: 0,
        wrong_outputs: 0,
      })
      expect(figures.runs).toMatchObject({ nodes_repeated: 0, nodes_not_completed_once: 0 })
      const statuses = figures.responses.flatMap(Object.keys)
      expect(statuses.filter((status) => status !== '201' && status !== '503')).toEqual([])
      await Promise.all(nodes.map((node) => node.stop()))
    } finally {
      await cluster.stop()
    }
  },
)
