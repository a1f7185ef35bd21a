/**
 * Every read and write of the database may fail before it takes effect, fail after it took effect, or be slow. Clients retry with an
 * Idempotency-Key; runs, webhooks, evaluations and crons have to cope on their own. HEDDLE_SEED and HEDDLE_LONG=1 change the faults and
 * the load.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { isFinalEvent } from '../../src/events/run-event.js'
import { makeRunEventStore } from '../../src/store/runs/events.js'
import { startApp, type TestApp, type TestResponse } from '../support/app.js'
import { DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { listResults, makeDataset } from '../support/evaluations.js'
import { makeFaultyDriver } from '../support/faulty-driver.js'
import { makeRandom } from '../support/random.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const LONG = process.env['HEDDLE_LONG'] !== undefined
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const RATES = { before: 0.02, after: 0.02, delay: 0.01 }
const MAX_DELAY_MS = 300
const CLIENTS = 8
const THREADS = LONG ? 400 : 40
const RUNS = LONG ? 400 : 24
const EXAMPLES = LONG ? 60 : 5
const CRON_TICKS = LONG ? 20 : 2
const TIMEOUT_MS = LONG ? 240_000 : 60_000
const HOUR_MS = 3_600_000
/** Half an hour from now, so that only an advance of the clock makes the cron due. */
const HOURLY = `${String((new Date().getUTCMinutes() + 30) % 60)} * * * *`
const FINAL = new Set(['completed', 'failed', 'cancelled'])

interface Run {
  id: string
  run_id: string
  status: string
  attempt: number
  metadata: { request?: number }
}

// Most of the time passes until the leases of lost claims expire.
describe.concurrent.each(DATABASE_KINDS)('storage faults on %s', (databaseKind) => {
  it(
    'nothing acknowledged is lost and nothing happens twice, although reads and writes fail at random',
    async () => {
      const { faults, wrapDriver } = makeFaultyDriver(makeRandom(SEED), RATES, MAX_DELAY_MS)
      const app = await startApp({ databaseKind, execute: true, wrapDriver })
      const receiver = await startWebhookReceiver()
      await app.post('/api/v1/webhooks', { url: receiver.url, events: ['run.completed', 'eval.completed'] })
      const examples = Array.from({ length: EXAMPLES }, (_, index) => ({
        input: { message: `Say ${String(index)}` },
        expected_output: { contains: 'e' },
      }))
      const dataset_id = await makeDataset(app, examples)

      faults.isEnabled = true
      const threads = await createAll(app, THREADS, '/api/v1/threads', (request) => ({
        title: `Thread ${String(request)}`,
        metadata: { request },
      }))
      const runs = await createAll(app, RUNS, '/api/v1/runs', (request) => ({
        assistant_id: builtInAssistantId('agent'),
        input: { message: `Hello ${String(request)}` },
        metadata: { request },
      }))
      const [evaluation] = await createAll(app, 1, '/api/v1/evals', () => ({
        name: 'E',
        dataset_id,
        assistant_id: builtInAssistantId('agent'),
        run_immediately: true,
      }))
      const [cron] = await createAll(app, 1, '/runs/crons', () => ({
        assistant_id: 'agent',
        schedule: HOURLY,
        on_run_completed: 'keep',
        input: { messages: [{ role: 'user', content: 'Hello' }] },
      }))
      await waitForRuns(app)
      const cron_id: string = cron!.body.cron_id
      for (let tick = 0; tick < CRON_TICKS; tick++) await runCron(app, cron_id)
      await waitForEvaluation(app, evaluation!.body.id)
      await waitForRuns(app)
      faults.isEnabled = false
      await call(app, 'PATCH', `/runs/crons/${cron_id}`, { enabled: false })
      const storedRuns = await listAll<Run>(app, '/api/v1/runs')
      await waitForWebhooks(app, receiver, storedRuns)

      const storedThreads = await listAll<Run>(app, '/api/v1/threads')
      const { isEnabled: _, ...injected } = faults
      const figures = {
        test: 'storage-faults',
        database: databaseKind,
        seed: SEED,
        ...injected,
        acks: threads.length + runs.length,
        lost: countLost(threads, storedThreads) + countLost(runs, storedRuns),
        duplicates: countDuplicates(storedThreads, THREADS) + countDuplicates(storedRuns, RUNS),
        runs: storedRuns.length,
        failed: storedRuns.filter(({ status }) => status !== 'completed').length,
        retried: storedRuns.filter(({ attempt }) => attempt > 1).length,
        ...(await auditEvents(app, storedRuns)),
        ...auditWebhooks(receiver, storedRuns),
        ...(await auditEvaluation(app, evaluation!.body.id)),
        cron_ticks: CRON_TICKS,
        cron_runs: (await call(app, 'POST', '/threads/search', { metadata: { cron_id }, limit: 100 })).body
          .length,
      }
      console.log(JSON.stringify(figures))
      await app.stop()
      await receiver.stop()
      expect(figures).toMatchObject({ lost: 0, duplicates: 0, failed: 0, wrong_ends: 0, gaps: 0 })
      expect(figures).toMatchObject({ webhooks_missing: 0, webhooks_twice: 0, eval_webhooks: 1 })
      expect(figures).toMatchObject({ eval_status: 'completed', eval_results: EXAMPLES, eval_errors: 0 })
      expect(figures.cron_runs).toBe(CRON_TICKS)
      expect(figures.after).toBeGreaterThan(0)
    },
    TIMEOUT_MS * 3,
  )
})

