/** All rules on one text: each looks at what the one before let through, and everything is written down. */
import type { Action, Stage } from '../../schema/guardrail.js'
import type { DetectorKind } from '../detectors/span.js'
import type { CheckContext, Finding, Rule, ModelCheckSettings } from './rule.js'
import { selectStrongest } from './rule.js'

/** What a rule made of the text. */
export interface RuleCheck {
  rule: Rule
  detector: DetectorKind
  latency_us: number
  /** Null: nothing. */
  finding: Finding | null
  /** Of a change: the text as it came and as it went on. */
  change?: { before: string; after: string }
}

export interface Verdict {
  /** The strongest that was asked for. */
  action: Action
  /** As it may go on; of a blocked text nothing. Of a redirect: the answer instead. */
  text: string
  /** One for each rule that looked. */
  checks: RuleCheck[]
}

export interface RuleDecision extends Omit<Finding, 'text' | 'action'> {
  guardrail: string
  type: Rule['type']
  stage: Stage
  action: Action
  detector: DetectorKind
  latency_us: number
  change?: RuleCheck['change']
}

/** Asks the second tier of a rule. Null: it found nothing. */
export type ModelCheck = (settings: ModelCheckSettings, text: string) => Promise<Finding | null>

/** A rule that blocks ends it: nobody after it sees the text. */
const TERMINAL_ACTIONS: ReadonlySet<Action> = new Set(['block', 'redirect'])

/** By what is in the service itself; second tiers are not asked. */
export const checkText = (
  rules: readonly Rule[],
  text: string,
  stage: Stage,
  finishReason?: string,
): Verdict => {
  const context = toContext(stage, finishReason)
  const state = new CheckState(text)
  for (const rule of rules) {
    if (!rule.stages.has(stage)) continue
    const started = performance.now()
    const finding = rule.check(state.text, context)
    if (state.add(rule, rule.detector, finding, started)) break
  }
  return state.toVerdict()
}

export const checkTextWithModel = async (
  rules: readonly Rule[],
  text: string,
  stage: Stage,
  runModelCheck: ModelCheck,
  finishReason?: string,
): Promise<Verdict> => {
  const context = toContext(stage, finishReason)
  const state = new CheckState(text)
  for (const rule of rules) {
    if (!rule.stages.has(stage)) continue
    const started = performance.now()
    let finding = rule.check(state.text, context)
    let { detector } = rule
    if (finding === null && rule.modelCheck !== undefined) {
      finding = await runModelCheck(rule.modelCheck, state.text)
      detector = 'model'
    }
    if (state.add(rule, detector, finding, started)) break
  }
  return state.toVerdict()
}

const toContext = (stage: Stage, finishReason: string | undefined): CheckContext =>
  finishReason === undefined ? { stage } : { stage, finishReason }

class CheckState {
  readonly #checks: RuleCheck[] = []

  constructor(public text: string) {}

  /** Whether that was the end of it. */
  add(rule: Rule, detector: DetectorKind, finding: Finding | null, started: number): boolean {
    const latency_us = Math.round((performance.now() - started) * 1000)
    const check: RuleCheck = { rule, detector, latency_us, finding }
    this.#checks.push(check)
    if (finding === null) return false
    const before = this.text
    this.text = finding.action === 'block' ? '' : (finding.text ?? before)
    if (this.text !== before) check.change = { before, after: this.text }
    return TERMINAL_ACTIONS.has(finding.action)
  }

  toVerdict(): Verdict {
    return { action: getOverallAction(this.#checks), text: this.text, checks: this.#checks }
  }
}

export const getOverallAction = (checks: readonly RuleCheck[]): Action =>
  checks.every(({ finding }) => finding === null)
    ? 'pass'
    : selectStrongest(checks.map(({ finding }) => finding?.action ?? 'pass'))

export const toRuleDecision = (
  { rule, detector, latency_us, finding, change }: RuleCheck,
  stage: Stage,
): RuleDecision => {
  const base = { guardrail: rule.name, type: rule.type, stage, detector, latency_us }
  if (finding === null) return { ...base, action: 'pass', category: '', spans: [], reason: '' }
  const { text: _, ...decision } = finding
  return { ...base, ...decision, ...(change && { change }) }
}
