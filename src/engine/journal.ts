/**
 * What one execution stores. Records come in order and are stored in order: while one batch is being written the next
 * records gather, and go together. Events are published after the batch that holds them is on disk, never before.
 *
 * Guarantee: each batch carries the lease's fence. When the lease is lost nothing more is stored, and `lost` is called.
 */
import type { Clock } from '../platform/clock.js'
import type { Outbox } from '../domain/webhooks/outbox.js'
import type { Bus } from '../events/bus.js'
import { eventText, numberEvents, toEventsRows, type RunEvent } from '../events/run-event.js'
import { isStorable } from '../schema/common.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { MessageStore } from '../store/threads/messages.js'
import type { RunEventStore } from '../store/runs/events.js'
import type { RunOutcome, RunQueue } from '../store/runs/queue.js'
import type { RunStore } from '../store/runs/runs.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import { AppError } from '../errors.js'
import type { EventFields, Records, ThreadMessage, Usage } from './threads/executor-protocol.js'
import type { RunLedger } from './run-decision-log.js'

export interface JournalParts {
  queue: RunQueue
  runs: RunStore
  runEvents: RunEventStore
  checkpoints: CheckpointStore
  messages: MessageStore
  outbox: Outbox
  bus: Bus
  clock: Clock
}

interface Gathered {
  records: Records[]
  events: EventFields[]
}

/** A store that does not answer is asked again this often, for as long as the lease may still be ours. */
const RETRY_MS = 250
const SOON_MS = 10

export class Journal {
  #gathered: Gathered = { records: [], events: [] }
  #writing: Promise<void> | undefined
  #isLost = false
  #seq: number
  /** Whether the first progress is to be noted on the run's row: it was resumed, or tried before. */
  #isToAdvance: boolean
  #posted: string[] = []
  #ledger: RunLedger | undefined
  #run: Row<'runs'>
  #lastMessageAt = 0
  #soon: NodeJS.Timeout | undefined

  constructor(
    private readonly parts: JournalParts,
    private readonly run: Row<'runs'>,
    lastSeq: number,
    private readonly lost: () => void,
  ) {
    this.#seq = lastSeq
    this.#run = run
    this.#isToAdvance = run.resume !== null || run.tries > 1
  }

  /** Messages that this run takes in: they become its own together with the state that holds them. */
  takeIn(messageIds: string[]): void {
    this.#posted = messageIds
  }

  /** Where what guardrails decide is counted and kept. */
  keep(ledger: RunLedger): void {
    this.#ledger = ledger
  }