/** Repeats the request as a client would while the storage fails or an earlier request with the key is still running. */
const call = async (
  app: TestApp,
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestResponse> => {
  const end = performance.now() + TIMEOUT_MS
  for (;;) {
    const response = await app.call(method, url, body, { headers })
    const isRetried = response.status === 503 || (response.status === 409 && response.body.retry_after > 0)
    if (!isRetried) return response
    if (performance.now() > end) throw new Error(`${method} ${url} still gets ${response.text}`)
    await sleep(100)
  }
}

/** Creates `count` resources with a key each, from several clients. Some requests are sent twice at once. */
const createAll = async (
  app: TestApp,
  count: number,
  url: string,
  toBody: (request: number) => object,
): Promise<TestResponse[]> => {
  const responses: TestResponse[] = []
  let request = 0
  const send = async (): Promise<void> => {
    while (request < count) {
      const number = request++
      const post = () =>
        call(app, 'POST', url, toBody(number), { 'idempotency-key': `${url}-${String(number)}` })
      const [first, second] = await Promise.all([post(), number % 4 === 0 ? post() : undefined])
      expect(first.status, first.text).toBeLessThan(300)
      // An evaluation that was started with its creation may have advanced since.
      if (second !== undefined) expect(second.body.id).toBe(first.body.id)
      responses.push(first)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, send))
  return responses
}

const listAll = async <Item>(app: TestApp, url: string): Promise<Item[]> => {
  const items: Item[] = []
  let cursor = ''
  for (;;) {
    const { body } = await call(app, 'GET', `${url}?limit=100${cursor}`)
    items.push(...body.data)
    if (body.next_cursor === null) return items
    cursor = `&cursor=${encodeURIComponent(body.next_cursor as string)}`
  }
}

const waitFor = async (what: string, isDone: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + TIMEOUT_MS
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`timeout: ${what}`)
    await sleep(100)
  }
}

const waitForRuns = (app: TestApp): Promise<void> =>
  waitFor('some runs have not ended', async () =>
    (await listAll<Run>(app, '/api/v1/runs')).every(({ status }) => FINAL.has(status)),
  )

/** Advances the clock to the next date of the cron and waits for its run, so that no lease of a run expires by the next advance. */
const runCron = async (app: TestApp, cron_id: string): Promise<void> => {
  app.clock.advance(HOUR_MS)
  await waitFor('the cron is still due', async () => {
    const { body } = await call(app, 'POST', '/runs/crons/search', { limit: 10 })
    const cron = body.find((item: { cron_id: string }) => item.cron_id === cron_id)
    return Date.parse(cron.next_run_date) > app.clock.now()
  })
  await waitForRuns(app)
}

const waitForEvaluation = (app: TestApp, id: string): Promise<void> =>
  waitFor('the evaluation has not ended', async () =>
    ['completed', 'failed'].includes((await call(app, 'GET', `/api/v1/evals/${id}`)).body.status),
  )

/** A delivery whose claim was lost is sent again when its lease expires. */
const waitForWebhooks = (app: TestApp, receiver: WebhookReceiver, runs: Run[]): Promise<void> =>
  waitFor('some webhooks were not received', async () => {
    app.clock.advance(10_000)
    const { webhooks_missing, eval_webhooks } = auditWebhooks(receiver, runs)
    return webhooks_missing === 0 && eval_webhooks > 0
  })

const countLost = (acknowledged: TestResponse[], stored: Run[]): number => {
  const ids = new Set(stored.map(({ id }) => id))
  return acknowledged.filter(({ body }) => !ids.has(body.id)).length
}

const countDuplicates = (stored: Run[], requests: number): number =>
  stored.filter(({ metadata }) => metadata.request !== undefined).length - requests

/** Reads the stored events, because the native stream leaves out events of the LangGraph API. */
const auditEvents = async (app: TestApp, runs: Run[]) => {
  const db = await openDatabase(app.databaseUrl)
  const runEvents = makeRunEventStore(db)
  const figures = { wrong_ends: 0, gaps: 0 }
  for (const { run_id, status } of runs) {
    const rows = await runEvents.listAfter({ tenant_id: 'default', run_id }, 0, 10_000)
    const events = rows.flatMap(({ events }) => events)
    const finalEvents = events.filter(({ type }) => isFinalEvent(type))
    if (finalEvents.length !== 1 || events.at(-1)?.type !== `run.${status}`) figures.wrong_ends++
    if (events.some(({ seq }, index) => seq !== index + 1)) figures.gaps++
  }
  await db.close()
  return figures
}

/** A webhook may be received several times, but always with the same ID. */
const auditWebhooks = ({ received }: WebhookReceiver, runs: Run[]) => {
  const idsByRun = new Map(runs.map(({ run_id }) => [run_id, new Set<string>()]))
  for (const { id, body } of received) idsByRun.get(body.data.run_id)?.add(id)
  const counts = [...idsByRun.values()].map(({ size }) => size)
  const evaluationIds = received.filter(({ body }) => body.type === 'eval.completed').map(({ id }) => id)
  return {
    webhooks: received.length,
    webhooks_missing: counts.filter((count) => count === 0).length,
    webhooks_twice: counts.filter((count) => count > 1).length,
    eval_webhooks: new Set(evaluationIds).size,
  }
}

const auditEvaluation = async (app: TestApp, id: string) => {
  const { body } = await call(app, 'GET', `/api/v1/evals/${id}`)
  const results = await listResults(app, id)
  return {
    eval_status: body.status as string,
    eval_results: results.length,
    eval_errors: results.filter(({ status }) => status !== 'scored').length,
  }
}
