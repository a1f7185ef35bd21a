/**
 * Polls for due crons every second, on every node that executes runs. It holds no state: crons that are still due after a stop or a
 * crash are found by the next poll of any node.
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
/** A poll continues with the next batch until no more crons are due. */
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

  /** Only one poll runs at a time. */
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
      this.deps.log.warn({ err: error }, 'polling for due crons failed')
    }
  }

  /** Returns true if more crons may be due. Failed crons are retried by the next poll. */
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
      if (outcome === 'skipped') log.info(logFields, 'cron skipped: its thread is busy')
      if (outcome === 'orphaned')
        log.info(logFields, 'cron removed: its assistant or thread no longer exists')
      return true
    } catch (error) {
      log.warn({ ...logFields, err: error }, 'creating the run of a cron failed')
      return false
    }
  }
}
