/**
 * Gathers what one execution wants stored and hands it to the main thread in order. Everything of one turn of the loop
 * travels as one message and is stored as one batch; tokens wait a few milliseconds for the next ones, because a model
 * that emits hundreds a second would otherwise cost a write each.
 */
import type { JsonObject } from '../../schema/common.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { CheckpointRows } from '../../store/threads/checkpoints.js'
import type { DecisionRecord } from '../../guardrails/rules/decision.js'
import {
  emptyJournalEntries,
  type EventFields,
  type PassedChecks,
  type JournalEntries,
  type ThreadMessage,
} from '../threads/executor-protocol.js'
import type { Scrubber } from './guardrails/scrub.js'

const TOKEN_DELAY_MS = 8

/** Of an answer that is being written: the next one is a moment away. */
const isStreamChunk = (type: string): boolean => type === 'llm.token' || type.startsWith('lg.messages')

/** The record of what a run was given, where it may not stay as it is. */
export interface StoredInput {
  input?: JsonObject
  kwargs?: RunKwargs
  messages: JournalEntries['messageEdits']
}

export class EventBuffer {
  #entries = emptyJournalEntries()
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined

  /** Nothing leaves but through this, where guardrails filter. */
  #scrubber: Scrubber | undefined
  #isOnHold = false

  constructor(private readonly send: (entries: JournalEntries) => void) {}

  /** Nothing is sent before `given` is called: what was told of the run would hold its input as it came. */
  holdForGuardrails(scrubber: Scrubber | undefined): void {
    this.#scrubber = scrubber
    this.#isOnHold = true
  }

  event(event: EventFields): void {
    this.#entries.events.push(this.#scrubber?.event(event) ?? event)
    if (isStreamChunk(event.type)) this.#timer ??= setTimeout(this.#flush, TOKEN_DELAY_MS)
    else this.#flushSoon()
  }

  message(message: ThreadMessage): void {
    this.#entries.messages.push(this.#scrubber?.message(message) ?? message)
    this.#flushSoon()
  }

  decision(decision: DecisionRecord): void {
    this.#entries.decisions.push(decision)
    this.#flushSoon()
  }

  pass(check: PassedChecks): void {
    const known = this.#entries.passed.find(({ name }) => name === check.name)
    if (known === undefined) this.#entries.passed.push(check)
    else {
      known.checks += check.checks
      known.latency_us += check.latency_us
    }
  }

  /** What may be kept of what the run was given; it goes with what comes next. */
  releaseWithInput({ input, kwargs, messages }: StoredInput): void {
    this.#isOnHold = false
    if (input !== undefined) this.#entries.input = input
    if (kwargs !== undefined) this.#entries.kwargs = kwargs
    this.#entries.messageEdits.push(...messages)
  }

  /** Its rows were cleaned value by value when they were written; see saver.ts. */
  checkpoint(rows: Partial<CheckpointRows>, isInputStored: boolean): void {
    this.#entries.checkpoints.push(...(rows.checkpoints ?? []))
    this.#entries.values.push(...(rows.values ?? []))
    this.#entries.writes.push(...(rows.writes ?? []))
    this.#entries.isInputStored ||= isInputStored
    this.#flushSoon()
  }

  /** Sends what there is: whoever reads the store next must find it there. */
  flush(): void {
    if (this.#timer !== undefined || this.#immediate !== undefined) this.#flush()
  }

  /** What has not been sent; nothing will be after this. */
  close(): JournalEntries {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    const rest = this.#entries
    this.#entries = emptyJournalEntries()
    return rest
  }

  #flushSoon(): void {
    if (this.#isOnHold) return
    this.#immediate ??= setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    this.#timer = undefined
    this.#immediate = undefined
    const entries = this.#entries
    this.#entries = emptyJournalEntries()
    this.send(entries)
  }
}