  /** With what comes next, which is usually a moment away: a write of its own would be one more for each run. */
  event(event: EventFields): void {
    this.#gathered.events.push(event)
    // Under guardrails nothing is told of the run before they have looked at its input.
    if (this.#ledger !== undefined) return
    this.#soon = setTimeout(() => {
      this.#write()
    }, SOON_MS)
  }

  add(records: Records): void {
    this.#gather(records)
    this.#write()
  }

  #gather(records: Records): void {
    this.#gathered.records.push(records)
    this.#ledger?.count(records)
    // What is told of the run from here on holds no more of its input than its record.
    const { input, kwargs } = records
    if (input !== undefined) this.#run = { ...this.#run, input: JSON.stringify(input) }
    if (kwargs !== undefined) this.#run = { ...this.#run, kwargs: JSON.stringify(kwargs) }
  }

  /** Resolves when everything that came in is stored, or the lease is lost. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  /** Stores what is left together with how it ended; `also` goes with it. Undefined: the lease was lost. */
  async finish(
    records: Records | undefined,
    events: EventFields[],
    outcome: Omit<RunOutcome, 'guardrail_outcome'>,
    used: Usage | null,
    also: Statement[] = [],
    isPaused = false,
  ): Promise<Row<'runs'> | undefined> {
    clearTimeout(this.#soon)
    if (records !== undefined) this.#gather(records)
    await this.settled()
    if (this.#isLost) return undefined
    const now = this.parts.clock.now()
    const change = { ...outcome, guardrail_outcome: this.#ledger?.outcome ?? this.run.guardrail_outcome }
    const { statements, numbered } = this.#take(events, now, toFinished(this.#run, change, now))
    const counted = this.#ledger?.finishStatements(used, now) ?? []
    const row = await this.#persist(
      numbered,
      () => this.parts.queue.finish(this.run, change, now, [...statements, ...counted, ...also], isPaused),
      () => this.parts.runs.get(this.run),
    )
    if (row !== undefined) this.#publish(numbered)
    return row
  }

  #write(): void {
    clearTimeout(this.#soon)
    if (this.#isLost || this.#writing !== undefined) return
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  async #writeAll(): Promise<void> {
    while (!this.#isLost && (this.#gathered.records.length > 0 || this.#gathered.events.length > 0)) {
      const { statements, numbered, settled } = this.#take([], this.parts.clock.now(), this.#run)
      const stored = await this.#persist(
        numbered,
        () => this.parts.queue.store(this.run, settled && this.#isToAdvance, statements),
        async () => true,
      )
      if (stored !== true) this.#lose()
      else this.#publish(numbered)
      if (settled) this.#isToAdvance = false
    }
  }

  /** What was gathered, as one batch; `after` is the run as that batch leaves it. */
  #take(
    last: EventFields[],
    now: number,
    after: Row<'runs'>,
  ): { statements: Statement[]; numbered: RunEvent[]; settled: boolean } {
    const { records, events } = this.#gathered
    this.#gathered = { records: [], events: [] }
    const { tenant_id, run_id } = this.run
    const all = [...events, ...records.flatMap((one) => one.events), ...last]
    const numbered = numberEvents(
      all.map((event) => ({ type: event.type, text: eventText(event, now) })),
      this.#seq + 1,
    )
    this.#seq += numbered.length
    const settled = records.some((one) => one.settled)
    const statements = [
      ...(numbered.length > 0
        ? this.parts.runEvents.insertStatements(toEventsRows(tenant_id, run_id, numbered))
        : []),
      ...this.parts.checkpoints.statements(tenant_id, {
        checkpoints: records.flatMap((one) => one.checkpoints),
        values: records.flatMap((one) => one.values),
        writes: records.flatMap((one) => one.writes),
      }),
      ...this.#messageStatements(
        records.flatMap((one) => one.messages),
        settled,
      ),
      ...this.#guardrailStatements(records, now),
      ...this.parts.outbox.statements(after, all, now),
    ]
    return { statements, numbered, settled }
  }

  #guardrailStatements(records: readonly Records[], now: number): Statement[] {
    if (this.#ledger === undefined) return []
    const { tenant_id, run_id, input, kwargs } = this.#run
    return [
      ...this.#ledger.auditStatements(
        records.flatMap((one) => one.decisions),
        now,
      ),
      ...(records.some(({ input, kwargs }) => input !== undefined || kwargs !== undefined)
        ? [this.parts.queue.rewriteInputStatement({ tenant_id, run_id, input, kwargs })]
        : []),
      ...records
        .flatMap((one) => one.edits)
        .map(({ id, content }) =>
          this.parts.messages.editStatement({ tenant_id, message_id: id, content: JSON.stringify(content) }),
        ),
    ]
  }

  #messageStatements(messages: ThreadMessage[], settled: boolean): Statement[] {
    const { messages: store, clock } = this.parts
    const statements = store.insertStatements(
      messages.map((message) => {
        // Their order is the order of their times.
        this.#lastMessageAt = Math.max(clock.now(), this.#lastMessageAt + 1)
        return toMessageRow(this.run, message, this.#lastMessageAt)
      }),
    )
    if (!settled || this.#posted.length === 0) return statements
    const taken = store.takeInStatements(this.run, this.#posted)
    this.#posted = []
    return [...taken, ...statements]
  }

  #publish(events: RunEvent[]): void {
    const last = events.at(-1)
    if (last === undefined) return
    this.parts.bus.publish({ run_id: this.run.run_id, last_seq: last.seq, events })
    this.parts.bus.announceOutbox()
  }

  #lose(): void {
    this.#isLost = true
    this.lost()
  }

  /**
   * Tries until the store has answered. A batch whose answer was lost may be stored already: then its events are, and
   * the second try meets them.
   */
  async #persist<T>(
    events: RunEvent[],
    write: () => Promise<T>,
    found: () => Promise<T>,
  ): Promise<T | undefined> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'resource_conflict') {
          return (await this.#isStored(events)) ? await found() : undefined
        }
        if (error.code !== 'service_unavailable') throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  async #isStored(events: RunEvent[]): Promise<boolean> {
    const last = events.at(-1)
    if (last === undefined) return false
    const rows = await this.parts.runEvents.listAfter(this.run, last.seq - 1, 1)
    const row = rows[0]
    return row?.last_seq === last.seq && row.events === toEventsRows('', '', events).at(-1)?.events
  }
}

const toFinished = (run: Row<'runs'>, outcome: RunOutcome, now: number): Row<'runs'> => ({
  ...run,
  ...outcome,
  completed_at: outcome.status === 'requires_action' ? null : now,
  updated_at: now,
})

const toMessageRow = (run: Row<'runs'>, message: ThreadMessage, created_at: number): Row<'messages'> => {
  const { id, role, content, ...rest } = message
  return {
    tenant_id: run.tenant_id,
    message_id: id,
    thread_id: run.thread_id,
    run_id: run.run_id,
    role,
    content: JSON.stringify(content),
    metadata: storableJson(rest),
    created_at,
  }
}

/** Metadata is searchable, so it cannot hold what PostgreSQL's jsonb cannot (see schema/common.ts); models write anything. */
const storableJson = (value: object): string =>
  isStorable(value)
    ? JSON.stringify(value)
    : JSON.stringify(value, (_, item: unknown) =>
        typeof item === 'string' ? item.toWellFormed().replaceAll('\u0000', '') : item,
      )
