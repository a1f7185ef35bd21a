/**
 * Compacts the rows of runs that have ended, on every node that executes runs. While a run executes, each row of its events holds what
 * happened between two writes, and each checkpoint and write is a row. Afterwards, those rows are replaced by few compressed ones from which
 * the same events and checkpoints are read: nothing is lost, and no number changes. A run that waits for a person keeps its checkpoints.
 *
 * The rows are replaced in small batches, each of which records its position. A crash loses at most the batch that was not stored, and the
 * next node continues behind the last one. Before the last batch, the values of the thread are packed, in batches of their own. The last batch
 * packs the checkpoints and removes the mark of the run; most runs need no other.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.js'
import type { Logger } from '../../platform/log.js'
import { packText } from '../../store/packing/pack-text.js'
import type { RunEventsRow } from '../../store/runs/decode-events.js'
import type {
  ClaimedCompaction,
  EventCompaction,
  EventCompactionStore,
} from '../../store/runs/event-compactions.js'
import { EventEncoder } from '../../store/runs/event-rows/event-encoder.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { CheckpointPacking } from '../../store/threads/pack-checkpoints.js'
import type { ValuePacking } from '../../store/threads/pack-values.js'
import { compactGroup, groupRows } from './compact-rows.js'

interface Deps {
  runEvents: RunEventStore
  eventCompactions: EventCompactionStore
  checkpointPacking: CheckpointPacking
  valuePacking: ValuePacking
  clock: Clock
  log: Logger
}

/** Packs the values of the thread, once for all of its runs that are compacted. Returns false if there are more. */
type PackValues = () => Promise<boolean>

const INTERVAL_MS = 2_000
const LEASE_MS = 60_000
/** The time until a run is tried again whose thread was busy or has just changed. */
const RETRY_MS = 5_000
/** Runs that are compacted at the same time, so that their writes share a commit, unless they are of the same thread. */
const RUNS_PER_CLAIM = 16
/** The pause after these runs, as a multiple of the time that they took: requests have the database and this thread for the rest. */
const PAUSE_FACTOR = 4
/** A run with more batches is continued by a later claim. */
const BATCHES_PER_CLAIM = 16
/** Approximate size of a batch, in rows and in characters. */
const MAX_BATCH_ROWS = 500
const MIN_BATCH_ROWS = 8
const INITIAL_BATCH_ROWS = 32
const BATCH_CHARS = 262_144

export class RunCompactor {
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(private readonly deps: Deps) {}

  start(): void {
    this.#timer ??= setInterval(() => void this.compact(), INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#work
  }

