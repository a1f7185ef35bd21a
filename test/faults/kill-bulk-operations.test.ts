/**
 * Bulk operations survive crashes: however often the process is killed, every run is repeated, cancelled or deleted once. Two nodes
 * share an operation without doing anything twice. HEDDLE_KILLS and HEDDLE_SEED change how often and when the process is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeShiftedClock } from '../support/preload.js'
import { makeRandom } from '../support/random.js'

const KILLS = Number(process.env['HEDDLE_KILLS'] ?? 1)
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
/** Several times as many as a node claims at once. */
const RUNS = 100
/** Longer than the lease of a claimed run. */
const CLOCK_ADVANCE_MS = 20_000
const POLL = { timeout: 60_000, interval: 50 }
const TIMEOUT_MS = 480_000

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies whose shape they know
type Body = any

const call = async (heddle: Heddle, method: string, path: string, body?: object): Promise<Body> => {
  const response = await callServer(heddle, method, `/api/v1${path}`, body && { body })
  if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(response)}`)
  return response.body
}

/** Creates runs that do not start by themselves, with one request of the LangGraph API. */
const createRuns = async (heddle: Heddle): Promise<string[]> => {
  const { data } = await call(heddle, 'GET', '/assistants')
  const run = {
    assistant_id: data[0].assistant_id as string,
    input: { message: 'hello' },
    after_seconds: 3_000_000,
    on_completion: 'keep',
  }
  const body = Array.from({ length: RUNS }, () => run)
  const { status, body: runs } = await callServer(heddle, 'POST', '/runs/batch', { body })
  if (status !== 200) throw new Error(`the runs were not created: ${JSON.stringify(runs)}`)
  return (runs as { run_id: string }[]).map(({ run_id }) => run_id)
}

const listAll = async (heddle: Heddle, query: string): Promise<Body[]> => {
  const runs: Body[] = []
  for (let cursor = ''; ;) {
    const page = await call(heddle, 'GET', `/runs?view=summary&limit=100&${query}${cursor}`)
    runs.push(...page.data)
    if (page.next_cursor === null) return runs
    cursor = `&cursor=${String(page.next_cursor)}`
  }
}

const toSortedIds = (runs: Body[], field: string): string[] =>
  runs.map((run) => run[field] as string).toSorted()

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `bulk operations are completed although the process is killed, and change every run once`,
    { timeout: TIMEOUT_MS + KILLS * 30_000 },
    async ({ expect }) => {
      const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
      const clock = makeShiftedClock()
      const env = { ...clock.env, RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BURST: '1000000' }
      const random = makeRandom(SEED)
      const start = (): Promise<Heddle> => startHeddle({ databaseUrl, env })
      let heddle = await start()
      const ids = await createRuns(heddle)

      /** Starts an operation and kills the process while it is executed. */
      const change = async (action: string): Promise<void> => {
        const { operation_id, total } = await call(heddle, 'POST', '/runs/bulk', { action, run_ids: ids })
        expect(total).toBe(RUNS)
        const read = (): Promise<Body> => call(heddle, 'GET', `/operations/${operation_id as string}`)
        let interrupted = 0
        for (let kill = 0; kill < KILLS; kill++) {
          const target = ((kill + random()) / KILLS) * RUNS
          for (let done = 0; done < target;) {
            await sleep(1)
            done = (await read()).done as number
          }
          // A random delay, because right after progress the process always claims the next runs.
          await sleep(random() * 30)
          heddle.kill('SIGKILL')
          await heddle.exited
          clock.advance(CLOCK_ADVANCE_MS)
          heddle = await start()
          if ((await read()).status === 'running') interrupted++
        }
        await expect.poll(async () => (await read()).status as string, POLL).toBe('completed')
        expect(await read()).toMatchObject({ done: RUNS, failed: 0, errors: [] })
        console.log(JSON.stringify({ test: 'kill-bulk-operations', databaseKind, action, interrupted }))
      }

      await change('cancel')
      const cancelled = await listAll(heddle, 'status=cancelled')
      expect(toSortedIds(cancelled, 'run_id')).toEqual(ids.toSorted())
      for (const run_id of ids.slice(0, 20)) {
        const { data } = await call(heddle, 'GET', `/runs/${run_id}/events?types=run.cancelled`)
        expect(data).toHaveLength(1)
      }
      await change('rerun')
      const isRerun = ({ retry_of }: Body): boolean => retry_of !== null
      expect(toSortedIds((await listAll(heddle, '')).filter(isRerun), 'retry_of')).toEqual(ids.toSorted())
      await change('delete')
      const left = await listAll(heddle, '')
      expect(left).toHaveLength(RUNS)
      expect(left.every(isRerun)).toBe(true)
      await heddle.stop()
      await drop()
    },
  )
})

describe('on postgres', () => {
  it(
    'two nodes share a bulk operation and repeat every run once',
    { timeout: TIMEOUT_MS },
    async ({ expect }) => {
      const { url: databaseUrl, drop } = await createTestDatabase('postgres')
      const env = { RATE_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_BURST: '1000000' }
      const nodes = await Promise.all([startHeddle({ databaseUrl, env }), startHeddle({ databaseUrl, env })])
      const [node] = nodes
      const ids = await createRuns(node)
      for (const action of ['cancel', 'rerun']) {
        const { operation_id } = await call(node, 'POST', '/runs/bulk', { action, run_ids: ids })
        const read = (): Promise<Body> => call(nodes[1], 'GET', `/operations/${operation_id as string}`)
        await expect.poll(async () => (await read()).status as string, POLL).toBe('completed')
        expect(await read()).toMatchObject({ total: RUNS, done: RUNS, failed: 0 })
      }
      const reruns = (await listAll(node, '')).filter(({ retry_of }) => retry_of !== null)
      expect(toSortedIds(reruns, 'retry_of')).toEqual(ids.toSorted())
      await Promise.all(nodes.map((each) => each.stop()))
      await drop()
    },
  )
})
