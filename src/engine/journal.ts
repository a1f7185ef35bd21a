/**
 * Stores what one execution produces. Journal entries arrive in order and are stored in order: while one
 * batch is being written, the next entries accumulate and form the next batch. Events are published only
 * after the batch that contains them is on disk.
 *
 * Guarantee: each batch carries the fence of the lease. Once the lease is lost, nothing more is stored, and
 * `onLeaseLost` is called.
 */
import type { Clock } from '../platform/clock.js'
import type { Metrics } from '../platform/metrics.js'
import { readText, type OutputText } from '../platform/shared-text.js'
import type { Outbox } from '../domain/webhooks/outbox.js'
import { toExecutionEntry, toRunEntry } from '../domain/statistics/entry.js'
import { countNodeEvent, type NodeTally } from '../domain/statistics/node-tally.js'
import type { Bus } from '../events/bus.js'
import type { EventFields, LastEvent, RunEvent } from '../events/run-event.js'
import { parseChunk, type SerializedChunk } from '../events/serialized-chunk.js'
import { toStoredPreview } from '../domain/runs/preview.js'
import { serializeKwargs } from '../schema/run-kwargs.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { MessageStore } from '../store/threads/messages.js'
import type { ThreadValueStore } from '../store/threads/thread-values.js'
import type { RunEventStore } from '../store/runs/events.js'
import { hasLargeInput } from '../store/runs/large-input.js'
import type { RecordedSteps, RunResult, RunQueue } from '../store/runs/queue.js'
import type { StatisticsStore } from '../store/statistics/statistics.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'
import { AppError, isUnavailable } from '../errors.js'
import { EventSequence } from './event-sequence.js'
import { retryWhileUnavailable } from './retry-while-unavailable.js'
import {
  emptyJournalEntries,
  type JournalEntries,
  type ThreadMessage,
  type Usage,
} from './threads/executor-protocol.js'
import { recordEventMetrics } from './record-metrics.js'
import { toFinishedRun, toMessageRow, type JournaledRun } from './journal-rows.js'
import type { RunDecisionLog } from './run-decision-log.js'
import type { RunTrace } from './run-trace.js'

export interface JournalDeps {
  queue: RunQueue
  runEvents: RunEventStore
  checkpoints: CheckpointStore
  messages: MessageStore
  threadValues: ThreadValueStore
  outbox: Outbox
  statistics: StatisticsStore
  bus: Bus
  clock: Clock
  metrics: Metrics
}

const EVENT_DELAY_MS = 10

/** What is reported of a batch after it is stored. */
interface Report {
  /** The events before they were serialized, without chunks of streamed output. */
  events: EventFields[]
  /** False if the batch certainly contains no webhook events. */
  mayHaveReceivers: boolean
}

interface Batch {
  statements: Statement[]
  numberedEvents: RunEvent[]
  steps: RecordedSteps
  report: Report
}

export class Journal {
  #pending: (JournalEntries | SerializedChunk[])[] = []
  #writing: Promise<void> | undefined
  #isLeaseLost = false
  readonly #sequence: EventSequence
  /** True if the first stored step must also update the run's row, because the run was resumed or retried. */
  #mustRecordProgress: boolean
  #hasProgressed = false
  #isNodeStartRecorded = false
  #postedMessageIds: string[] = []
  #decisionLog: RunDecisionLog | undefined
  #trace: RunTrace | undefined
  /** The nodes of this execution, for the statistics. */
  readonly #nodes: NodeTally = new Map()
  #run: Row<'runs'>
  #lastMessageAt = 0
  #writeTimer: NodeJS.Timeout | undefined
  /** With guardrails, no event is published before they have checked the input. The first entries arrive after that. */
  #isOnHold = false
  readonly #toEventStatements: (events: readonly RunEvent[]) => Statement[]

  constructor(
    private readonly deps: JournalDeps,
    private readonly run: Row<'runs'>,
    lastEvent: LastEvent | undefined,
    private readonly onLeaseLost: () => void,
  ) {
    this.#sequence = new EventSequence(lastEvent)
    this.#run = run
    this.#toEventStatements = deps.runEvents.makeWriter(run)
    this.#mustRecordProgress = run.resume !== null || run.tries > 0 || run.crashes > 0
  }

  /**
   * Posted messages that this run adopts. They are assigned to the run in the batch that stores the state
   * containing them.
   */
  setPostedMessages(messageIds: string[]): void {
    this.#postedMessageIds = messageIds
  }

