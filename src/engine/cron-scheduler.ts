/**
 * Looks every second for crons whose date has come, on every node that executes runs. It keeps nothing: what was not done when it stops, or dies, is found by the next look of any node.
 */
import type { Clock } from '../platform/clock.js'
import type { CronRuns } from '../domain/crons/cron-runs.js'
import type { Logger } from '../platform/log.js'
import type { CronRow, CronStore } from '../store/crons/crons.js'

interface CronSchedulerDeps {
  cronStore: CronStore
  cronRuns: CronRuns
  clock: Clock
  log: Logger
}

const POLL_MS = 1_000
/** Taken at a time; a look goes on until there are no more. */
const BATCH_SIZE = 32

export class CronScheduler {
  #timer: NodeJS.Timeout | undefined
  #currentPoll: Promise<void> | undefined
  #isStopping = false

  constructor(private readonly deps: CronSchedulerDeps) {}

  start(): void {
    this.#timer ??= setInterval(() => void this.poll(), POLL_MS)
    void this.poll()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#currentPoll
  }

  /** One look at a time. */
  poll(): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return (this.#currentPoll ??= this.#poll().finally(() => {
      this.#currentPoll = undefined
    }))
  }

  async #poll(): Promise<void> {
    try {
      while (!this.#isStopping && (await this.#createBatch()));
    } catch (error) {
      this.deps.log.warn({ err: error }, 'due crons could not be looked for')
    }
  }

  /** True: there may be more of them. What could not be done is left for the next look. */
  async #createBatch(): Promise<boolean> {
    const { cronStore, clock } = this.deps
    const due = await cronStore.listDue(clock.now(), BATCH_SIZE)
    const results = await Promise.all(due.map((cron) => this.#createRun(cron)))
    return due.length === BATCH_SIZE && results.every((isDone) => isDone)
  }

  async #createRun(cron: CronRow): Promise<boolean> {
    const { cronRuns, log } = this.deps
    const logFields = { tenant_id: cron.tenant_id, cron_id: cron.cron_id }
    try {
      const outcome = await cronRuns.createRun(cron)
      if (outcome === 'skipped')
        log.info(logFields, 'the thread of a cron was busy; it is left out this time')
      if (outcome === 'orphaned')
        log.info(logFields, 'a cron was removed: its assistant or its thread is gone')
      return true
    } catch (error) {
      log.warn({ ...logFields, err: error }, 'the run of a cron could not be made')
      return false
    }
  }
}
