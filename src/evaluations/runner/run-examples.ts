/**
 * Runs the examples of an evaluation and scores their outputs, several concurrently. Each example is an ordinary run. Its
 * result row is inserted in the same batch as the run, so that after a crash, or on another node, no example is run twice.
 */
import type { JsonObject } from '../../schema/common.js'
import type { ResultPosition, ResultRow, ResultScore } from '../../store/evaluations/results.js'
import { listJobs, type Job } from './jobs.js'
import { makeRunWatcher } from './watch-runs.js'
import type { RunRow } from './score-run.js'
import type { EvaluationLease } from './evaluation-lease.js'

/** Maximum number of runs that one batch starts. */
const MAX_BATCH = 32

export class AssistantDeletedError extends Error {
  override name = 'AssistantDeletedError'
}

export const runExamples = async (lease: EvaluationLease): Promise<void> => {
  const { deps, plan, key } = lease
  const jobsByRunId = new Map<string, Job>()
  let scoredResults: (ResultPosition & ResultScore)[] = []
  let wake: () => void = () => undefined

  const scoreFinishedRun = async (run_id: string, run: RunRow | undefined): Promise<void> => {
    const job = jobsByRunId.get(run_id)
    if (job === undefined) return
    const scored = await deps
      .scoreRun(plan, job, job.example, run, lease.signal)
      .catch((error: unknown) => (lease.isActive ? toScoringFailure(error, run) : undefined))
    jobsByRunId.delete(run_id)
    if (scored !== undefined) scoredResults.push({ ...toPosition(job), ...scored })
    wake()
  }
  const watcher = makeRunWatcher(deps, key.tenant_id, (run_id, run) => void scoreFinishedRun(run_id, run))
  lease.signal.addEventListener('abort', () => wake())

  const storeScores = async (): Promise<void> => {
    const scored = scoredResults
    scoredResults = []
    if (scored.length > 0) await lease.recordResults(scored)
  }

  const startRuns = async (jobs: readonly Job[]): Promise<void> => {
    const now = deps.clock.now()
    const resumedRuns = jobs.flatMap((job) => (job.run_id === null ? [] : [{ job, run_id: job.run_id }]))
    const newRuns = jobs
      .filter(({ run_id }) => run_id === null)
      .map((job) => ({ job, ...buildRun(lease, job, now) }))
    const firstRuns = newRuns.filter(({ job }) => !job.isRerun)
    const statements = [
      ...deps.results.insertStatements(
        firstRuns.map(({ job, run_id }) => newResultRow(key, job, run_id, now)),
      ),
      ...newRuns
        .filter(({ job }) => job.isRerun)
        .map(({ job, run_id }) =>
          deps.results.restartStatement({ ...key, ...toPosition(job), run_id, created_at: now }),
        ),
      ...newRuns.flatMap((newRun) => newRun.insertStatements),
    ]
    if (statements.length > 0 && !(await lease.commit(statements))) {
      // The batch fails if the lease is lost or an assistant was deleted: an empty commit shows which.
      if (!(await lease.commit([]))) return
      await storeScores()
      throw new AssistantDeletedError(`${describeArms(lease, newRuns)} was deleted`)
    }
    for (const { job, run_id } of [...newRuns, ...resumedRuns]) {
      jobsByRunId.set(run_id, job)
      watcher.add(run_id, job.run_id === null)
    }
    for (const { run_id } of newRuns) deps.bus.publishChange(key.tenant_id, run_id)
    if (newRuns.length > 0) deps.bus.publishQueued()
  }

  try {
    const jobs = listJobs(lease)
    let isAllStarted = false
    while (lease.isActive) {
      const batch: Job[] = []
      while (
        !isAllStarted &&
        batch.length < MAX_BATCH &&
        jobsByRunId.size + batch.length < plan.concurrency
      ) {
        const job = await jobs.next()
        if (job.done === true) isAllStarted = true
        else batch.push(job.value)
      }
      if (batch.length > 0) await startRuns(batch)
      if (scoredResults.length > 0) {
        await storeScores()
        continue
      }
      if (isAllStarted && jobsByRunId.size === 0) return
      if (isAllStarted || jobsByRunId.size >= plan.concurrency)
        await new Promise<void>((resolve) => {
          wake = resolve
          // A run may have been scored, or the lease lost, while the batch was started.
          if (scoredResults.length > 0 || !lease.isActive) resolve()
        })
    }
  } finally {
    watcher.close()
  }
}

/** The labels of the assistants of these runs, one of which was deleted. */
const describeArms = ({ plan }: EvaluationLease, newRuns: readonly { job: Job }[]): string =>
  [...new Set(newRuns.map(({ job }) => plan.arms[job.arm]?.label))].join(' or ')

const toPosition = ({ example_id, arm, repetition }: ResultPosition): ResultPosition => ({
  example_id,
  arm,
  repetition,
})

const buildRun = ({ deps, plan, key }: EvaluationLease, job: Job, now: number) => {
  const { tenant_id, eval_id } = key
  const assistant = plan.arms[job.arm]
  if (assistant === undefined) throw new Error(`the evaluation has no assistant ${String(job.arm)}`)
  const metadata = { eval_id, example_id: job.example_id, repetition: job.repetition }
  const input = JSON.parse(job.example.input) as JsonObject
  return deps.newRuns.buildInNewThread(
    { tenant_id, assistant, run: { input, metadata } },
    { metadata, isRetained: false },
    now,
  )
}

const newResultRow = (
  key: EvaluationLease['key'],
  job: Job,
  run_id: string,
  created_at: number,
): ResultRow => ({
  ...key,
  ...toPosition(job),
  run_id,
  status: 'running',
  passed: null,
  score: null,
  scores: '[]',
  output: null,
  error: null,
  latency_ms: null,
  usage: null,
  cost: null,
  created_at,
})

/** An exception of a scorer becomes an error of this example only. */
const toScoringFailure = (error: unknown, run: RunRow | undefined): ResultScore => ({
  status: 'error',
  passed: null,
  score: null,
  scores: '[]',
  output: run?.output ?? null,
  error: JSON.stringify({
    code: 'scoring_failed',
    message: error instanceof Error ? error.message : String(error),
  }),
  latency_ms: null,
  usage: run?.usage ?? null,
  cost: null,
})
