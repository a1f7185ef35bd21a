/** An evaluation in the hands of who works on it: what it is to do, and the lease under which it is written. */
import type { Clock } from '../../platform/clock.js'
import type { Outbox } from '../../domain/webhooks/outbox.js'
import type { RunDrafts } from '../../domain/runs/run-statements.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import type { Bus } from '../../events/bus.js'
import type { Logger } from '../../platform/log.js'
import type { Metrics } from '../../platform/metrics.js'
import type { CalibrationStore } from '../../store/evaluations/calibrations.js'
import type { Place, ResultRow, ResultStore, Scored } from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { ExampleRow, ExampleStore } from '../../store/datasets/examples.js'
import type { FeedbackStore } from '../../store/evaluations/feedback.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Judging } from './judge-client.js'
import { planOf, type Plan } from './plan.js'
import type { ScoreRun } from './score-run.js'

export interface WorkParts {
  evaluations: EvaluationStore
  results: ResultStore
  examples: ExampleStore
  feedback: FeedbackStore
  calibrations: CalibrationStore
  runs: RunStore
  drafts: RunDrafts
  stops: RunStops
  scoreRun: ScoreRun
  judging: Judging
  outbox: Outbox
  bus: Bus
  metrics: Metrics
  clock: Clock
  log: Logger
}

export const LEASE_MS = 15_000
const RENEW_MS = 5_000

export class Work {
  readonly plan: Plan
  readonly of: { tenant_id: string; eval_id: string }
  readonly lease: { tenant_id: string; eval_id: string; fence: number }
  readonly #abort = new AbortController()
  readonly #renewal: NodeJS.Timeout

  constructor(
    readonly parts: WorkParts,
    readonly row: EvaluationRow,
    signal: AbortSignal,
  ) {
    const { tenant_id, eval_id, fence } = row
    this.plan = planOf(row)
    this.of = { tenant_id, eval_id }
    this.lease = { ...this.of, fence }
    this.#renewal = setInterval(() => {
      // What cannot be stored now is known by the next write that matters.
      this.store([]).catch(() => undefined)
    }, RENEW_MS)
    signal.addEventListener('abort', this.#stop, { once: true })
    if (signal.aborted) this.#stop()
  }

  /** Aborted when the evaluation is somebody else's, was cancelled, or the service stops. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get goesOn(): boolean {
    return !this.#abort.signal.aborted
  }

  /** False: nothing was stored. Without statements it renews the lease, and when it is lost, the work is over. */
  async store(statements: Statement[]): Promise<boolean> {
    const { evaluations, clock } = this.parts
    const isStored = await evaluations.store(this.lease, clock.now() + LEASE_MS, statements)
    if (!isStored && statements.length === 0) this.#stop()
    return isStored
  }

  /** Results that have changed; those that are final now count as done. */
  async advance(scored: readonly (Place & Scored)[]): Promise<void> {
    const { evaluations, results, bus, metrics, clock } = this.parts
    const isDone = ({ status }: Scored) => status === 'scored' || status === 'error'
    const progress = {
      done: scored.filter(isDone).length,
      errors: scored.filter(({ status }) => status === 'error').length,
      now: clock.now(),
    }
    const statements = scored.map((row) => results.scoreStatement({ ...this.of, ...row }))
    if (!(await evaluations.advance(this.lease, progress, statements))) {
      this.#stop()
      return
    }
    metrics.evaluated.inc({ status: 'scored' }, progress.done - progress.errors)
    metrics.evaluated.inc({ status: 'error' }, progress.errors)
    tellOf(bus, this.of.eval_id)
  }

  /** The examples of these results, by their ids. */
  async examplesOf(rows: readonly ResultRow[]): Promise<Map<string, ExampleRow>> {
    const { tenant_id, dataset_id, dataset_version: version } = this.row
    const ids = [...new Set(rows.map(({ example_id }) => example_id))]
    const found = await this.parts.examples.many({ tenant_id, dataset_id, version }, ids)
    return new Map(found.map((example) => [example.example_id, example]))
  }

  close(): void {
    clearInterval(this.#renewal)
    this.#stop()
  }

  readonly #stop = (): void => {
    this.#abort.abort()
  }
}

/** Who follows an evaluation does so as one follows a run, by its id. */
export const tellOf = (bus: Bus, eval_id: string): void => {
  bus.publish({ run_id: eval_id, last_seq: Infinity })
}

/** What those who work on evaluations follow: that there is one. */
export const SOMETHING_TO_DO = 'evaluations'
