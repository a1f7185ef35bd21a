/**
 * An evaluation survives crashes of its process: however often it is killed, every example is run once, the summary equals
 * that of an uninterrupted evaluation, and no acknowledged review is lost. HEDDLE_KILLS, HEDDLE_SEED and
 * HEDDLE_LONG=1 change how often and when the process is killed.
 */
import { watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { DATABASE_KINDS, createTestDatabase, type DatabaseKind } from '../support/databases.js'
import { makeShiftedClock } from '../support/preload.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeRandom } from '../support/random.js'
import { startWebhookReceiver } from '../support/webhook-receiver.js'
import { auditEvaluation, toComparableFigures, type EvaluationRecord } from './evaluation-audit.js'

const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const LONG = process.env['HEDDLE_LONG'] !== undefined
const getKillCount = (short: number, long: number): number =>
  Number(process.env['HEDDLE_KILLS'] ?? (LONG ? long : short))
/** PostgreSQL differs only in the leases, which must expire because other nodes could hold them. */
const KILLS = { sqlite: getKillCount(3, 20), postgres: getKillCount(2, 12) }
const RUNS_PER_LIFE = 12
const REPETITIONS = 2
const CONCURRENCY = 8
const CLOCK_ADVANCE_MS = 20_000
const TIMEOUT_MS = 60_000
const WRITE_MS = 200
/** Shorter than a run, because the process is killed at a certain progress. */
const PROGRESS_POLL_MS = 15

const CRITERIA = [
  { name: 'right', scorer: 'expected' },
  { name: 'number', scorer: 'regex', config: { pattern: '= \\d{3}$' } },
  { name: 'short', scorer: 'length', config: { max: 60 } },
  { name: 'polite', scorer: 'contains', config: { substring: 'How can I help' }, negate: true },
  { name: 'relevant', scorer: 'llm_judge', config: { criteria: 'relevance' } },
]

/** Examples that pass, examples that fail, and examples without an expected output, which are errors. */
const example = (_: unknown, index: number): object => {
  const product = { message: `What is ${String(index)} * 3?` }
  switch (index % 5) {
    case 0:
      return { input: product, expected_output: { contains: String(index * 3 + 1) } }
    case 1:
      return { input: { message: 'Hello' }, expected_output: { contains: 'Hello' } }
    case 2:
      return { input: { message: `Tell me of the number ${String(index)}.` } }
    default:
      return { input: product, expected_output: { contains: String(index * 3) } }
  }
}

const post = async <T>(heddle: Heddle, path: string, body: object): Promise<T> => {
  const response = await callServer(heddle, 'POST', `/api/v1${path}`, { body })
  if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(response)}`)
  return response.body as T
}

const getEvaluation = async (heddle: Heddle, id: string): Promise<EvaluationRecord> =>
  (await callServer(heddle, 'GET', `/api/v1/evals/${id}`)).body as EvaluationRecord

const waitUntil = async (
  heddle: Heddle,
  id: string,
  isReached: (evaluation: EvaluationRecord) => boolean,
  intervalMs = 100,
): Promise<EvaluationRecord> => {
  const end = performance.now() + TIMEOUT_MS
  for (;;) {
    const evaluation = await getEvaluation(heddle, id)
    if (isReached(evaluation)) return evaluation
    if (performance.now() > end)
      throw new Error(`the evaluation does not change: ${JSON.stringify(evaluation)}`)
    await sleep(intervalMs)
  }
}
const hasEnded = ({ status }: EvaluationRecord): boolean => status !== 'running'

/**
 * Resolves when the file is written to, or after a timeout. Commits are short, so a kill at a random time usually misses
 * them; a kill at the start of a commit tests the state after the previous one.
 */
const nextWrite = (file: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(file, () => end())
    const timer = setTimeout(() => end(), WRITE_MS)
    const end = (): void => {
      clearTimeout(timer)
      watcher.close()
      resolve()
    }
  })

/** A service that can be killed and restarted on the same database. */
const makeRestartableService = async (databaseKind: DatabaseKind) => {
  const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
  const clock = makeShiftedClock()
  const { env } = clock
  return {
    start: () => startHeddle({ databaseUrl, env }),
    async kill(heddle: Heddle): Promise<void> {
      if (databaseKind === 'sqlite') await nextWrite(`${databaseUrl.slice('sqlite:'.length)}-wal`)
      heddle.kill('SIGKILL')
      await heddle.exited
      clock.advance(CLOCK_ADVANCE_MS)
    },
    drop,
  }
}

const makeDataset = async (heddle: Heddle, examples: object[]) => {
  const { id } = await post<{ id: string }>(heddle, '/datasets', { name: 'numbers' })
  const added = await post<{ examples: { id: string }[] }>(heddle, `/datasets/${id}/examples`, { examples })
  return { dataset_id: id, ids: added.examples.map((one) => one.id) }
}

const listReviews = async (heddle: Heddle, id: string) => {
  const { body } = await callServer(heddle, 'GET', `/api/v1/feedback?eval_id=${id}&limit=100`)
  return (body as { data: { feedback_id: string; run_id: string; reviewer: string }[] }).data
}

const getAssistantId = async (heddle: Heddle): Promise<string> => {
  const { body } = await callServer(heddle, 'GET', '/api/v1/assistants')
  return (body as { data: { assistant_id: string }[] }).data[0]!.assistant_id
}

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  const kills = KILLS[databaseKind]
  it(
    `an evaluation that is killed ${String(kills)} times runs every example once and has the same summary`,
    { timeout: 3 * TIMEOUT_MS + kills * 5_000 },
    async () => {
      const service = await makeRestartableService(databaseKind)
      const random = makeRandom(SEED)
      const receiver = await startWebhookReceiver()
      let heddle = await service.start()
      await post(heddle, '/webhooks', { url: receiver.url, events: ['eval.completed'] })
      // Equally many examples of each kind.
      const length = Math.ceil(((kills + 1) * RUNS_PER_LIFE) / REPETITIONS / 5) * 5
      const { dataset_id, ids } = await makeDataset(heddle, Array.from({ length }, example))
      const request = {
        name: 'numbers',
        assistant_id: await getAssistantId(heddle),
        dataset_id,
        criteria: CRITERIA,
        repetitions: REPETITIONS,
        concurrency: CONCURRENCY,
      }
      const startEvaluation = async (): Promise<string> => {
        const { id } = await post<{ id: string }>(heddle, '/evals', request)
        await callServer(heddle, 'POST', `/api/v1/evals/${id}/run`)
        return id
      }
      const startedAt = performance.now()
      const uninterrupted = await waitUntil(heddle, await startEvaluation(), hasEnded)
      const total = length * REPETITIONS
      const runMs = (performance.now() - startedAt) / total

      const id = await startEvaluation()
      for (let kill = 0; kill < kills; kill++) {
        if (kill > 0) heddle = await service.start()
        const { status, progress } = await getEvaluation(heddle, id)
        expect(status).toBe('running')
        // Some processes are killed before any progress; the others leave enough work for the rest.
        const share = (total - RUNS_PER_LIFE - progress.done) / (kills - kill)
        const enough = progress.done + random() * share
        if (random() < 0.3) await sleep(random() * 200)
        else await waitUntil(heddle, id, (evaluation) => evaluation.progress.done > enough, PROGRESS_POLL_MS)
        // A random delay, because right after progress the process is always in the same state.
        await sleep(random() * CONCURRENCY * runMs)
        await service.kill(heddle)
      }
      heddle = await service.start()
      const interrupted = await waitUntil(heddle, id, hasEnded)
      const audit = await auditEvaluation(heddle, interrupted, ids, REPETITIONS)
      await receiver.waitFor(1, ({ body }) => body.data.id === id)
      console.log(JSON.stringify({ test: 'kill-evaluations', databaseKind, seed: SEED, kills, ...audit }))

      expect(interrupted).toMatchObject({ status: 'completed', progress: uninterrupted.progress })
      expect(interrupted.progress).toMatchObject({ done: total, total, errors: (length / 5) * REPETITIONS })
      expect(audit).toMatchObject({ results: total, runs: total, results_not_once: 0, runs_not_once: 0 })
      expect(audit).toMatchObject({ of_other_runs: 0, unfinished: 0, runs_not_completed: 0 })
      expect(audit.retried).toBeGreaterThan(kills / 2)
      expect(toComparableFigures(interrupted.summary)).toEqual(toComparableFigures(uninterrupted.summary))
      const deliveries = receiver.received.filter(({ body }) => body.data.id === id)
      expect(new Set(deliveries.map((delivery) => delivery.id)).size).toBe(1)
      expect(deliveries[0]?.body).toMatchObject({ type: 'eval.completed', data: { status: 'completed' } })

      await heddle.stop()
      await Promise.all([receiver.stop(), service.drop()])
    },
  )
})

const REVIEWERS = ['ada', 'bob', 'eve']
const REVIEWED = 24
const REVIEW_KILLS = getKillCount(2, 6)

describe.concurrent.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  it(
    `no acknowledged review is lost when the service is killed during reviews`,
    { timeout: 2 * TIMEOUT_MS + REVIEW_KILLS * 5_000 },
    async () => {
      const service = await makeRestartableService(databaseKind)
      const random = makeRandom(SEED)
      let heddle = await service.start()
      const { dataset_id } = await makeDataset(heddle, Array.from({ length: REVIEWED }, example))
      const { id } = await post<{ id: string }>(heddle, '/evals', {
        name: 'by people',
        type: 'human_feedback',
        assistant_id: await getAssistantId(heddle),
        dataset_id,
        criteria: [{ name: 'good', scorer: 'human' }],
        reviewers: REVIEWERS.length,
        run_immediately: true,
      })
      const acknowledged: string[] = []
      /** Reviews results until there are none left or the service is down. */
      const review = async (reviewer: string): Promise<void> => {
        for (;;) {
          const reserved = await callServer(heddle, 'POST', `/api/v1/evals/${id}/reviews/next`, {
            body: { reviewer },
          })
          const run_id = (reserved.body as { item?: { run_id: string } | null }).item?.run_id
          if (run_id === undefined) return
          const body = { run_id, reviewer, scores: { good: reviewer === 'eve' ? 0 : 1 } }
          const submitted = await callServer(heddle, 'POST', `/api/v1/evals/${id}/feedback`, { body })
          if (submitted.status === 201)
            acknowledged.push((submitted.body as { feedback_id: string }).feedback_id)
        }
      }
      const reviewAll = () => Promise.allSettled(REVIEWERS.map(review))
      const reviews = REVIEWED * REVIEWERS.length
      for (let kill = 0; kill < REVIEW_KILLS; kill++) {
        if (kill > 0) heddle = await service.start()
        await waitUntil(heddle, id, ({ status }) => status === 'awaiting_feedback')
        // A kill can leave reviews that were stored and not acknowledged.
        const open = reviews - (await listReviews(heddle, id)).length
        const enough = acknowledged.length + 1 + random() * (open / (REVIEW_KILLS - kill) - 2)
        const underWay = reviewAll()
        while (acknowledged.length < enough) await sleep(1)
        await sleep(random() * 5)
        await service.kill(heddle)
        await underWay
      }
      heddle = await service.start()
      // The last review may have been stored before the last kill.
      await waitUntil(heddle, id, hasEnded)
      await reviewAll()
      const completed = await waitUntil(heddle, id, ({ status }) => status === 'completed')
      const stored = await listReviews(heddle, id)
      console.log(
        JSON.stringify({
          test: 'kill-reviews',
          databaseKind,
          acknowledged: acknowledged.length,
          stored: stored.length,
        }),
      )
      const storedIds = new Set(stored.map(({ feedback_id }) => feedback_id))
      expect(acknowledged.filter((feedbackId) => !storedIds.has(feedbackId))).toEqual([])
      expect(new Set(stored.map(({ run_id, reviewer }) => `${run_id} ${reviewer}`)).size).toBe(reviews)
      expect(stored).toHaveLength(reviews)
      expect(completed.progress).toMatchObject({ done: REVIEWED, total: REVIEWED, errors: 0 })
      expect(completed.summary).toMatchObject({
        passed: REVIEWED,
        by_criterion: { good: { scored: REVIEWED } },
      })
      await heddle.stop()
      await service.drop()
    },
  )
})
