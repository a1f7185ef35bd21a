/**
 * The guardrails of one execution. Its methods are called wherever text enters or leaves the graph, a model or a tool,
 * and it remembers whether the run is blocked.
 *
 * Guarantee: text that a rule blocks or redacts at a stage is replaced before any later stage can read it.
 */
import type { BaseMessage } from '@langchain/core/messages'
import type { DecisionRecord } from '../../../guardrails/rules/decision.js'
import {
  checkText,
  type ModelCheck,
  type RuleDecision,
  type Verdict,
} from '../../../guardrails/rules/check-text.js'
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { EventFields, TaskFields } from '../../../events/run-event.js'
import type { PassedChecks, ExecutorGuardrails, Usage } from '../../threads/executor-protocol.js'
import { getToolCalls } from '../../graphs/tool-calls.js'
import { isMessage, toText, getMessageType } from '../message-format.js'
import { GuardrailBlocked } from './guardrail-blocked.js'
import { checkBudgets } from './check-budgets.js'
import { BLOCKED, type Scrubber } from './scrub.js'
import {
  getGenerationText,
  getFinishReason,
  removeToolCalls,
  setGenerationText,
  setToolArguments,
  setText,
  type Generation,
} from './message-text.js'
import type { PreparedGuardrails } from './prepare-guardrails.js'
import { DecisionRecorder, type CheckOrigin } from './decision-recorder.js'
import { PastReviews } from './past-reviews.js'
import { ScrubReport } from './scrub-report.js'
import { TextChecker } from './text-checker.js'
import { makeTokenGate, type TokenGate } from './token-gate.js'

export interface RunGuardDeps {
  guardrails: ExecutorGuardrails
  prepared: PreparedGuardrails
  modelCheck: ModelCheck
  emit: (event: EventFields) => void
  storeDecision: (decision: DecisionRecord) => void
  countPassedCheck: (check: PassedChecks) => void
}

/** An output or a tool call that needs a human review. */
export interface PendingReview {
  guardrail: string
  reason: string
  text: string
}

export class RunGuard {
  readonly scrubber: Scrubber | undefined
  readonly emit: RunGuardDeps['emit']
  readonly reviews = new PastReviews()
  readonly #prepared: PreparedGuardrails
  readonly #recorder: DecisionRecorder
  readonly #checker: TextChecker
  readonly #scrubReport: ScrubReport
  #blocked: GuardrailBlocked | undefined
  #pending: PendingReview[] = []
  /** True for nodes that may produce the final output. Set once the graph is loaded. */
  isFinalNode: (path: string) => boolean = () => true