  /** Compacts all marked runs that are not executing. Only one call works at a time. */
  compact(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve()
    return (this.#work ??= this.#compactRuns().finally(() => {
      this.#work = undefined
    }))
  }

  async #compactRuns(): Promise<void> {
    const { eventCompactions, clock } = this.deps
    const { signal } = this.#stopping
    try {
      while (!signal.aborted) {
        const now = clock.now()
        const startedAt = performance.now()
        const compactions = await eventCompactions.claim(now, now + LEASE_MS, RUNS_PER_CLAIM)
        if (compactions.length === 0) return
        await Promise.all(groupByThread(compactions).map((group) => this.#compactThread(group)))
        const pauseMs = PAUSE_FACTOR * (performance.now() - startedAt)
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    } catch (error) {
      this.#logFailure(error)
    }
  }

  /** One after another: each batch locks the thread, and those that wait for the lock would take the connections that requests need. */
  async #compactThread(compactions: readonly ClaimedCompaction[]): Promise<void> {
    const [first] = compactions
    if (first === undefined) return
    let packed: Promise<boolean> | undefined
    const packValues: PackValues = () => (packed ??= this.deps.valuePacking.packThreadOfRun(first))
    // Not ended early: a run that is not compacted because the service stops is released.
    for (const compaction of compactions) await this.#tryCompactRun(compaction, packValues)
  }

  /** A run that fails is tried again when its lease has expired. */
  async #tryCompactRun(compaction: EventCompaction, packValues: PackValues): Promise<void> {
    try {
      await this.#compactRun(compaction, packValues)
    } catch (error) {
      this.#logFailure(error, compaction.run_id)
    }
  }

  #logFailure(error: unknown, run_id?: string): void {
    this.deps.log.warn({ err: error, run_id }, 'compacting a run failed')
  }

  async #compactRun(compaction: EventCompaction, packValues: PackValues): Promise<void> {
    const { runEvents, eventCompactions } = this.deps
    const encoder = new EventEncoder()
    let { position } = compaction
    let limit = INITIAL_BATCH_ROWS
    for (let batch = 0; batch < BATCHES_PER_CLAIM && !this.#stopping.signal.aborted; batch++) {
      const rows = await runEvents.listRowsAfter(compaction, position, limit)
      position = rows.at(-1)?.last_seq ?? position
      const statements = await this.#buildEventStatements(compaction, encoder, rows)
      if (rows.length < limit) {
        await this.#finish(compaction, position, statements, packValues)
        return
      }
      if (!(await eventCompactions.replaceRows(compaction, position, statements))) break
      limit = getNextLimit(rows)
    }
    await eventCompactions.release(compaction)
  }

  /** If the run is not compacted after this, because its thread is busy or has just changed, it is claimed again later. */
  async #finish(
    compaction: EventCompaction,
    position: number,
    eventStatements: readonly Statement[],
    packValues: PackValues,
  ): Promise<void> {
    const { eventCompactions, checkpointPacking, clock } = this.deps
    const storeEvents = async (): Promise<void> => {
      // While a conversation continues, its runs are claimed several times. Without a change, the batch would only lock the thread.
      if (position === compaction.position && eventStatements.length === 0) return
      await eventCompactions.replaceRows(compaction, position, eventStatements)
    }
    if (!(await packValues())) {
      await storeEvents()
      await eventCompactions.release(compaction)
      return
    }
    const packStatements = await checkpointPacking.buildStatements(compaction)
    if (packStatements === undefined) {
      await storeEvents()
      await eventCompactions.release(compaction, clock.now() + RETRY_MS)
      return
    }
    const statements = [...eventStatements, ...packStatements]
    if (statements.length === 0) await eventCompactions.remove(compaction)
    else if (!(await eventCompactions.replaceRows(compaction, undefined, statements)))
      await eventCompactions.release(compaction, clock.now() + RETRY_MS)
  }

  /** Builds the statements that replace rows of events by fewer and compressed ones. */
  async #buildEventStatements(
    compaction: EventCompaction,
    encoder: EventEncoder,
    rows: readonly RunEventsRow[],
  ): Promise<Statement[]> {
    const { runEvents } = this.deps
    const { tenant_id, run_id } = compaction
    const statements: Statement[] = []
    for (const group of groupRows(rows)) {
      const decoded = await runEvents.decodeRows(compaction, group)
      const replacement = compactGroup(encoder, group, decoded)
      if (replacement === undefined) continue
      const packedRows: Row<'run_events'>[] = []
      for (const { first_seq, last_seq, events } of replacement.rows)
        packedRows.push({ tenant_id, run_id, first_seq, last_seq, ...(await pack(events)) })
      statements.push(...runEvents.replaceStatements({ tenant_id, run_id }, replacement.replaced, packedRows))
    }
    return statements
  }
}

/** A run that was deleted is a group of its own. */
const groupByThread = (compactions: readonly ClaimedCompaction[]): ClaimedCompaction[][] => {
  const groups = new Map<string, ClaimedCompaction[]>()
  for (const compaction of compactions) {
    const key = compaction.thread_id ?? compaction.run_id
    const group = groups.get(key) ?? []
    group.push(compaction)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Text that is encrypted or compressed already is stored as it is. */
const pack = async (events: string): Promise<Pick<Row<'run_events'>, 'events' | 'packed'>> => {
  const packed = await packText(events)
  return packed.length < Buffer.byteLength(events) ? { events: '', packed } : { events, packed: null }
}

const getNextLimit = (rows: readonly RunEventsRow[]): number => {
  const chars = rows.reduce((sum, { events }) => sum + events.length, 1)
  const fitting = Math.floor((BATCH_CHARS * rows.length) / chars)
  return Math.max(MIN_BATCH_ROWS, Math.min(MAX_BATCH_ROWS, fitting))
}
