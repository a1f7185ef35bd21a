/**
 * Claims evaluations and runs them, several concurrently. A notification wakes it when an evaluation is started; it also
 * polls every two seconds for evaluations whose lease expired because a process crashed or another node stopped.
 *
 * All state is in the database: after a crash, the next claim continues from the stored results.
 */
import { CoalescedTask } from '../../platform/coalesced-task.js'
import { newId } from '../../platform/ids.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import { runEvaluation } from './run-evaluation.js'
import { LEASE_MS, EVALUATIONS_QUEUED, type EvaluationDeps } from './evaluation-lease.js'

interface EvaluationRunnerDeps extends EvaluationDeps {
  /** True if other nodes use the same database and may hold leases. */
  supportsMultipleNodes: boolean
}

const POLL_MS = 2_000
/** Evaluations run concurrently; each runs several examples concurrently. */
const MAX_CONCURRENT = 8
/** The rest is left to other tenants: an evaluation can run for hours. */
const MAX_CONCURRENT_PER_TENANT = 4

export class EvaluationRunner {
  readonly #owner = newId()
  /** An evaluation that was cancelled and resumed may be in here twice until its first run notices. */
  readonly #running = new Set<{ stop: () => void; done: Promise<void> }>()
  #timer: NodeJS.Timeout | undefined
  #unsubscribe: (() => void) | undefined
  readonly #claiming = new CoalescedTask(() => this.#claim())

  constructor(private readonly deps: EvaluationRunnerDeps) {}

  async start(): Promise<void> {
    if (!this.deps.supportsMultipleNodes) await this.deps.evaluations.expireAll()
    this.#unsubscribe = this.deps.bus.subscribe(EVALUATIONS_QUEUED, () => {
      this.poll()
    })
    this.#timer = setInterval(() => {
      this.poll()
    }, POLL_MS)
    this.poll()
  }

  /** Releases the evaluations: the runs of their examples continue, and the next claim picks them up. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    await this.#claiming.stop()
    for (const { stop } of this.#running) stop()
    await Promise.all([...this.#running].map(({ done }) => done))
  }

  /** Claims evaluations; a call during a claim repeats it afterwards. */
  poll(): void {
    this.#claiming.request()
  }

  async #claim(): Promise<void> {
    const { evaluations, clock, log } = this.deps
    try {
      while (this.#running.size < MAX_CONCURRENT) {
        const now = clock.now()
        // Usually nothing is claimable, and this read is cheaper than the claim, which is a write.
        if (!(await evaluations.hasClaimable(now))) return
        const expires = now + LEASE_MS
        const row = await evaluations.claim(this.#owner, now, expires, MAX_CONCURRENT_PER_TENANT)
        if (row === undefined) return
        this.#run(row)
      }
    } catch (error) {
      log.warn({ err: error }, 'claiming evaluations failed')
    }
  }

  #run(row: EvaluationRow): void {
    const abort = new AbortController()
    const running = { stop: () => abort.abort(), done: Promise.resolve() }
    running.done = runEvaluation(this.deps, row, abort.signal)
      .catch((error: unknown) => {
        // The lease expires, and the evaluation is claimed again.
        this.deps.log.error(
          { err: error, eval_id: row.eval_id },
          'evaluation failed, it is retried when its lease expires',
        )
      })
      .finally(() => {
        this.#running.delete(running)
        this.deps.metrics.runningEvaluations.set(this.#running.size)
        this.poll()
      })
    this.#running.add(running)
    this.deps.metrics.runningEvaluations.set(this.#running.size)
  }
}