  constructor(private readonly deps: RunGuardDeps) {
    this.#prepared = deps.prepared
    const { scrubber, activeFilters } = deps.prepared
    this.#scrubReport = new ScrubReport(activeFilters, (decision, text) => {
      this.#recorder.record(decision, text)
    })
    this.scrubber = scrubber && this.#scrubReport.observe(scrubber)
    this.emit = deps.emit
    const onBlocked = this.block.bind(this)
    this.#recorder = new DecisionRecorder({
      ...deps,
      set: deps.guardrails.set,
      scrubber,
      onBlocked,
      onChecked: this.#scrubReport.addChecks.bind(this.#scrubReport),
    })
    this.#checker = new TextChecker(deps.modelCheck, this.#recorder)
  }

  get hasAnomalyRules(): boolean {
    return this.#prepared.anomalyRules.length > 0
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

  /** Records a decision that is not about a text. */
  record(decision: RuleDecision, origin: CheckOrigin = {}): void {
    this.#recorder.record(decision, null, origin)
  }

  /** Records what filters removed from the stored input although they do not check inputs. */
  recordScrubbedInput(): void {
    this.#scrubReport.flush('input', 'the stored input')
  }

  /** Records what filters removed from anything else that the execution stored. Call it at the end. */
  recordScrubbedData(): void {
    this.#scrubReport.flush('output', 'stored data')
  }

  /** Applies the filters of a stage to a value. */
  filterValue<T>(value: T, stage: Stage): T {
    return this.#prepared.getStageScrubber(stage)?.value(value) ?? value
  }

  async checkInput(text: string): Promise<Verdict> {
    return this.#checker.check(text, { stage: 'input', rules: this.#prepared.rulesFor.input })
  }

  /** Throws if the run is blocked or a budget is used up. */
  beforeModelCall(usage: Usage | null, task: TaskFields): void {
    this.throwIfBlocked()
    const { spending } = this.deps.guardrails
    for (const decision of checkBudgets(this.#prepared.budgetRules, spending, usage))
      this.record(decision, { task })
    this.throwIfBlocked()
  }

  createGate(): TokenGate {
    return makeTokenGate(this.#prepared.rulesFor.finalOutput)
  }

  /** Checks the text and the tool calls of a model and replaces them in place. Returns the text that may be streamed. */
  async onModelEnd(generation: Generation, task: TaskFields): Promise<string> {
    const { message } = generation
    const calls = getToolCalls(message)
    const text = getGenerationText(generation)
    const isFinalOutput = calls.length === 0 && this.isFinalNode(task.node_id)
    const finishReason = getFinishReason(message)
    if (text !== '')
      setGenerationText(generation, await this.checkOutput(text, { isFinalOutput, finishReason, task }))
    for (const [index, { id, args }] of calls.entries()) {
      const changed = await this.checkToolArguments(args, { toolCallId: id, task })
      if (message !== undefined && changed !== args) setToolArguments(message, index, changed)
    }
    if (this.#blocked !== undefined && message !== undefined) removeToolCalls(message)
    const allowed = getGenerationText(generation)
    return this.#pending.some((pendingReview) => pendingReview.text === allowed) ? '' : allowed
  }

  /** Returns the text that may be used from here on. */
  async checkOutput(
    text: string,
    {
      isFinalOutput,
      finishReason,
      task,
    }: { isFinalOutput: boolean; finishReason?: string | undefined; task?: TaskFields },
  ): Promise<string> {
    const { finalOutput, intermediateOutput } = this.#prepared.rulesFor
    const request = {
      stage: 'output',
      rules: isFinalOutput ? finalOutput : intermediateOutput,
      finishReason,
      task,
    } as const
    const verdict = await this.#checker.check(text, request)
    if (verdict.action === 'block') return BLOCKED
    const review = findReview(verdict)
    if (review !== undefined && !this.#pending.some((pendingReview) => pendingReview.text === review.text))
      this.#pending.push(review)
    return verdict.text
  }

  /** Checks every string of a value that a graph emits in the stream mode `custom`. */
  async checkCustomValue(value: unknown): Promise<unknown> {
    if (typeof value === 'string')
      return value === '' ? value : this.checkOutput(value, { isFinalOutput: false })
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.checkCustomValue(item)))
    if (!isPlainObject(value)) return value
    const entries = Object.entries(value).map(
      async ([key, item]) => [key, await this.checkCustomValue(item)] as const,
    )
    return Object.fromEntries(await Promise.all(entries))
  }

  /** Returns the allowed arguments. Human review comes later, right before the tool is called. */
  async checkToolArguments(args: JsonObject, origin: CheckOrigin): Promise<JsonObject> {
    const rules = this.#prepared.rulesFor.toolArguments
    const text = JSON.stringify(args)
    const { action, checks } = await this.#checker.check(text, { ...origin, stage: 'tool_call', rules })
    // A redirect replaces an output; a tool call has none, so it is blocked.
    if (action === 'redirect') this.block(checks.at(-1)?.rule.name ?? '', 'tool_call', 'it is off topic')
    return this.#blocked === undefined ? this.filterValue(args, 'tool_call') : {}
  }

  async checkToolResult(text: string, origin: CheckOrigin): Promise<string> {
    const rules = this.#prepared.rulesFor.toolResult
    const verdict = await this.#checker.check(text, { ...origin, stage: 'tool_result', rules })
    return verdict.action === 'block' ? BLOCKED : verdict.text
  }

  async onToolEnd(message: BaseMessage, origin: CheckOrigin): Promise<void> {
    const text = toText(message.content)
    const allowed = await this.checkToolResult(text, origin)
    if (allowed !== text) setText(message, allowed)
  }

  /** Checks the result of a node before it becomes state: it may contain messages that no observed model or tool produced. */
  async onNodeEnd(result: unknown, task: TaskFields): Promise<void> {
    const { update = result } = (result ?? {}) as { update?: unknown }
    for (const message of collectMessages(update)) {
      if (getMessageType(message) === 'tool') await this.onToolEnd(message, { task })
      else if (getMessageType(message) === 'ai') await this.#checkMessage(message, task)
    }
    for (const [holder, key, text] of collectTexts(update)) {
      const allowed = await this.checkOutput(text, { isFinalOutput: false, task })
      if (allowed !== text) holder[key] = allowed
    }
  }

  async #checkMessage(message: BaseMessage, task: TaskFields): Promise<void> {
    const text = toText(message.content)
    if (text === '') return
    const isFinalOutput = getToolCalls(message).length === 0 && this.isFinalNode(task.node_id)
    const finishReason = getFinishReason(message)
    const allowed = await this.checkOutput(text, { isFinalOutput, finishReason, task })
    if (allowed !== text) setText(message, allowed)
  }

  /** Returns undefined if the call needs no review. An already decided or requested review is not counted again. */
  async findToolCallReview(
    args: JsonObject,
    { toolCallId, task }: { toolCallId: string; task: TaskFields },
    isDecided: boolean,
  ): Promise<PendingReview | undefined> {
    const rules = this.#prepared.rulesFor.toolReview
    if (rules.length === 0) return undefined
    const text = JSON.stringify(args)
    if (isDecided || this.reviews.wasRequested(toolCallId))
      return findReview(checkText(rules, text, 'tool_call'))
    return findReview(await this.#checker.check(text, { stage: 'tool_call', rules, toolCallId, task }))
  }

  /** Returns the outputs that need a review and clears the list. */
  takePendingReviews(): PendingReview[] {
    const pending = this.#pending
    this.#pending = []
    return pending
  }

  /** Skips the human review of this text from now on. Text that a reviewer edited is checked by all other rules. */
  markReviewed(text: string, isEdited: boolean): void {
    const { rules } = this.#prepared
    this.#checker.markChecked(
      text,
      'output',
      isEdited ? rules.filter(({ type }) => type === 'human_review') : rules,
    )
  }
}

const findReview = ({ checks, text }: Verdict): PendingReview | undefined => {
  const reviewCheck = checks.find(({ finding }) => finding?.action === 'review')
  return reviewCheck && { guardrail: reviewCheck.rule.name, reason: reviewCheck.finding?.reason ?? '', text }
}

const collectMessages = (value: unknown): BaseMessage[] => {
  if (isMessage(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(collectMessages)
  return isPlainObject(value) ? Object.values(value).flatMap(collectMessages) : []
}

type TextField = [holder: Record<string, unknown>, key: string, text: string]

/** The strings that a node writes to top-level keys of the state. */
const collectTexts = (value: unknown): TextField[] =>
  isPlainObject(value)
    ? Object.entries(value).flatMap(([key, field]): TextField[] =>
        typeof field === 'string' && field !== '' ? [[value, key, field]] : [],
      )
    : []

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
