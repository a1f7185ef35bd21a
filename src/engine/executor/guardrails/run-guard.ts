/**
 * The guardrails of one execution. It is asked at every place where text comes in or goes out, and remembers whether the
 * run is blocked.
 *
 * Guarantee: text that a rule blocks or redacts at some stage is replaced before anybody after that stage sees it.
 */
import type { BaseMessage } from '@langchain/core/messages'
import type { DecisionRecord } from '../../../guardrails/rules/decision.js'
import { checkText, type Ask, type Decision, type Verdict } from '../../../guardrails/rules/check-text.js'
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { EventFields, PassedChecks, SentGuardrails, Usage } from '../../threads/executor-protocol.js'
import { callsOf } from '../../graphs/tool-calls.js'
import { isMessage, textOf, typeOf } from '../message-format.js'
import { GuardrailBlocked } from './guardrail-blocked.js'
import { judgeBudgets } from './check-budgets.js'
import { BLOCKED, type Cleaner } from './scrub.js'
import {
  answerOf,
  finishReasonOf,
  removeCalls,
  setAnswer,
  setArguments,
  setText,
  type Generation,
} from './message-text.js'
import type { Prepared } from './prepare-guardrails.js'
import { Recorder } from './decision-recorder.js'
import { ReviewMemory } from './past-reviews.js'
import { TextChecks } from './text-checks.js'
import { makeTokenGate, type TokenGate } from './token-gate.js'

export interface GuardParts {
  guardrails: SentGuardrails
  prepared: Prepared
  ask: Ask
  tell: (event: EventFields) => void
  note: (decision: DecisionRecord) => void
  pass: (check: PassedChecks) => void
}

/** An answer or a call that waits for a person. */
export interface Pending {
  guardrail: string
  reason: string
  text: string
}

export class RunGuard {
  readonly clean: Cleaner | undefined
  readonly tell: GuardParts['tell']
  readonly reviews = new ReviewMemory()
  readonly #prepared: Prepared
  readonly #recorder: Recorder
  readonly #checks: TextChecks
  #blocked: GuardrailBlocked | undefined
  #pending: Pending[] = []
  /** Which nodes may have the last word; known once the graph is. */
  answers: (path: string) => boolean = () => true

  constructor(private readonly parts: GuardParts) {
    this.#prepared = parts.prepared
    this.clean = parts.prepared.clean
    this.tell = parts.tell
    const blocked = this.block.bind(this)
    this.#recorder = new Recorder({ ...parts, set: parts.guardrails.set, clean: this.clean, blocked })
    this.#checks = new TextChecks(parts.ask, this.#recorder)
  }

  get comparesAnswers(): boolean {
    return this.#prepared.anomalies.length > 0
  }

  get blocked(): GuardrailBlocked | undefined {
    return this.#blocked
  }

