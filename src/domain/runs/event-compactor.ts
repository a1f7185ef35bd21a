/**
 * Compacts the events of runs that have ended, on every node that executes runs. While a run streams, each row of its events holds a few
 * tokens. Afterwards, those rows are replaced by few large ones from which the same events are read: nothing is lost, and no number changes.
 *
 * The rows are replaced in small batches, each of which records its position. A crash loses at most the batch that was not stored, and
 * the next node continues behind the last one.
 */
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import type { EventCompaction, EventCompactionStore } from '../../store/runs/event-compactions.js'
import { EventEncoder } from '../../store/runs/event-rows/event-encoder.js'
import type { RunEventsRow } from '../../store/runs/decode-events.js'
import type { RunEventStore } from '../../store/runs/events.js'
import { compactGroup, groupRows, type RowReplacement } from './compact-rows.js'

interface Deps {
  runEvents: RunEventStore
  eventCompactions: EventCompactionStore
  clock: Clock
  log: Logger
}

const INTERVAL_MS = 2_000
const LEASE_MS = 60_000
const RUNS_PER_CLAIM = 16
/** Batches between two pauses. A batch takes a few milliseconds of this thread and of the database. */
const BATCHES_PER_INTERVAL = 64
/** Approximate size of a batch, in rows and in characters. */
const MAX_BATCH_ROWS = 500
const MIN_BATCH_ROWS = 8
const INITIAL_BATCH_ROWS = 32
const BATCH_CHARS = 262_144

export class EventCompactor {
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  #isStopping = false
  #batchesLeft = 0

  constructor(private readonly deps: Deps) {}

  start(): void {
    this.#timer ??= setInterval(() => void this.compact(), INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#work
  }

  /** Only one call works at a time. */
  compact(): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return (this.#work ??= this.#compactRuns().finally(() => {
      this.#work = undefined
    }))
  }

  async #compactRuns(): Promise<void> {
    const { eventCompactions, clock, log } = this.deps
    const logFailure = (error: unknown): void => {
      log.warn({ err: error }, 'compacting events failed')
    }
    this.#batchesLeft = BATCHES_PER_INTERVAL
    try {
      for (let claimed = RUNS_PER_CLAIM; claimed === RUNS_PER_CLAIM && this.#hasTime();) {
        const now = clock.now()
        const compactions = await eventCompactions.claim(now, now + LEASE_MS, RUNS_PER_CLAIM)
        claimed = compactions.length
        // A run that fails is tried again when its lease has expired.
        for (const compaction of compactions) await this.#compactRun(compaction).catch(logFailure)
      }
    } catch (error) {
      logFailure(error)
    }
  }

  #hasTime(): boolean {
    return !this.#isStopping && this.#batchesLeft > 0
  }

  /** A run that is not finished in this interval is continued by a later claim. */
  async #compactRun(compaction: EventCompaction): Promise<void> {
    const { runEvents, eventCompactions } = this.deps
    const encoder = new EventEncoder()
    let { position } = compaction
    for (let limit = INITIAL_BATCH_ROWS; this.#hasTime(); this.#batchesLeft--) {
      const rows = await runEvents.listRowsAfter(compaction, position, limit)
      const last = rows.at(-1)
      if (last !== undefined) {
        position = last.last_seq
        if (!(await this.#replaceRows(compaction, encoder, rows))) break
      }
      if (rows.length < limit) {
        await eventCompactions.remove(compaction)
        return
      }
      limit = getNextLimit(rows)
    }
    await eventCompactions.release(compaction)
  }

  /** Returns false if the run is executing again, or was deleted. */
  async #replaceRows(
    compaction: EventCompaction,
    encoder: EventEncoder,
    rows: readonly RunEventsRow[],
  ): Promise<boolean> {
    const { runEvents, eventCompactions } = this.deps
    const replacements: RowReplacement[] = []
    for (const group of groupRows(rows)) {
      const replacement = compactGroup(encoder, group, await runEvents.decodeRows(compaction, group))
      if (replacement !== undefined) replacements.push(replacement)
    }
    if (replacements.length === 0) return true
    const { tenant_id, run_id } = compaction
    return eventCompactions.replaceRows(
      compaction,
      rows.at(-1)?.last_seq ?? 0,
      replacements.map(({ replaced }) => replaced),
      runEvents.insertStatements(
        replacements.flatMap((replacement) => replacement.rows.map((row) => ({ tenant_id, run_id, ...row }))),
      ),
    )
  }
}

const getNextLimit = (rows: readonly RunEventsRow[]): number => {
  const chars = rows.reduce((sum, { events }) => sum + events.length, 1)
  const fitting = Math.floor((BATCH_CHARS * rows.length) / chars)
  return Math.max(MIN_BATCH_ROWS, Math.min(MAX_BATCH_ROWS, fitting))
}
