/**
 * A claimed evaluation: its plan and the lease that fences every write. The lease is renewed until it is closed; `signal` is
 * aborted when the lease is lost.
 */
import type { Clock } from '../../platform/clock.js'
import type { Outbox } from '../../domain/webhooks/outbox.js'
import type { NewRuns } from '../../domain/runs/new-run.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import type { Bus } from '../../events/bus.js'
import type { Logger } from '../../platform/log.js'
import type { Metrics } from '../../platform/metrics.js'
import type { CalibrationStore } from '../../store/evaluations/calibrations.js'
import type {
  ResultPosition,
  ResultRow,
  EvaluationResultStore,
  ResultScore,
} from '../../store/evaluations/results.js'
import type { EvaluationRow, EvaluationStore } from '../../store/evaluations/evaluations.js'
import type { ExampleRow, ExampleStore } from '../../store/datasets/examples.js'
import type { FeedbackStore } from '../../store/evaluations/feedback.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { JudgeClient } from './judge-client.js'
import { toPlan, type EvaluationPlan } from './plan.js'
import type { ScoreRun } from './score-run.js'

export interface EvaluationDeps {
  evaluations: EvaluationStore
  results: EvaluationResultStore
  examples: ExampleStore
  feedback: FeedbackStore
  calibrations: CalibrationStore
  runs: RunStore
  newRuns: NewRuns
  cancellation: RunCancellation
  scoreRun: ScoreRun
  judgeClient: JudgeClient
  outbox: Outbox
  bus: Bus
  metrics: Metrics
  clock: Clock
  log: Logger
}

export const LEASE_MS = 15_000
const RENEW_MS = 5_000

export class EvaluationLease {
  readonly plan: EvaluationPlan
  readonly key: { tenant_id: string; eval_id: string }
  readonly fencedKey: { tenant_id: string; eval_id: string; fence: number }
  readonly #abort = new AbortController()
  readonly #renewal: NodeJS.Timeout

  constructor(
    readonly deps: EvaluationDeps,
    readonly row: EvaluationRow,
    signal: AbortSignal,
  ) {
    const { tenant_id, eval_id, fence } = row
    this.plan = toPlan(row)
    this.key = { tenant_id, eval_id }
    this.fencedKey = { ...this.key, fence }
    this.#renewal = setInterval(() => {
      // A failed renewal is not fatal: the next write shows whether the lease is still held.
      this.commit([]).catch(() => undefined)
    }, RENEW_MS)
    signal.addEventListener('abort', this.#stop, { once: true })
    if (signal.aborted) this.#stop()
  }

  /** Aborted when another node holds the lease, the evaluation was cancelled, or the service stops. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get isActive(): boolean {
    return !this.#abort.signal.aborted
  }

  /** Writes the statements under the fence and renews the lease. False: nothing was written. A lost lease aborts. */
  async commit(statements: Statement[]): Promise<boolean> {
    const { evaluations, clock } = this.deps
    const isStored = await evaluations.writeFenced(this.fencedKey, clock.now() + LEASE_MS, statements)
    if (!isStored && statements.length === 0) this.#stop()
    return isStored
  }

  /** Stores scored results and adds those that are final to the progress. */
  async recordResults(scored: readonly (ResultPosition & ResultScore)[]): Promise<void> {
    const { evaluations, results, bus, metrics, clock } = this.deps
    const isDone = ({ status }: ResultScore) => status === 'scored' || status === 'error'
    const progress = {
      done: scored.filter(isDone).length,
      errors: scored.filter(({ status }) => status === 'error').length,
      now: clock.now(),
    }
    const statements = scored.map((row) => results.scoreStatement({ ...this.key, ...row }))
    if (!(await evaluations.addProgress(this.fencedKey, progress, statements))) {
      this.#stop()
      return
    }
    metrics.evaluationResults.inc({ status: 'scored' }, progress.done - progress.errors)
    metrics.evaluationResults.inc({ status: 'error' }, progress.errors)
    publishEvaluationChange(bus, this.key.eval_id)
  }

  /** The examples of these results by id. */
  async getExamples(rows: readonly ResultRow[]): Promise<Map<string, ExampleRow>> {
    const { tenant_id, dataset_id, dataset_version: version } = this.row
    const ids = [...new Set(rows.map(({ example_id }) => example_id))]
    const examples = await this.deps.examples.listByIds({ tenant_id, dataset_id, version }, ids)
    return new Map(examples.map((example) => [example.example_id, example]))
  }

  close(): void {
    clearInterval(this.#renewal)
    this.#stop()
  }

  readonly #stop = (): void => {
    this.#abort.abort()
  }
}

/** Notifies the subscribers of an evaluation, who subscribe to its id as to a run id. */
export const publishEvaluationChange = (bus: Bus, eval_id: string): void => {
  bus.publishRunEvents({ run_id: eval_id, last_seq: Infinity })
}

/** The bus topic that wakes the evaluation runners when an evaluation can be claimed. */
export const EVALUATIONS_QUEUED = 'evaluations'
