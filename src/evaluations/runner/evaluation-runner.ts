/**
 * Works on evaluations: claims those that nobody works on and carries them on, several at a time. It is woken when one is
 * started, and looks by itself every two seconds: for what a crash left behind, or another node.
 */
import { newId } from '../../platform/ids.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import { runEvaluation } from './run-evaluation.js'
import { LEASE_MS, EVALUATIONS_QUEUED, type EvaluationDeps } from './evaluation-lease.js'

interface EvaluationRunnerDeps extends EvaluationDeps {
  /** Whether other nodes may hold leases. */
  shared: boolean
}

const POLL_MS = 2_000
/** Each of them runs several examples at a time. */
const MAX_CONCURRENT = 4

export class EvaluationRunner {
  readonly #owner = newId()
  /** One that was cancelled and goes on may be among them twice, until the first has noticed. */
  readonly #running = new Set<{ stop: () => void; done: Promise<void> }>()
  #timer: NodeJS.Timeout | undefined
  #unfollow: (() => void) | undefined
  #claiming: Promise<void> | undefined
  #isAskedAgain = false
  #isStopping = false

  constructor(private readonly deps: EvaluationRunnerDeps) {}

  async start(): Promise<void> {
    if (!this.deps.shared) await this.deps.evaluations.expireAll()
    this.#unfollow = this.deps.bus.subscribe(EVALUATIONS_QUEUED, () => {
      this.poll()
    })
    this.#timer = setInterval(() => {
      this.poll()
    }, POLL_MS)
    this.poll()
  }

  /** Hands back what is under way: the runs of its examples go on, and the next node finds them. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    this.#unfollow?.()
    await this.#claiming
    for (const { stop } of this.#running) stop()
    await Promise.all([...this.#running].map(({ done }) => done))
  }

  /** There may be something to do. */
  poll(): void {
    if (this.#isStopping) return
    if (this.#claiming !== undefined) {
      this.#isAskedAgain = true
      return
    }
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined
      if (!this.#isAskedAgain) return
      this.#isAskedAgain = false
      this.poll()
    })
  }

  async #claim(): Promise<void> {
    const { evaluations, clock, log } = this.deps
    try {
      const freeSlots = MAX_CONCURRENT - this.#running.size
      if (freeSlots <= 0) return
      const now = clock.now()
      // Most of the time there is nothing, and to see that is no write.
      if (!(await evaluations.hasClaimable(now))) return
      for (const row of await evaluations.claim(this.#owner, now, now + LEASE_MS, freeSlots))
        this.#carryOn(row)
    } catch (error) {
      log.warn({ err: error }, 'evaluations could not be claimed')
    }
  }

  #carryOn(row: EvaluationRow): void {
    const abort = new AbortController()
    const running = { stop: () => abort.abort(), done: Promise.resolve() }
    running.done = runEvaluation(this.deps, row, abort.signal)
      .catch((error: unknown) => {
        // Its lease runs out, and it is found again.
        this.deps.log.error({ err: error, eval_id: row.eval_id }, 'an evaluation could not be carried on')
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
