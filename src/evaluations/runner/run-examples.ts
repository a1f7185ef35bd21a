/**
 * Runs the examples and scores what comes of them, several at a time. Each example is a run like any other; the row of its
 * result is made in one batch with the run, so that after a crash, or on another node, it is known which were begun, and
 * none is begun twice.
 */
import type { JsonObject } from '../../schema/common.js'
import type { Place, ResultRow, Scored } from '../../store/evaluations/results.js'
import { jobsOf, type Job } from './jobs.js'
import { makeRunWatch } from './watch-runs.js'
import type { RunRow } from './score-run.js'
import type { Work } from './evaluation-lease.js'

/** Runs that are begun by one batch. */
const BATCH = 32

export class AssistantGone extends Error {
  override name = 'AssistantGone'
}

export const runExamples = async (work: Work): Promise<void> => {
  const { parts, plan, of } = work
  const open = new Map<string, Job>()
  let finished: (Place & Scored)[] = []
  let wake: () => void = () => undefined

  const score = async (run_id: string, run: RunRow | undefined): Promise<void> => {
    const job = open.get(run_id)
    if (job === undefined) return
    const scored = await parts
      .scoreRun(plan, job, job.example, run, work.signal)
      .catch((error: unknown) => (work.goesOn ? unscoredFor(error, run) : undefined))
    open.delete(run_id)
    if (scored !== undefined) finished.push({ ...placeOf(job), ...scored })
    wake()
  }
  const watch = makeRunWatch(parts, of.tenant_id, (run_id, run) => void score(run_id, run))
  work.signal.addEventListener('abort', () => wake())

  /** Stores what has been scored. */
  const settle = async (): Promise<void> => {
    const scored = finished
    finished = []
    if (scored.length > 0) await work.advance(scored)
  }

  const begin = async (jobs: readonly Job[]): Promise<void> => {
    const now = parts.clock.now()
    const underWay = jobs.flatMap((job) => (job.run_id === null ? [] : [{ job, run_id: job.run_id }]))
    const drafts = jobs
      .filter(({ run_id }) => run_id === null)
      .map((job) => ({ job, ...draft(work, job, now) }))
    const fresh = drafts.filter(({ job }) => !job.isAgain)
    const statements = [
      ...parts.results.insertStatements(fresh.map(({ job, run_id }) => beginning(of, job, run_id, now))),
      ...drafts
        .filter(({ job }) => job.isAgain)
        .map(({ job, run_id }) =>
          parts.results.beginAgainStatement({ ...of, ...placeOf(job), run_id, created_at: now }),
        ),
      ...drafts.flatMap((one) => one.statements),
    ]
    if (statements.length > 0 && !(await work.store(statements))) {
      // Either it is somebody else's by now, or an assistant is not there any more.
      if (!(await work.store([]))) return
      await settle()
      throw new AssistantGone(`${labelsOf(work, drafts)} was deleted`)
    }
    for (const { job, run_id } of [...drafts, ...underWay]) {
      open.set(run_id, job)
      watch.add(run_id, job.run_id === null)
    }
    if (drafts.length > 0) parts.bus.announceQueued()
  }

  try {
    const jobs = jobsOf(work)
    let isAllBegun = false
    while (work.goesOn) {
      const next: Job[] = []
      while (!isAllBegun && next.length < BATCH && open.size + next.length < plan.concurrency) {
        const job = await jobs.next()
        if (job.done === true) isAllBegun = true
        else next.push(job.value)
      }
      if (next.length > 0) await begin(next)
      if (finished.length > 0) {
        await settle()
        continue
      }
      if (isAllBegun && open.size === 0) return
      if (isAllBegun || open.size >= plan.concurrency)
        await new Promise<void>((resolve) => {
          wake = resolve
          // It may have happened while the next were begun.
          if (finished.length > 0 || !work.goesOn) resolve()
        })
    }
  } finally {
    watch.close()
  }
}

/** Those of which one cannot be run. */
const labelsOf = ({ plan }: Work, drafts: readonly { job: Job }[]): string =>
  [...new Set(drafts.map(({ job }) => plan.arms[job.arm]?.label))].join(' or ')

const placeOf = ({ example_id, arm, repetition }: Place): Place => ({ example_id, arm, repetition })

const draft = ({ parts, plan, of }: Work, job: Job, now: number) => {
  const { tenant_id, eval_id } = of
  const assistant = plan.arms[job.arm]
  if (assistant === undefined) throw new Error(`there is no assistant ${String(job.arm)}`)
  const metadata = { eval_id, example_id: job.example_id, repetition: job.repetition }
  const input = JSON.parse(job.example.input) as JsonObject
  return parts.drafts.draft({ tenant_id, assistant, input, metadata }, now)
}

const beginning = (of: Work['of'], job: Job, run_id: string, created_at: number): ResultRow => ({
  ...of,
  ...placeOf(job),
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

/** A defect of a scorer is told of the example, and the others go on. */
const unscoredFor = (error: unknown, run: RunRow | undefined): Scored => ({
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