  throwIfBlocked(): void {
    if (this.#blocked !== undefined) throw this.#blocked
  }

  block(guardrail: string, stage: Stage, reason: string): void {
    this.#blocked ??= new GuardrailBlocked(guardrail, stage, reason)
  }

  /** A decision that was not about a text. */
  record(decision: Decision, toolCallId?: string): void {
    this.#recorder.decision(decision, null, toolCallId)
  }

  /** A value as it goes on after `stage`, where filters look at that stage. */
  filtered<T>(value: T, stage: Stage): T {
    return this.#prepared.cleanAfter(stage)?.value(value) ?? value
  }

  async input(text: string): Promise<Verdict> {
    return this.#checks.look(text, { stage: 'input', rules: this.#prepared.looksAt.input })
  }

  /** Throws where the run is blocked, or has nothing left to spend. */
  beforeModel(used: Usage | null): void {
    this.throwIfBlocked()
    const { spending } = this.parts.guardrails
    for (const decision of judgeBudgets(this.#prepared.budgets, spending, used)) this.record(decision)
    this.throwIfBlocked()
  }

  gate(): TokenGate {
    return makeTokenGate(this.#prepared.looksAt.answer)
  }

  /** What a model wrote: its text and the calls that it asks for, replaced in place. Returns what may be shown of it. */
  async modelEnded(generation: Generation, path: string): Promise<string> {
    const { message } = generation
    const calls = callsOf(message)
    const text = answerOf(generation)
    const isAnswer = calls.length === 0 && this.answers(path)
    if (text !== '') setAnswer(generation, await this.answer(text, isAnswer, finishReasonOf(message)))
    for (const [index, { id, args }] of calls.entries()) {
      const changed = await this.arguments(args, id)
      if (message !== undefined && changed !== args) setArguments(message, index, changed)
    }
    if (this.#blocked !== undefined && message !== undefined) removeCalls(message)
    const allowed = answerOf(generation)
    return this.#pending.some((one) => one.text === allowed) ? '' : allowed
  }

  /** The text as it may go on. */
  async answer(text: string, isAnswer: boolean, finishReason?: string): Promise<string> {
    const { answer, remark } = this.#prepared.looksAt
    const looking = { stage: 'output', rules: isAnswer ? answer : remark, finishReason } as const
    const verdict = await this.#checks.look(text, looking)
    if (verdict.action === 'block') return BLOCKED
    const found = reviewIn(verdict)
    if (found !== undefined && !this.#pending.some((one) => one.text === found.text))
      this.#pending.push(found)
    return verdict.text
  }

  /** What a graph tells of itself on the way, text by text. */
  async remarks(value: unknown): Promise<unknown> {
    if (typeof value === 'string') return value === '' ? value : this.answer(value, false)
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.remarks(item)))
    if (!isPlain(value)) return value
    const told = Object.entries(value).map(async ([key, item]) => [key, await this.remarks(item)] as const)
    return Object.fromEntries(await Promise.all(told))
  }

  /** Arguments as they may go on. Whether a person has to look at them is asked when the tool is to be called. */
  async arguments(args: JsonObject, toolCallId: string): Promise<JsonObject> {
    const rules = this.#prepared.looksAt.arguments
    const text = JSON.stringify(args)
    const { action, looks } = await this.#checks.look(text, { stage: 'tool_call', rules, toolCallId })
    // A call has no answer that could be given instead.
    if (action === 'redirect')
      this.block(looks.at(-1)?.rule.name ?? '', 'tool_call', 'it is about another topic')
    return this.#blocked === undefined ? this.filtered(args, 'tool_call') : {}
  }

  async result(text: string, toolCallId?: string): Promise<string> {
    const rules = this.#prepared.looksAt.result
    const verdict = await this.#checks.look(text, { stage: 'tool_result', rules, toolCallId })
    return verdict.action === 'block' ? BLOCKED : verdict.text
  }

  async toolEnded(message: BaseMessage, toolCallId?: string): Promise<void> {
    const text = textOf(message.content)
    const allowed = await this.result(text, toolCallId)
    if (allowed !== text) setText(message, allowed)
  }

  /** What a node returns, before it becomes part of the state: messages that no model or tool made under our eyes. */
  async nodeEnded(result: unknown, path: string): Promise<void> {
    const { update = result } = (result ?? {}) as { update?: unknown }
    for (const message of messagesIn(update)) {
      if (typeOf(message) === 'tool') await this.toolEnded(message)
      else if (typeOf(message) === 'ai') await this.#messageEnded(message, path)
    }
    for (const [holder, key, text] of textsIn(update)) {
      const allowed = await this.answer(text, false)
      if (allowed !== text) holder[key] = allowed
    }
  }

  async #messageEnded(message: BaseMessage, path: string): Promise<void> {
    const text = textOf(message.content)
    if (text === '') return
    const isAnswer = callsOf(message).length === 0 && this.answers(path)
    const allowed = await this.answer(text, isAnswer, finishReasonOf(message))
    if (allowed !== text) setText(message, allowed)
  }

  /** Undefined: nobody has to look at the call. `isKnown`: it was found before, and is not counted again. */
  async reviewOf(args: JsonObject, toolCallId: string, isKnown: boolean): Promise<Pending | undefined> {
    const rules = this.#prepared.looksAt.call
    if (rules.length === 0) return undefined
    const text = JSON.stringify(args)
    if (isKnown || this.reviews.wasAsked(toolCallId)) return reviewIn(checkText(rules, text, 'tool_call'))
    return reviewIn(await this.#checks.look(text, { stage: 'tool_call', rules, toolCallId }))
  }

  /** Answers that wait for a person; they are asked for once. */
  takePending(): Pending[] {
    const pending = this.#pending
    this.#pending = []
    return pending
  }

  /** Nobody is asked about this answer again. What a reviewer wrote is looked at by the other rules. */
  reviewed(text: string, isEdited: boolean): void {
    const { rules } = this.#prepared
    this.#checks.settle(
      text,
      'output',
      isEdited ? rules.filter(({ type }) => type === 'human_review') : rules,
    )
  }
}

const reviewIn = ({ looks, text }: Verdict): Pending | undefined => {
  const look = looks.find(({ found }) => found?.action === 'review')
  return look && { guardrail: look.rule.name, reason: look.found?.reason ?? '', text }
}

const messagesIn = (value: unknown): BaseMessage[] => {
  if (isMessage(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(messagesIn)
  return isPlain(value) ? Object.values(value).flatMap(messagesIn) : []
}

type Place = [holder: Record<string, unknown>, key: string, text: string]

/** The texts that a node writes into keys of the state. */
const textsIn = (value: unknown): Place[] =>
  isPlain(value)
    ? Object.entries(value).flatMap(([key, field]): Place[] =>
        typeof field === 'string' && field !== '' ? [[value, key, field]] : [],
      )
    : []

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
