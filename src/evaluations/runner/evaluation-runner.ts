/**
 * Works on evaluations: claims those that nobody works on and carries them on, several at a time. It is woken when one is
 * started, and looks by itself every two seconds: for what a crash left behind, or another node.
 */
import { newId } from '../../platform/ids.js'
import type { EvaluationRow } from '../../store/evaluations/evaluations.js'
import { carryOn } from './run-evaluation.js'
import { LEASE_MS, SOMETHING_TO_DO, type WorkParts } from './evaluation-lease.js'

interface EvaluatorParts extends WorkParts {
  /** Whether other nodes may hold leases. */
  shared: boolean
}

const LOOK_MS = 2_000
/** Each of them runs several examples at a time. */
const AT_ONCE = 4

export class Evaluator {
  readonly #owner = newId()
  /** One that was cancelled and goes on may be among them twice, until the first has noticed. */
  readonly #running = new Set<{ stop: () => void; over: Promise<void> }>()
  #timer: NodeJS.Timeout | undefined
  #unfollow: (() => void) | undefined
  #claiming: Promise<void> | undefined
  #isAskedAgain = false
  #isStopping = false

  constructor(private readonly parts: EvaluatorParts) {}

  async start(): Promise<void> {
    if (!this.parts.shared) await this.parts.evaluations.expireAll()
    this.#unfollow = this.parts.bus.follow(SOMETHING_TO_DO, () => {
      this.look()
    })
    this.#timer = setInterval(() => {
      this.look()
    }, LOOK_MS)
    this.look()
  }

  /** Hands back what is under way: the runs of its examples go on, and the next node finds them. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    this.#unfollow?.()
    await this.#claiming
    for (const { stop } of this.#running) stop()
    await Promise.all([...this.#running].map(({ over }) => over))
  }

  /** There may be something to do. */
  look(): void {
    if (this.#isStopping) return
    if (this.#claiming !== undefined) {
      this.#isAskedAgain = true
      return
    }
    this.#claiming = this.#claim().finally(() => {
      this.#claiming = undefined
      if (!this.#isAskedAgain) return
      this.#isAskedAgain = false
      this.look()
    })
  }

  async #claim(): Promise<void> {
    const { evaluations, clock, log } = this.parts
    try {
      const room = AT_ONCE - this.#running.size
      if (room <= 0) return
      const now = clock.now()
      // Most of the time there is nothing, and to see that is no write.
      if (!(await evaluations.hasOpen(now))) return
      for (const row of await evaluations.claim(this.#owner, now, now + LEASE_MS, room)) this.#carryOn(row)
    } catch (error) {
      log.warn({ err: error }, 'evaluations could not be claimed')
    }
  }

  #carryOn(row: EvaluationRow): void {
    const abort = new AbortController()
    const work = { stop: () => abort.abort(), over: Promise.resolve() }
    work.over = carryOn(this.parts, row, abort.signal)
      .catch((error: unknown) => {
        // Its lease runs out, and it is found again.
        this.parts.log.error({ err: error, eval_id: row.eval_id }, 'an evaluation could not be carried on')
      })
      .finally(() => {
        this.#running.delete(work)
        this.parts.metrics.evaluating.set(this.#running.size)
        this.look()
      })
    this.#running.add(work)
    this.parts.metrics.evaluating.set(this.#running.size)
  }
}
