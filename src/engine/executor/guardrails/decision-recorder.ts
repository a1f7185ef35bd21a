/** Records the decisions of rules: for the counters, the audit and the event stream of the run. */
import { createHmac } from 'node:crypto'
import type { GuardrailSet } from '../../../guardrails/policy/guardrail-resolver.js'
import type { DecisionRecord } from '../../../guardrails/rules/decision.js'
import { toRuleDecision, type RuleDecision, type RuleCheck } from '../../../guardrails/rules/check-text.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { EventFields, PassedChecks } from '../../threads/executor-protocol.js'
import type { Scrubber } from './scrub.js'

interface RecorderDeps {
  set: Omit<GuardrailSet, 'definitions'>
  scrubber: Scrubber | undefined
  emit: (event: EventFields) => void
  storeDecision: (decision: DecisionRecord) => void
  /** Counts a check that found nothing, if the audit level does not store such checks. */
  countPassedCheck: (check: PassedChecks) => void
  onBlocked: (guardrail: string, stage: Stage, reason: string) => void
}

export class DecisionRecorder {
  readonly #storesPassed: boolean
  readonly #storesTexts: boolean

  constructor(private readonly deps: RecorderDeps) {
    const { auditLevel } = deps.set
    this.#storesTexts = auditLevel === 'comprehensive'
    this.#storesPassed = this.#storesTexts || auditLevel === 'full'
  }

  recordCheck(check: RuleCheck, stage: Stage, text: string, toolCallId: string | undefined): void {
    if (check.finding === null && !this.#storesPassed) {
      const { rule, latency_us } = check
      this.deps.countPassedCheck({ name: rule.name, type: rule.type, checks: 1, latency_us })
    } else this.record(toRuleDecision(check, stage), text, toolCallId)
  }

  /** `text` is the checked text; null if the decision is not about a text. */
  record(decision: RuleDecision, text: string | null, toolCallId?: string): void {
    const { guardrail, type, stage, action, category, score, detector, reason, spans, latency_us } = decision
    const { set, emit, storeDecision, onBlocked } = this.deps
    if (action === 'block') onBlocked(guardrail, stage, reason)
    const isTriggered = action !== 'pass'
    const summary = { guardrail, stage, action, category, detector, reason }
    storeDecision({
      ...summary,
      type,
      spans,
      latency_us,
      score: score ?? null,
      text_hash:
        isTriggered && text !== null ? createHmac('sha256', set.hashKey).update(text).digest('hex') : null,
      ...this.#toStoredTexts(decision),
      tool_call_id: toolCallId ?? null,
    })
    if (isTriggered)
      emit({
        type: 'guardrail.triggered',
        guardrail_type: type,
        ...summary,
        ...(score !== undefined && { score }),
        ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
      })
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
