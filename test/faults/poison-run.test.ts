/**
 * A run that kills the process it runs in is found and failed, and the healthy runs that were in flight with it are not: with default
 * settings, on a service that is restarted whenever it dies. HEDDLE_LONG=1 also runs it on PostgreSQL, where each death
 * costs the lease of 10 s.
 */
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { createTestDatabase } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { send } from './create-load.js'
import { makeEffects } from './effects.js'
import { auditRuns, listRuns, waitForAllRuns } from './run-audit.js'
import type { CreatedRun } from './run-load.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
/** Each of them is executed in a thread of its own in the end. */
const HEALTHY_RUNS = LONG ? 64 : 5
const MAX_DEATHS = 10
/** The number of deaths after which the runs that were in flight are executed one at a time. */
const DEATHS_OF_SUSPECT = 2
const REQUEST = 1
const TIMEOUT_MS = 120_000

/** `delayMs` is the time from the start of the node to the death of its process. */
const makePoison = (delayMs: number): string => `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
  const kill = async () => {
    if (${delayMs} > 0) await sleep(${delayMs})
    process.kill(process.pid, 'SIGKILL')
    await sleep(10_000)
  }
  export const graph = new StateGraph(MessagesAnnotation).addNode('kill', kill).addEdge(START, 'kill').compile()
`

const CASES = [
  { database: 'sqlite', dies: 'at once', delayMs: 0 },
  { database: 'sqlite', dies: 'after a while', delayMs: 300 },
  ...(LONG ? [{ database: 'postgres', dies: 'at once', delayMs: 0 } as const] : []),
] as const

describe.concurrent.each(CASES)(
  'on $database, with a node that kills its process $dies',
  ({ database, delayMs }) => {
    it(
      'only the run that kills its process fails, and all other runs complete',
      async () => {
        const { url: databaseUrl, drop } = await createTestDatabase(database)
        // All healthy runs are in flight at the first two deaths. Afterwards, the rest of a run takes longer than a death.
        const effects = makeEffects([200, 400])
        effects.hold([REQUEST])
        const { env } = makeProject({ steps: effects.source, poison: makePoison(delayMs) })
        let deaths = 0
        let heddle: Heddle = await startHeddle({ databaseUrl, env })
        const restart = async (): Promise<void> => {
          deaths++
          if (deaths === DEATHS_OF_SUSPECT) effects.hold([])
          heddle = await startHeddle({ databaseUrl, env })
        }

        const acknowledged: CreatedRun[] = []
        const create = async (graphId: string): Promise<void> => {
          const response = await send(heddle.url, '/runs', {
            assistant_id: builtInAssistantId(graphId),
            input: { request: REQUEST },
          })
          expect(response).toMatchObject({ status: 201 })
          acknowledged.push(response?.body as CreatedRun)
        }
        await Promise.all(Array.from({ length: HEALTHY_RUNS }, () => create('steps')))
        await effects.waitForCount(1, TIMEOUT_MS)
        await create('poison')
        const poisonId = acknowledged.at(-1)?.run_id

        const end = Date.now() + TIMEOUT_MS
        for (;;) {
          const allEnded = waitForAllRuns(heddle.url, end - Date.now()).catch(() => 'died' as const)
          const result = await Promise.race([allEnded, heddle.exited.then(() => 'died' as const)])
          if (result !== 'died' || deaths === MAX_DEATHS) break
          await heddle.exited
          await restart()
        }

        const runs = await listRuns(heddle.url)
        const poison = runs.find(({ run_id }) => run_id === poisonId)
        const figures = {
          test: 'poison-run',
          database,
          delay_ms: delayMs,
          deaths,
          ...(await auditRuns(
            heddle.url,
            acknowledged.filter(({ run_id }) => run_id !== poisonId),
            effects.readAll(),
          )),
        }
        console.log(JSON.stringify(figures))
        expect(runs.filter(({ status }) => status === 'failed')).toEqual([poison])
        expect(poison?.error?.code).toBe('max_attempts_exceeded')
        expect(poison?.error?.message).toContain('SIGKILL')
        expect(figures).toMatchObject({
          lost: 0,
          stuck: 0,
          failed: 1,
          failed_otherwise: 0,
          wrong_ends: 0,
          gaps: 0,
        })
        expect(figures).toMatchObject({ wrong_outputs: 0, nodes_repeated: 0, nodes_not_completed_once: 0 })
        // A node that dies before its start is stored needs one more death.
        expect(deaths).toBeGreaterThanOrEqual(DEATHS_OF_SUSPECT)
        expect(deaths).toBeLessThanOrEqual(DEATHS_OF_SUSPECT + 1)
        await heddle.stop()
        await drop()
      },
      2 * TIMEOUT_MS,
    )
  },
)
