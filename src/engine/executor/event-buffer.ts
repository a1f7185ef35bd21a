/**
 * Buffers the journal entries of one execution and posts them to the main thread in order. All entries of one
 * turn of the event loop are posted as one message and stored as one batch. Tokens wait up to 8 ms for further
 * tokens, also those of other executions, because each message and each write costs far more than a token.
 */
import { MAX_EVENT_CHARS, type EventFields } from '../../events/run-event.js'
import type { JsonObject } from '../../schema/common.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import { isStreamChunk } from '../../store/runs/event-rows/stream-chunk.js'
import type { CheckpointRows } from '../../store/threads/checkpoints.js'
import type { DecisionRecord } from '../../guardrails/rules/decision.js'
import {
  emptyJournalEntries,
  type PassedChecks,
  type JournalEntries,
  type ThreadMessage,
} from '../threads/executor-protocol.js'
import { combineScrubbers, type Scrubber } from './guardrails/scrub.js'
import { SerializedValues } from './serialized-values.js'
import { SharedTimer } from './shared-timer.js'
import type { ThreadValues } from './thread-values.js'

const TOKEN_DELAY_MS = 8
const tokenTimer = new SharedTimer(TOKEN_DELAY_MS)

/** Shortly after one of these, the sockets of models are likely to have tokens. */
const isModelEvent = (type: string): boolean => type === 'llm.started' || isStreamChunk(type)
/** The tokens of a model are rarely further apart than this. */
const TOKEN_INTERVAL_MS = 250
let lastModelEventAt = -Infinity

/** True if an execution of this thread has called a model or received tokens recently. */
export const isStreamingTokens = (): boolean => performance.now() - lastModelEventAt < TOKEN_INTERVAL_MS

/** The whole state of the graph; large ones are stored as versions. */
const VALUES_TYPE = 'lg.values'

/** The run's input as it may be stored, where guardrails do not allow the original to be kept. */
export interface StoredInput {
  input?: JsonObject
  kwargs?: RunKwargs
  messages: JournalEntries['messageEdits']
}

export class EventBuffer {
  #entries = emptyJournalEntries()
  #isTimerSet = false
  #immediate: NodeJS.Immediate | undefined

  /** Filters everything that leaves, if guardrails or the secrets of the run require it. */
  #scrubber: Scrubber | undefined
  #isOnHold = false

  constructor(
    private readonly post: (entries: JournalEntries) => void,
    private readonly now: () => number,
    private readonly values: ThreadValues,
    private readonly secretScrubber?: Scrubber,
  ) {
    this.#scrubber = secretScrubber
  }

  /** Posts nothing until `releaseWithInput` is called: earlier events would contain the unfiltered input. */
  holdForGuardrails(scrubber: Scrubber | undefined): void {
    this.#scrubber = combineScrubbers(scrubber, this.secretScrubber)
    this.#isOnHold = true
  }

  addEvent(event: EventFields): void {
    // The time is added after scrubbing: a filter could take it for a card number.
    const scrubbed = this.#scrubber?.event(toParsed(event)) ?? event
    const stored = event.type === VALUES_TYPE ? this.#serializeData(scrubbed) : scrubbed
    this.#entries.events.push({ ...stored, at: this.now() })
    if (isModelEvent(event.type)) lastModelEventAt = performance.now()
    if (!isStreamChunk(event.type)) this.#flushSoon()
    else if (!this.#isTimerSet) {
      this.#isTimerSet = true
      tokenTimer.schedule(this.#flush)
    }
  }

  addMessage(message: ThreadMessage): void {
    this.#entries.messages.push(this.#scrubber?.message(message) ?? message)
    this.#flushSoon()
  }

  addDecision(decision: DecisionRecord): void {
    this.#entries.decisions.push(decision)
    this.#flushSoon()
  }

  addPassedChecks(check: PassedChecks): void {
    const counted = this.#entries.passedChecks.find(({ name }) => name === check.name)
    if (counted === undefined) this.#entries.passedChecks.push(check)
    else {
      counted.checks += check.checks
      counted.latency_us += check.latency_us
    }
  }

  /** Sets what may be stored of the input, and ends the hold. The input is posted with the next entries. */
  releaseWithInput({ input, kwargs, messages }: StoredInput): void {
    this.#isOnHold = false
    if (input !== undefined) this.#entries.input = input
    if (kwargs !== undefined) this.#entries.kwargs = kwargs
    this.#entries.messageEdits.push(...messages)
  }

  /** The rows were scrubbed value by value when they were written; see checkpoint-saver.ts. */
  addCheckpoint(rows: Partial<CheckpointRows>, isInputStored: boolean): void {
    this.#entries.checkpoints.push(...(rows.checkpoints ?? []))
    this.#entries.values.push(...(rows.values ?? []))
    this.#entries.writes.push(...(rows.writes ?? []))
    this.#entries.isInputStored ||= isInputStored
    this.#flushSoon()
  }

  /** The start is stored with the next entries that are posted. */
  recordNodeStart(): void {
    this.#entries.hasStartedNode = true
    this.#flushSoon()
  }

  /** Posts the pending entries, so that a following read of the store finds them. */
  flush(): void {
    if (this.#isTimerSet || this.#immediate !== undefined) this.#flush()
  }

  /** Returns the entries that have not been posted. Nothing may be added after this. */
  close(): JournalEntries {
    this.#clearTimers()
    return this.#takeEntries()
  }

  #serializeData(event: EventFields): EventFields {
    const { data, ...rest } = event
    if (data === undefined) return event
    const text = data instanceof SerializedValues ? data.toText() : JSON.stringify(data)
    const { length } = text
    if (length > MAX_EVENT_CHARS) return { ...rest, json: { field: 'data', text: undefined, length } }
    return { ...rest, json: { field: 'data', text: String(text), length, version: this.values.add(text) } }
  }

  #takeEntries(): JournalEntries {
    const entries = { ...this.#entries, threadValues: this.values.takeRows() }
    this.#entries = emptyJournalEntries()
    return entries
  }

  #flushSoon(): void {
    if (this.#isOnHold) return
    this.#immediate ??= setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    this.#clearTimers()
    this.post(this.#takeEntries())
  }

  #clearTimers(): void {
    if (this.#isTimerSet) tokenTimer.cancel(this.#flush)
    this.#isTimerSet = false
    clearImmediate(this.#immediate)
    this.#immediate = undefined
  }
}

/** Scrubbers filter values, not serialized text. */
const toParsed = (event: EventFields): EventFields => {
  const { json, ...rest } = event
  const { data } = rest
  if (data instanceof SerializedValues) return { ...event, data: data.toPlain() }
  return json?.text === undefined ? event : { ...rest, [json.field]: JSON.parse(json.text) as unknown }
}
