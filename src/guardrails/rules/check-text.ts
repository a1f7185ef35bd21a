/** Runs rules on a text one after the other: each rule checks the text that the previous rule returned. */
import type { Action, Stage } from '../../schema/guardrail.js'
import { SearchBudget } from '../detectors/patterns/search-budget.js'
import type { DetectorKind } from '../detectors/span.js'
import type { CheckContext, Finding, Rule, ModelCheckSettings } from './rule.js'
import { selectStrongest } from './rule.js'

/** The result of one rule. */
export interface RuleCheck {
  rule: Rule
  detector: DetectorKind
  latency_us: number
  /** Null if the rule found nothing. */
  finding: Finding | null
  /** Set if the rule changed the text. */
  change?: { before: string; after: string }
}

export interface Verdict {
  /** The strongest action of all findings. */
  action: Action
  /** The text to use from here on: empty if blocked, the reply if redirected. */
  text: string
  /** One for each rule that ran. */
  checks: RuleCheck[]
}

export interface RuleDecision extends Omit<Finding, 'text' | 'action' | 'detector'> {
  guardrail: string
  type: Rule['type']
  stage: Stage
  action: Action
  detector: DetectorKind
  latency_us: number
  change?: RuleCheck['change']
}

/** Checks a text with the model of a rule. Returns null if the model found nothing. */
export type ModelCheck = (settings: ModelCheckSettings, text: string) => Promise<Finding | null>

/** After one of these actions no further rule runs. */
const TERMINAL_ACTIONS: ReadonlySet<Action> = new Set(['block', 'redirect'])

/** Runs the built-in detectors only; models of rules are not called. */
export const checkText = (
  rules: readonly Rule[],
  text: string,
  stage: Stage,
  finishReason?: string,
): Verdict => {
  const context = toContext(stage, finishReason)
  const state = new CheckState(text)
  const budget = new SearchBudget(text.length)
  for (const rule of rules) {
    if (!rule.stages.has(stage)) continue
    const started = performance.now()
    const finding = budget.run(() => rule.check(state.text, context))
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
  const budget = new SearchBudget(text.length)
  for (const rule of rules) {
    if (!rule.stages.has(stage)) continue
    const started = performance.now()
    let finding = budget.run(() => rule.check(state.text, context))
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

  /** Returns true if no further rule may run. */
  add(rule: Rule, detector: DetectorKind, finding: Finding | null, started: number): boolean {
    const latency_us = Math.round((performance.now() - started) * 1000)
    const check: RuleCheck = { rule, detector: finding?.detector ?? detector, latency_us, finding }
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
  const { text: _, detector: __, ...decision } = finding
  return { ...base, ...decision, ...(change && { change }) }
}