  /** Receives the events that are stored. */
  setTrace(trace: RunTrace): void {
    this.#trace = trace
  }

  /** Receives the decisions of guardrails. */
  setDecisionLog(decisionLog: RunDecisionLog): void {
    this.#decisionLog = decisionLog
  }

  /**
   * Waits 10 ms for further entries, which usually follow at once: a batch of its own would be one more write
   * per run.
   */
  addStartEvents(events: EventFields[]): void {
    this.#append({ ...emptyJournalEntries(), events })
    this.#isOnHold = this.#decisionLog !== undefined
    if (this.#isOnHold) return
    this.#writeTimer = setTimeout(() => {
      this.#startWriting()
    }, EVENT_DELAY_MS)
  }

  addEntries(entries: JournalEntries): void {
    this.#isOnHold = false
    this.#append(entries)
    this.#startWriting()
  }

  /** Adds entries that consist of nothing but chunks of streamed output. */
  addChunks(chunks: SerializedChunk[]): void {
    this.#isOnHold = false
    this.#pending.push(chunks)
    this.#startWriting()
  }

  #append(entries: JournalEntries): void {
    this.#pending.push(entries)
    this.#decisionLog?.count(entries)
    for (const event of entries.events) {
      countNodeEvent(this.#nodes, event)
      recordEventMetrics(this.deps.metrics.runs, event)
    }
    // From here on, webhook events contain no more of the input than the stored run does.
    const { input, kwargs } = entries
    if (input !== undefined) this.#run = { ...this.#run, input: JSON.stringify(input) }
    if (kwargs !== undefined) this.#run = { ...this.#run, kwargs: serializeKwargs(kwargs) }
    if ((input !== undefined || kwargs !== undefined) && !hasLargeInput(this.#run))
      this.#run = { ...this.#run, preview: toStoredPreview(this.#run) }
  }

  /** True if this execution has stored a step, so that earlier crashes no longer count against the run. */
  get hasProgressed(): boolean {
    return this.#hasProgressed
  }

  /** Undefined if no guardrail applies to the run. */
  get guardrailOutcome(): string | undefined {
    return this.#decisionLog?.outcome
  }

  /** Resolves when all entries are stored or the lease is lost. */
  async waitForWrites(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
  }

  /**
   * Stores the remaining entries and the end of the run in one batch, with `extraStatements`. Returns false if
   * the lease was lost.
   */
  async finish(
    entries: JournalEntries | undefined,
    events: EventFields[],
    result: { change: Omit<RunResult, 'guardrail_outcome'>; output: OutputText | null },
    usage: Usage | null,
    extraStatements: Statement[] = [],
    isPaused = false,
  ): Promise<boolean> {
    clearTimeout(this.#writeTimer)
    if (entries !== undefined) this.#append(entries)
    await this.waitForWrites()
    if (this.#isLeaseLost) return false
    const now = this.deps.clock.now()
    const change = {
      ...result.change,
      guardrail_outcome: this.#decisionLog?.outcome ?? this.run.guardrail_outcome,
    }
    const finishedRun = toFinishedRun(this.#run, { ...change, output: result.output }, now)
    const reportedRun = await this.#toReportedRun(finishedRun)
    const { statements, numberedEvents, report } = this.#takeBatch(events, now, reportedRun)
    const statisticsStatements = this.#buildStatisticsStatements(
      { ...finishedRun, output: change.output },
      now,
    )
    const guardrailStatements = this.#decisionLog?.finishStatements(usage, now) ?? []
    const isFinished = await this.#persist(numberedEvents, () =>
      this.deps.queue.finish(
        this.run,
        change,
        now,
        [...statements, ...guardrailStatements, ...statisticsStatements, ...extraStatements],
        { outputText: result.output, leavesThreadInterrupted: isPaused },
      ),
    )
    if (isFinished) this.#publish(numberedEvents, report, now)
    return isFinished
  }

  /**
   * Stores the remaining entries and puts the run back into the queue, in one batch. Returns false if the lease was lost.
   * Nothing is stored of an execution that crashed before the guardrails have checked the input; the next one starts again.
   */
  async release(
    entries: JournalEntries | undefined,
    reason: 'drained' | 'executor_crashed',
    countsAttempt: boolean,
  ): Promise<boolean> {
    clearTimeout(this.#writeTimer)
    const isUnchecked = this.#isOnHold && entries === undefined
    if (isUnchecked) this.#pending = []
    if (entries !== undefined) this.#append(entries)
    await this.waitForWrites()
    if (this.#isLeaseLost) return false
    const now = this.deps.clock.now()
    const events = isUnchecked ? [] : [{ type: 'run.released', reason }]
    const reportedRun = await this.#toReportedRun(this.#run)
    const { statements, numberedEvents, steps, report } = this.#takeBatch(events, now, reportedRun)
    statements.push(...this.#buildStatisticsStatements(this.#run, now))
    const isReleased = await this.#persist(numberedEvents, () =>
      this.deps.queue.release(this.run, now, { countsAttempt, steps, statements }),
    )
    if (isReleased) this.#publish(numberedEvents, report, now)
    return isReleased
  }

  #startWriting(): void {
    clearTimeout(this.#writeTimer)
    if (this.#isLeaseLost || this.#writing !== undefined) return
    this.#writing = this.#writePending().finally(() => {
      this.#writing = undefined
    })
  }

  async #writePending(): Promise<void> {
    while (!this.#isLeaseLost && this.#pending.length > 0) {
      const now = this.deps.clock.now()
      const reportedRun = hasLargeInput(this.#run) ? await this.#toReportedRun(this.#run) : this.#run
      const { statements, numberedEvents, steps, report } = this.#takeBatch([], now, reportedRun)
      const isStored = await this.#persist(numberedEvents, () =>
        this.deps.queue.writeFenced(this.run, steps, statements),
      )
      if (isStored) this.#publish(numberedEvents, report, now)
      else this.#loseLease()
    }
  }

  /**
   * Webhook events contain the input and the output. Those of a large run are only read if there is a webhook. Must be called after the time
   * of the batch was taken: a webhook receives no events from before its creation, so one that is created after this read misses nothing.
   */
  async #toReportedRun(run: JournaledRun): Promise<Row<'runs'> | undefined> {
    const { output } = run
    const isLarge = (output !== null && typeof output !== 'string') || hasLargeInput(run)
    if (isLarge && !(await this.deps.outbox.hasReceivers(run))) return undefined
    const input = hasLargeInput(run) ? await this.deps.queue.readInput(run) : run.input
    return { ...run, input: input && readText(input), output: output && readText(output) }
  }

  /** Turns the pending entries into one batch. `reportedRun` is the run's row after that batch, for webhooks. */
  #takeBatch(finalEvents: EventFields[], now: number, reportedRun: Row<'runs'> | undefined): Batch {
    const pending = this.#pending
    this.#pending = []
    const numberedEvents = [
      ...pending.flatMap((entry) => this.#numberEvents(entry, now)),
      ...finalEvents.map((event) => this.#sequence.addEvent(event, now)),
    ]
    const statements = this.#toEventStatements(numberedEvents)
    const webhookStatements =
      reportedRun === undefined ? [] : this.#webhookStatements(reportedRun, pending, finalEvents, now)
    const entries = pending.filter((entry): entry is JournalEntries => !Array.isArray(entry))
    // Tokens that no webhook receives, by far the most frequent batch.
    if (entries.length === 0 && finalEvents.length === 0 && webhookStatements.length === 0)
      return { statements, numberedEvents, steps: 'none', report: { events: [], mayHaveReceivers: false } }
    const { tenant_id } = this.run
    const isInputStored = entries.some((entry) => entry.isInputStored)
    statements.push(
      ...this.deps.checkpoints.insertStatements(tenant_id, {
        checkpoints: entries.flatMap((entry) => entry.checkpoints),
        values: entries.flatMap((entry) => entry.values),
        writes: entries.flatMap((entry) => entry.writes),
      }),
      ...this.deps.threadValues.insertStatements(
        this.run,
        entries.flatMap((entry) => entry.threadValues),
      ),
      ...this.#messageStatements(
        entries.flatMap((entry) => entry.messages),
        isInputStored,
      ),
      ...this.#guardrailStatements(entries, now),
      ...webhookStatements,
    )
    const hasStartedNode = entries.some((entry) => entry.hasStartedNode)
    const steps = this.#takeSteps(isInputStored, hasStartedNode)
    const events = [...entries.flatMap((entry) => entry.events), ...finalEvents]
    return { statements, numberedEvents, steps, report: { events, mayHaveReceivers: true } }
  }

  #webhookStatements(
    reportedRun: Row<'runs'>,
    pending: readonly (JournalEntries | SerializedChunk[])[],
    finalEvents: EventFields[],
    now: number,
  ): Statement[] {
    const { outbox } = this.deps
    const events = pending.flatMap((entry) =>
      Array.isArray(entry)
        ? entry.filter(({ type }) => outbox.isReported(reportedRun.tenant_id, type)).map(parseChunk)
        : entry.events,
    )
    return outbox.buildRunStatements(reportedRun, [...events, ...finalEvents], now)
  }

  #numberEvents(entry: JournalEntries | SerializedChunk[], now: number): RunEvent[] {
    return Array.isArray(entry)
      ? entry.map((chunk) => this.#sequence.addChunk(chunk))
      : entry.events.map((event) => this.#sequence.addEvent(event, now))
  }

  /** Each of the two steps is recorded once per claim. */
  #takeSteps(isInputStored: boolean, hasStartedNode: boolean): RecordedSteps {
    this.#hasProgressed ||= isInputStored
    const hasProgressed = isInputStored && this.#mustRecordProgress
    const isFirstNode = hasStartedNode && !this.#isNodeStartRecorded
    if (hasProgressed) this.#mustRecordProgress = false
    if (isFirstNode) this.#isNodeStartRecorded = true
    if (hasProgressed) return isFirstNode ? 'both' : 'progressed'
    return isFirstNode ? 'node_started' : 'none'
  }

  #guardrailStatements(entries: readonly JournalEntries[], now: number): Statement[] {
    if (this.#decisionLog === undefined) return []
    const { tenant_id, run_id, input, kwargs, preview } = this.#run
    return [
      ...this.#decisionLog.auditStatements(
        entries.flatMap((entry) => entry.decisions),
        now,
      ),
      ...(entries.some(({ input, kwargs }) => input !== undefined || kwargs !== undefined)
        ? [this.deps.queue.rewriteInputStatement({ tenant_id, run_id, input, kwargs, preview })]
        : []),
      ...entries
        .flatMap((entry) => entry.messageEdits)
        .map(({ id, content }) =>
          this.deps.messages.updateContentStatement({
            tenant_id,
            message_id: id,
            content: JSON.stringify(content),
          }),
        ),
    ]
  }

  #buildStatisticsStatements(run: Row<'runs'>, now: number): Statement[] {
    const { statistics } = this.deps
    if (run.status === 'completed' || run.status === 'failed')
      return [statistics.insertEntryStatement(toRunEntry(run, run.status, now, this.#nodes))]
    return this.#nodes.size === 0
      ? []
      : [statistics.insertEntryStatement(toExecutionEntry(run, now, this.#nodes))]
  }

  #messageStatements(messages: ThreadMessage[], isInputStored: boolean): Statement[] {
    const { messages: messageStore, clock } = this.deps
    const statements = messageStore.insertStatements(
      messages.map((message) => {
        // Messages are sorted by created_at, so the times must increase strictly.
        this.#lastMessageAt = Math.max(clock.now(), this.#lastMessageAt + 1)
        return toMessageRow(this.run, message, this.#lastMessageAt)
      }),
    )
    if (!isInputStored || this.#postedMessageIds.length === 0) return statements
    const adoptStatements = messageStore.assignToRunStatements(this.run, this.#postedMessageIds)
    this.#postedMessageIds = []
    return [...adoptStatements, ...statements]
  }

  #publish(events: RunEvent[], report: Report, now: number): void {
    this.#trace?.addEvents(report.events, now)
    const last = events.at(-1)
    if (last === undefined) return
    const { tenant_id, run_id } = this.run
    this.deps.bus.publishRunEvents({ tenant_id, run_id, last_seq: last.seq, events })
    if (report.mayHaveReceivers) this.deps.bus.publishOutbox()
  }

  #loseLease(): void {
    this.#isLeaseLost = true
    this.onLeaseLost()
  }

  /**
   * Retries until the store responds. A batch whose response was lost may have been stored. The retry then
   * conflicts with the batch's own events, or finds that the run has ended. Returns false if the lease was lost.
   */
  async #persist(events: RunEvent[], write: () => Promise<boolean>): Promise<boolean> {
    let mayBeStored = false
    return retryWhileUnavailable(
      async () => {
        const isAccepted = await write().catch((error: unknown) => {
          mayBeStored ||= isUnavailable(error)
          if (!(error instanceof AppError) || error.code !== 'resource_conflict') throw error
          mayBeStored = true
          return false
        })
        return isAccepted || (mayBeStored && (await this.deps.runEvents.isStored(this.run, events)))
      },
      () => false,
    )
  }
}
