/**
 * Looks every second for crons whose date has come, on every node that executes runs. It keeps nothing: what was not done when it stops, or dies, is found by the next look of any node.
 */
import type { Clock } from '../platform/clock.js'
import type { CronRuns } from '../domain/crons/cron-runs.js'
import type { Logger } from '../platform/log.js'
import type { CronRow, CronStore } from '../store/crons/crons.js'

interface SchedulerParts {
  crons: CronStore
  cronRuns: CronRuns
  clock: Clock
  log: Logger
}

const LOOK_MS = 1_000
/** Taken at a time; a look goes on until there are no more. */
const SOME = 32

export class CronScheduler {
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopping = false

  constructor(private readonly parts: SchedulerParts) {}

  start(): void {
    this.#timer ??= setInterval(() => void this.look(), LOOK_MS)
    void this.look()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#looking
  }

  /** One look at a time. */
  look(): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return (this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    }))
  }

  async #look(): Promise<void> {
    try {
      while (!this.#isStopping && (await this.#makeSome()));
    } catch (error) {
      this.parts.log.warn({ err: error }, 'due crons could not be looked for')
    }
  }

  /** True: there may be more of them. What could not be done is left for the next look. */
  async #makeSome(): Promise<boolean> {
    const { crons, clock } = this.parts
    const due = await crons.listDue(clock.now(), SOME)
    const made = await Promise.all(due.map((cron) => this.#makeRun(cron)))
    return due.length === SOME && made.every((isDone) => isDone)
  }

  async #makeRun(cron: CronRow): Promise<boolean> {
    const { cronRuns, log } = this.parts
    const about = { tenant_id: cron.tenant_id, cron_id: cron.cron_id }
    try {
      const fate = await cronRuns.makeRun(cron)
      if (fate === 'skipped') log.info(about, 'the thread of a cron was busy; it is left out this time')
      if (fate === 'orphaned') log.info(about, 'a cron was removed: its assistant or its thread is gone')
      return true
    } catch (error) {
      log.warn({ ...about, err: error }, 'the run of a cron could not be made')
      return false
    }
  }
}
