/**
 * An evaluation outlives the process that works on it: however often that is killed, every example is run once and the
 * summary is that of an evaluation that nobody disturbed; and what a reviewer was told to be kept is kept. HEDDLE_KILLS and
 * HEDDLE_SEED change how often and when the process is killed.
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
const getKillCount = (usual: number): number => Number(process.env['HEDDLE_KILLS'] ?? usual)
/** On PostgreSQL it is the same code but for the leases, which others might hold: they have to run out. */
const KILLS = { sqlite: getKillCount(12), postgres: getKillCount(5) }
const RUNS_PER_LIFE = 12
const REPETITIONS = 2
const CONCURRENCY = 8
const CLOCK_ADVANCE_MS = 20_000
const TIMEOUT_MS = 60_000
const WRITE_MS = 200

const CRITERIA = [
  { name: 'right', scorer: 'expected' },
  { name: 'number', scorer: 'regex', config: { pattern: '= \\d{3}$' } },
  { name: 'short', scorer: 'length', config: { max: 60 } },
  { name: 'polite', scorer: 'contains', config: { substring: 'How can I help' }, negate: true },
  { name: 'relevant', scorer: 'llm_judge', config: { criteria: 'relevance' } },
]

/** Some are answered well, some are not, and some have nothing to be held against, which is an error. */
const example = (_: unknown, at: number): object => {
  const product = { message: `What is ${String(at)} * 3?` }
  switch (at % 5) {
    case 0:
      return { input: product, expected_output: { contains: String(at * 3 + 1) } }
    case 1:
      return { input: { message: 'Hello' }, expected_output: { contains: 'Hello' } }
    case 2:
      return { input: { message: `Tell me of the number ${String(at)}.` } }
    default:
      return { input: product, expected_output: { contains: String(at * 3) } }
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
): Promise<EvaluationRecord> => {
  const end = performance.now() + TIMEOUT_MS
  for (;;) {
    const evaluation = await getEvaluation(heddle, id)
    if (isReached(evaluation)) return evaluation
    if (performance.now() > end) throw new Error(`it stays as it is: ${JSON.stringify(evaluation)}`)
    await sleep(15)
  }
}
const hasEnded = ({ status }: EvaluationRecord): boolean => status !== 'running'

/**
 * Resolves when the file is written to, or after a while. A commit takes a small part of the time, and a kill that comes at
 * any moment mostly misses it; one that comes when the next commit begins finds what was done by the last one alone.
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

/** A service that is killed and started again on the same database. */
const makeRestartableService = async (engine: DatabaseKind) => {
  const { url: databaseUrl, drop } = await createTestDatabase(engine)
  const clock = makeShiftedClock()
  // What is tested is not how often a run may be tried.
  const env = { ...clock.env, EXECUTOR_THREADS: '1', RUN_MAX_ATTEMPTS: '100' }
  return {
    start: () => startHeddle({ databaseUrl, env }),
    async kill(heddle: Heddle): Promise<void> {
      if (engine === 'sqlite') await nextWrite(`${databaseUrl.slice('sqlite:'.length)}-wal`)
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

const getAssistantId = async (heddle: Heddle): Promise<string> => {
  const { body } = await callServer(heddle, 'GET', '/api/v1/assistants')
  return (body as { data: { assistant_id: string }[] }).data[0]!.assistant_id
}

describe.concurrent.each(DATABASE_KINDS)('on %s', (engine) => {
  const kills = KILLS[engine]
  it(
    `an evaluation that is killed ${String(kills)} times runs every example once and comes to the same summary`,
    { timeout: 3 * TIMEOUT_MS + kills * 5_000 },
    async () => {
      const service = await makeRestartableService(engine)
      const random = makeRandom(SEED)
      const receiver = await startWebhookReceiver()
      let heddle = await service.start()
      await post(heddle, '/webhooks', { url: receiver.url, events: ['eval.completed'] })
      // As many of each kind of example.
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
      const undisturbed = await waitUntil(heddle, await startEvaluation(), hasEnded)
      const total = length * REPETITIONS
      const runMs = (performance.now() - startedAt) / total

      const id = await startEvaluation()
      for (let kill = 0; kill < kills; kill++) {
        if (kill > 0) heddle = await service.start()
        const { status, progress } = await getEvaluation(heddle, id)
        expect(status).toBe('running')
        // Some die before they have done anything; the others leave enough for those after them.
        const share = (total - RUNS_PER_LIFE - progress.done) / (kills - kill)
        const enough = progress.done + random() * share
        if (random() < 0.3) await sleep(random() * 200)
        else await waitUntil(heddle, id, (told) => told.progress.done > enough)
        // Anywhere in what comes next: as soon as progress is seen, always the same would be under way.
        await sleep(random() * CONCURRENCY * runMs)
        await service.kill(heddle)
      }
      heddle = await service.start()
      const disturbed = await waitUntil(heddle, id, hasEnded)
      const found = await auditEvaluation(heddle, disturbed, ids, REPETITIONS)
      await receiver.waitFor(1, ({ body }) => body.data.id === id)
      console.log(JSON.stringify({ test: 'kill-evaluations', engine, seed: SEED, kills, ...found }))

      expect(disturbed).toMatchObject({ status: 'completed', progress: undisturbed.progress })
      expect(disturbed.progress).toMatchObject({ done: total, total, errors: (length / 5) * REPETITIONS })
      expect(found).toMatchObject({ results: total, runs: total, results_not_once: 0, runs_not_once: 0 })
      expect(found).toMatchObject({ of_other_runs: 0, unfinished: 0, runs_not_completed: 0 })
      expect(found.retried).toBeGreaterThan(kills / 2)
      expect(toComparableFigures(disturbed.summary)).toEqual(toComparableFigures(undisturbed.summary))
      const told = receiver.received.filter(({ body }) => body.data.id === id)
      expect(new Set(told.map((one) => one.id)).size).toBe(1)
      expect(told[0]?.body).toMatchObject({ type: 'eval.completed', data: { status: 'completed' } })

      await heddle.stop()
      await Promise.all([receiver.stop(), service.drop()])
    },
  )
})

const REVIEWERS = ['ada', 'bob', 'eve']
const REVIEWED = 24
const REVIEW_KILLS = getKillCount(3)

describe.concurrent.each(DATABASE_KINDS)('on %s', (engine) => {
  it(
    `no review that was answered is lost when the service is killed while they come in`,
    { timeout: 2 * TIMEOUT_MS + REVIEW_KILLS * 5_000 },
    async () => {
      const service = await makeRestartableService(engine)
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
      /** As people do it, until there is nothing for them, or nobody answers. */
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
        const enough =
          acknowledged.length + 1 + random() * ((reviews - acknowledged.length) / (REVIEW_KILLS - kill) - 2)
        const underWay = reviewAll()
        while (acknowledged.length < enough) await sleep(1)
        await sleep(random() * 5)
        await service.kill(heddle)
        await underWay
      }
      heddle = await service.start()
      // The last of them may have been stored before the last kill.
      await waitUntil(heddle, id, hasEnded)
      await reviewAll()
      const completed = await waitUntil(heddle, id, ({ status }) => status === 'completed')
      const { body } = await callServer(heddle, 'GET', `/api/v1/feedback?eval_id=${id}&limit=100`)
      const stored = (body as { data: { feedback_id: string; run_id: string; reviewer: string }[] }).data
      console.log(
        JSON.stringify({
          test: 'kill-reviews',
          engine,
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
