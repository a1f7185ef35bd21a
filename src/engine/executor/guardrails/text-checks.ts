/**
 * Rules on texts. Each rule looks at a text once in an execution: a message is met when the model ends, when its node
 * does, and in the output of the run.
 */
import {
  actionOf,
  checkText,
  checkTextAsking,
  type Ask,
  type Verdict,
} from '../../../guardrails/rules/check-text.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { Recorder } from './decision-recorder.js'

interface Looking {
  stage: Stage
  rules: readonly Rule[]
  finishReason?: string | undefined
  toolCallId?: string | undefined
}

/** Most rules answer at once; to wait for those would cost more than they do. */
type Answer = Verdict | Promise<Verdict>

interface Seen {
  rules: Set<Rule>
  verdict: Answer
}

export class TextChecks {
  readonly #seen = new Map<string, Seen>()

  constructor(
    private readonly ask: Ask,
    private readonly recorder: Recorder,
  ) {}

  look(text: string, looking: Looking): Answer {
    const key = `${looking.stage} ${text}`
    const seen = this.#seen.get(key) ?? { rules: new Set(), verdict: passed(text) }
    this.#seen.set(key, seen)
    const rules = looking.rules.filter((rule) => !seen.rules.has(rule))
    if (rules.length === 0) return seen.verdict
    for (const rule of rules) seen.rules.add(rule)
    const goOn = (before: Verdict): Answer =>
      before.action === 'block' ? before : this.#decide(before, { ...looking, rules }, seen.rules)
    seen.verdict = seen.verdict instanceof Promise ? seen.verdict.then(goOn) : goOn(seen.verdict)
    return seen.verdict
  }

  /** These rules need not look at the text any more. */
  settle(text: string, stage: Stage, rules: Iterable<Rule>): void {
    this.#seen.set(`${stage} ${text}`, { rules: new Set(rules), verdict: passed(text) })
  }

  #decide(before: Verdict, { stage, rules, finishReason, toolCallId }: Looking, seen: Set<Rule>): Answer {
    const { text } = before
    const conclude = (verdict: Verdict): Verdict => {
      for (const look of verdict.looks) this.recorder.look(look, stage, text, toolCallId)
      // What became of the text has been looked at as well.
      if (verdict.text !== text && verdict.action !== 'block') this.settle(verdict.text, stage, seen)
      if (before.looks.length === 0) return verdict
      const looks = [...before.looks, ...verdict.looks]
      return { text: verdict.text, action: actionOf(looks), looks }
    }
    return rules.some(({ second }) => second !== undefined)
      ? checkTextAsking(rules, text, stage, this.ask, finishReason).then(conclude)
      : conclude(checkText(rules, text, stage, finishReason))
  }
}

const passed = (text: string): Verdict => ({ action: 'pass', text, looks: [] })
