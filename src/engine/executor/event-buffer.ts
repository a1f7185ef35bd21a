/**
 * Gathers what one execution wants stored and hands it to the main thread in order. Everything of one turn of the loop
 * travels as one message and is stored as one batch; tokens wait a few milliseconds for the next ones, because a model
 * that emits hundreds a second would otherwise cost a write each.
 */
import type { JsonObject } from '../../schema/common.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { CheckpointRecords } from '../../store/threads/checkpoints.js'
import type { DecisionRecord } from '../../guardrails/rules/decision.js'
import {
  noRecords,
  type EventFields,
  type PassedChecks,
  type Records,
  type ThreadMessage,
} from '../threads/executor-protocol.js'
import type { Cleaner } from './guardrails/scrub.js'

const TOKEN_MS = 8

/** Of an answer that is being written: the next one is a moment away. */
const isPiece = (type: string): boolean => type === 'llm.token' || type.startsWith('lg.messages')

/** The record of what a run was given, where it may not stay as it is. */
export interface Kept {
  input?: JsonObject
  kwargs?: RunKwargs
  messages: Records['edits']
}

export class Outbox {
  #records = noRecords()
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined

  /** Nothing leaves but through this, where guardrails filter. */
  #cleaner: Cleaner | undefined
  #isHeld = false

  constructor(private readonly send: (records: Records) => void) {}

  /** Nothing is sent before `given` is called: what was told of the run would hold its input as it came. */
  guard(cleaner: Cleaner | undefined): void {
    this.#cleaner = cleaner
    this.#isHeld = true
  }

  event(event: EventFields): void {
    this.#records.events.push(this.#cleaner?.event(event) ?? event)
    if (isPiece(event.type)) this.#timer ??= setTimeout(this.#flush, TOKEN_MS)
    else this.#soon()
  }

  message(message: ThreadMessage): void {
    this.#records.messages.push(this.#cleaner?.message(message) ?? message)
    this.#soon()
  }

  decision(decision: DecisionRecord): void {
    this.#records.decisions.push(decision)
    this.#soon()
  }

  pass(check: PassedChecks): void {
    const known = this.#records.passed.find(({ name }) => name === check.name)
    if (known === undefined) this.#records.passed.push(check)
    else {
      known.checks += check.checks
      known.latency_us += check.latency_us
    }
  }

  /** What may be kept of what the run was given; it goes with what comes next. */
  given({ input, kwargs, messages }: Kept): void {
    this.#isHeld = false
    if (input !== undefined) this.#records.input = input
    if (kwargs !== undefined) this.#records.kwargs = kwargs
    this.#records.edits.push(...messages)
  }

  /** Its rows were cleaned value by value when they were written; see saver.ts. */
  checkpoint(rows: Partial<CheckpointRecords>, settled: boolean): void {
    this.#records.checkpoints.push(...(rows.checkpoints ?? []))
    this.#records.values.push(...(rows.values ?? []))
    this.#records.writes.push(...(rows.writes ?? []))
    this.#records.settled ||= settled
    this.#soon()
  }

  /** Sends what there is: whoever reads the store next must find it there. */
  flush(): void {
    if (this.#timer !== undefined || this.#immediate !== undefined) this.#flush()
  }

  /** What has not been sent; nothing will be after this. */
  close(): Records {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    const rest = this.#records
    this.#records = noRecords()
    return rest
  }

  #soon(): void {
    if (this.#isHeld) return
    this.#immediate ??= setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    this.#timer = undefined
    this.#immediate = undefined
    const records = this.#records
    this.#records = noRecords()
    this.send(records)
  }
}
