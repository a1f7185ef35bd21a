/** Records the decisions of rules: for the counters, the audit and the event stream of the run. */
import { createHmac } from 'node:crypto'
import type { GuardrailSet } from '../../../guardrails/policy/guardrail-resolver.js'
import { isAudited, type DecisionRecord } from '../../../guardrails/rules/decision.js'
import { toRuleDecision, type RuleDecision, type RuleCheck } from '../../../guardrails/rules/check-text.js'
import { newId } from '../../../platform/ids.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { EventFields, TaskFields } from '../../../events/run-event.js'
import type { PassedChecks } from '../../threads/executor-protocol.js'
import type { Scrubber } from './scrub.js'

interface RecorderDeps {
  set: Omit<GuardrailSet, 'definitions'>
  scrubber: Scrubber | undefined
  emit: (event: EventFields) => void
  storeDecision: (decision: DecisionRecord) => void
  /** Counts a check that found nothing, if the audit level does not store such checks. */
  countPassedCheck: (check: PassedChecks) => void
  onBlocked: (guardrail: string, stage: Stage, reason: string) => void
  onChecked: (checks: readonly RuleCheck[], text: string) => void
}

/** An event shows the first findings; the audit stores all of them. */
const MAX_EVENT_SPANS = 20

/** Where a checked text comes from. */
export interface CheckOrigin {
  toolCallId?: string | undefined
  task?: TaskFields | undefined
}

export class DecisionRecorder {
  readonly #storesPassed: boolean
  readonly #storesTexts: boolean

  constructor(private readonly deps: RecorderDeps) {
    const { auditLevel } = deps.set
    this.#storesTexts = auditLevel === 'comprehensive'
    this.#storesPassed = this.#storesTexts || auditLevel === 'full'
  }

  /** Records the checks of one text. Those that found nothing share one event. */
  recordChecks(checks: readonly RuleCheck[], stage: Stage, text: string, origin: CheckOrigin): void {
    this.deps.onChecked(checks, text)
    const passed = checks.filter(({ finding }) => finding === null)
    for (const check of checks) {
      if (check.finding === null && !this.#storesPassed) {
        const { rule, latency_us } = check
        this.deps.countPassedCheck({ name: rule.name, type: rule.type, checks: 1, latency_us })
      } else this.record(toRuleDecision(check, stage), text, origin)
    }
    if (passed.length === 0) return
    this.deps.emit({
      type: 'guardrail.checked',
      ...toEventFields(origin),
      stage,
      passed: passed.map(({ rule, latency_us }) => ({ guardrail: rule.name, latency_us })),
    })
  }

  /** `text` is the checked text; null if the decision is not about a text. */
  record(decision: RuleDecision, text: string | null, origin: CheckOrigin = {}): void {
    const { guardrail, type, stage, action, reason } = decision
    const { set, emit, storeDecision, onBlocked } = this.deps
    if (action === 'block') onBlocked(guardrail, stage, reason)
    const isTriggered = action !== 'pass'
    const stored: DecisionRecord = {
      decision_id: newId(),
      guardrail,
      type,
      stage,
      action,
      category: decision.category,
      score: decision.score ?? null,
      detector: decision.detector,
      reason,
      spans: decision.spans,
      latency_us: decision.latency_us,
      text_hash:
        isTriggered && text !== null ? createHmac('sha256', set.hashKey).update(text).digest('hex') : null,
      ...this.#toStoredTexts(decision),
      tool_call_id: origin.toolCallId ?? null,
    }
    storeDecision(stored)
    if (isTriggered) emit(toTriggeredEvent(stored, isAudited(set.auditLevel, stored), origin))
  }

  #toStoredTexts({
    action,
    change,
    spans,
  }: RuleDecision): Pick<DecisionRecord, 'text_before' | 'text_after'> {
    // A blocked text is never stored. Other texts are stored without the parts that were found.
    if (!this.#storesTexts || change === undefined || action === 'block')
      return { text_before: null, text_after: null }
    const scrub = (text: string) => this.deps.scrubber?.text(text) ?? text
    return { text_before: scrub(maskSpans(change.before, spans)), text_after: scrub(change.after) }
  }
}

/** A decision that is not audited has no ID in its event, because the ID would lead nowhere. */
const toTriggeredEvent = (decision: DecisionRecord, isStored: boolean, origin: CheckOrigin): EventFields => {
  const { decision_id, guardrail, type, stage, action, category, detector, reason, score } = decision
  return {
    type: 'guardrail.triggered',
    ...toEventFields(origin),
    ...(isStored && { decision_id }),
    guardrail_type: type,
    guardrail,
    stage,
    action,
    category,
    detector,
    reason,
    ...(score !== null && { score }),
    spans: decision.spans.slice(0, MAX_EVENT_SPANS),
    latency_us: decision.latency_us,
  }
}

const toEventFields = ({ task, toolCallId }: CheckOrigin) => ({
  ...task,
  ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
})

const maskSpans = (text: string, spans: RuleDecision['spans']): string => {
  let result = ''
  let at = 0
  for (const { start, end, label } of spans) {
    if (start < at) continue
    result += `${text.slice(at, start)}[${label}]`
    at = end
  }
  return result + text.slice(at)
}
