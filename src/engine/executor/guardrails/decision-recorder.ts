/** Writes down what rules decided: for the counts, the audit and the stream of the run. */
import { createHmac } from 'node:crypto'
import type { GuardrailSet } from '../../../guardrails/policy/guardrail-resolver.js'
import type { DecisionRecord } from '../../../guardrails/rules/decision.js'
import { decisionOf, type Decision, type Look } from '../../../guardrails/rules/check-text.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { EventFields, PassedChecks } from '../../threads/executor-protocol.js'
import type { Cleaner } from './scrub.js'

interface Parts {
  set: Omit<GuardrailSet, 'definitions'>
  clean: Cleaner | undefined
  tell: (event: EventFields) => void
  note: (decision: DecisionRecord) => void
  /** Of a check that found nothing, where no more than its number is kept. */
  pass: (check: PassedChecks) => void
  blocked: (guardrail: string, stage: Stage, reason: string) => void
}

export class Recorder {
  readonly #keepsPassed: boolean
  readonly #keepsTexts: boolean

  constructor(private readonly parts: Parts) {
    const { auditLevel } = parts.set
    this.#keepsTexts = auditLevel === 'comprehensive'
    this.#keepsPassed = this.#keepsTexts || auditLevel === 'full'
  }

  look(look: Look, stage: Stage, text: string, toolCallId: string | undefined): void {
    if (look.found === null && !this.#keepsPassed) {
      const { rule, latency_us } = look
      this.parts.pass({ name: rule.name, type: rule.type, checks: 1, latency_us })
    } else this.decision(decisionOf(look, stage), text, toolCallId)
  }

  /** `text`: what was looked at, where it was one. */
  decision(decision: Decision, text: string | null, toolCallId?: string): void {
    const { guardrail, type, stage, action, category, score, detector, reason, spans, latency_us } = decision
    const { set, tell, note, blocked } = this.parts
    if (action === 'block') blocked(guardrail, stage, reason)
    const isFound = action !== 'pass'
    const said = { guardrail, stage, action, category, detector, reason }
    note({
      ...said,
      type,
      spans,
      latency_us,
      score: score ?? null,
      text_hash:
        isFound && text !== null ? createHmac('sha256', set.hashKey).update(text).digest('hex') : null,
      ...this.#textsOf(decision),
      tool_call_id: toolCallId ?? null,
    })
    if (isFound)
      tell({
        type: 'guardrail.triggered',
        guardrail_type: type,
        ...said,
        ...(score !== undefined && { score }),
        ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
      })
  }

  #textsOf({ action, change, spans }: Decision): Pick<DecisionRecord, 'text_before' | 'text_after'> {
    // Of what is blocked nothing is kept; of the rest, what was found is not.
    if (!this.#keepsTexts || change === undefined || action === 'block')
      return { text_before: null, text_after: null }
    const cleaned = (text: string) => this.parts.clean?.text(text) ?? text
    return { text_before: cleaned(masked(change.before, spans)), text_after: cleaned(change.after) }
  }
}

const masked = (text: string, spans: Decision['spans']): string => {
  let result = ''
  let at = 0
  for (const { start, end, label } of spans) {
    if (start < at) continue
    result += `${text.slice(at, start)}[${label}]`
    at = end
  }
  return result + text.slice(at)
}
