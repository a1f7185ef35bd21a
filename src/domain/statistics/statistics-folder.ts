/**
 * Folds the entries of all tenants every two seconds and removes old buckets every ten minutes, on every node that executes runs. It
 * holds no state: what a crash leaves behind is folded by the next node.
 */
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { StatisticsStore } from '../../store/statistics/statistics.js'
import { foldEntries } from './fold-entries.js'
import { PERIODS } from './periods.js'

interface Deps {
  statistics: StatisticsStore
  clock: Clock
  log: Logger
}

const FOLD_MS = 2_000
const PURGE_MS = 10 * 60_000
const PURGE_BATCH_SIZE = 1_000

export class StatisticsFolder {
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #purgedAt = -Infinity
  #isStopping = false

  constructor(private readonly deps: Deps) {}

  start(): void {
    this.#timer ??= setInterval(() => void this.fold(), FOLD_MS).unref()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#work
  }

  /** Only one call works at a time. */
  fold(): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return (this.#work ??= this.#foldAll().finally(() => {
      this.#work = undefined
    }))
  }

  async #foldAll(): Promise<void> {
    const { statistics, clock, log } = this.deps
    try {
      while (!this.#isStopping && (await foldEntries(statistics, clock.now())) === 'more');
      await this.#purge()
    } catch (error) {
      log.warn({ err: error }, 'folding statistics failed')
    }
  }

  async #purge(): Promise<void> {
    const { statistics, clock } = this.deps
    const now = clock.now()
    if (now - this.#purgedAt < PURGE_MS) return
    for (const { seconds, keptMs } of PERIODS) {
      const removeBatch = () => statistics.removeBefore(seconds, now - keptMs, PURGE_BATCH_SIZE)
      while (!this.#isStopping && (await removeBatch()) === PURGE_BATCH_SIZE);
    }
    this.#purgedAt = now
  }
}
