/**
 * Runs rules on texts, each rule at most once per text and execution: the same message is seen when the model ends, when
 * its node ends, and in the output of the run.
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
import type { CheckOrigin, DecisionRecorder } from './decision-recorder.js'

interface CheckRequest extends CheckOrigin {
  stage: Stage
  rules: readonly Rule[]
  finishReason?: string | undefined
}

/** Most rules are synchronous; awaiting them would cost more than the rules themselves. */
type VerdictOrPromise = Verdict | Promise<Verdict>

interface CheckedText {
  rules: Set<Rule>
  verdict: VerdictOrPromise
}

export class TextChecker {
  readonly #checkedTexts = new Map<string, CheckedText>()

  constructor(
    private readonly modelCheck: ModelCheck,
    private readonly recorder: DecisionRecorder,
  ) {}

  check(text: string, request: CheckRequest): VerdictOrPromise {
    const key = `${request.stage} ${text}`
    const checked = this.#checkedTexts.get(key) ?? { rules: new Set(), verdict: toPassedVerdict(text) }
    this.#checkedTexts.set(key, checked)
    const rules = request.rules.filter((rule) => !checked.rules.has(rule))
    if (rules.length === 0) return checked.verdict
    for (const rule of rules) checked.rules.add(rule)
    const continueChecks = (previous: Verdict): VerdictOrPromise =>
      previous.action === 'block' ? previous : this.#runRules(previous, { ...request, rules }, checked.rules)
    checked.verdict =
      checked.verdict instanceof Promise
        ? checked.verdict.then(continueChecks)
        : continueChecks(checked.verdict)
    return checked.verdict
  }

  /** Skips these rules for this text from now on. */
  markChecked(text: string, stage: Stage, rules: Iterable<Rule>): void {
    this.#checkedTexts.set(`${stage} ${text}`, { rules: new Set(rules), verdict: toPassedVerdict(text) })
  }

  #runRules(
    previous: Verdict,
    { stage, rules, finishReason, toolCallId, task }: CheckRequest,
    checkedRules: Set<Rule>,
  ): VerdictOrPromise {
    const { text } = previous
    const recordVerdict = (verdict: Verdict): Verdict => {
      this.recorder.recordChecks(verdict.checks, stage, text, { toolCallId, task })
      // The same rules produced the new text, so they need not check it again.
      if (verdict.text !== text && verdict.action !== 'block')
        this.markChecked(verdict.text, stage, checkedRules)
      if (previous.checks.length === 0) return verdict
      const checks = [...previous.checks, ...verdict.checks]
      return { text: verdict.text, action: getOverallAction(checks), checks }
    }
    return rules.some(({ modelCheck }) => modelCheck !== undefined)
      ? checkTextWithModel(rules, text, stage, this.modelCheck, finishReason).then(recordVerdict)
      : recordVerdict(checkText(rules, text, stage, finishReason))
  }
}

const toPassedVerdict = (text: string): Verdict => ({ action: 'pass', text, checks: [] })
