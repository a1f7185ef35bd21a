/**
 * Rules on texts. Each rule looks at a text once in an execution: a message is met when the model ends, when its node
 * does, and in the output of the run.
 */
import {
  getOverallAction,
  checkText,
  checkTextWithModel,
  type ModelCheck,
  type Verdict,
} from '../../../guardrails/rules/check-text.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { DecisionRecorder } from './decision-recorder.js'

interface CheckRequest {
  stage: Stage
  rules: readonly Rule[]
  finishReason?: string | undefined
  toolCallId?: string | undefined
}

/** Most rules answer at once; to wait for those would cost more than they do. */
type VerdictOrPromise = Verdict | Promise<Verdict>

interface CheckedText {
  rules: Set<Rule>
  verdict: VerdictOrPromise
}

export class TextChecker {
  readonly #seen = new Map<string, CheckedText>()

  constructor(
    private readonly modelCheck: ModelCheck,
    private readonly recorder: DecisionRecorder,
  ) {}

  look(text: string, request: CheckRequest): VerdictOrPromise {
    const key = `${request.stage} ${text}`
    const seen = this.#seen.get(key) ?? { rules: new Set(), verdict: toPassedVerdict(text) }
    this.#seen.set(key, seen)
    const rules = request.rules.filter((rule) => !seen.rules.has(rule))
    if (rules.length === 0) return seen.verdict
    for (const rule of rules) seen.rules.add(rule)
    const continueChecks = (previous: Verdict): VerdictOrPromise =>
      previous.action === 'block' ? previous : this.#decide(previous, { ...request, rules }, seen.rules)
    seen.verdict =
      seen.verdict instanceof Promise ? seen.verdict.then(continueChecks) : continueChecks(seen.verdict)
    return seen.verdict
  }

  /** These rules need not look at the text any more. */
  markChecked(text: string, stage: Stage, rules: Iterable<Rule>): void {
    this.#seen.set(`${stage} ${text}`, { rules: new Set(rules), verdict: toPassedVerdict(text) })
  }

  #decide(
    previous: Verdict,
    { stage, rules, finishReason, toolCallId }: CheckRequest,
    seen: Set<Rule>,
  ): VerdictOrPromise {
    const { text } = previous
    const recordVerdict = (verdict: Verdict): Verdict => {
      for (const look of verdict.checks) this.recorder.look(look, stage, text, toolCallId)
      // What became of the text has been looked at as well.
      if (verdict.text !== text && verdict.action !== 'block') this.markChecked(verdict.text, stage, seen)
      if (previous.checks.length === 0) return verdict
      const looks = [...previous.checks, ...verdict.checks]
      return { text: verdict.text, action: getOverallAction(looks), checks: looks }
    }
    return rules.some(({ modelCheck }) => modelCheck !== undefined)
      ? checkTextWithModel(rules, text, stage, this.modelCheck, finishReason).then(recordVerdict)
      : recordVerdict(checkText(rules, text, stage, finishReason))
  }
}

const toPassedVerdict = (text: string): Verdict => ({ action: 'pass', text, checks: [] })
