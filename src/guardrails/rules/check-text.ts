/** All rules on one text: each looks at what the one before let through, and everything is written down. */
import type { Action, Stage } from '../../schema/guardrail.js'
import type { DetectorKind } from '../detectors/span.js'
import type { CheckContext, Found, Rule, SecondTier } from './rule.js'
import { strongest } from './rule.js'

/** What a rule made of the text. */
export interface Look {
  rule: Rule
  detector: DetectorKind
  latency_us: number
  /** Null: nothing. */
  found: Found | null
  /** Of a change: the text as it came and as it went on. */
  change?: { before: string; after: string }
}

export interface Verdict {
  /** The strongest that was asked for. */
  action: Action
  /** As it may go on; of a blocked text nothing. Of a redirect: the answer instead. */
  text: string
  /** One for each rule that looked. */
  looks: Look[]
}

export interface Decision extends Omit<Found, 'text' | 'action'> {
  guardrail: string
  type: Rule['type']
  stage: Stage
  action: Action
  detector: DetectorKind
  latency_us: number
  change?: Look['change']
}

/** Asks the second tier of a rule. Null: it found nothing. */
export type Ask = (second: SecondTier, text: string) => Promise<Found | null>

/** A rule that blocks ends it: nobody after it sees the text. */
const ENDS: ReadonlySet<Action> = new Set(['block', 'redirect'])

/** By what is in the service itself; second tiers are not asked. */
export const checkText = (
  rules: readonly Rule[],
  text: string,
  stage: Stage,
  finishReason?: string,
): Verdict => {
  const context = contextOf(stage, finishReason)
  const checked = new Checked(text)
  for (const rule of rules) {
    if (!rule.stages.has(stage)) continue
    const started = performance.now()
    const found = rule.check(checked.text, context)
    if (checked.add(rule, rule.detector, found, started)) break
  }
  return checked.verdict()
}

export const checkTextAsking = async (
  rules: readonly Rule[],
  text: string,
  stage: Stage,
  ask: Ask,
  finishReason?: string,
): Promise<Verdict> => {
  const context = contextOf(stage, finishReason)
  const checked = new Checked(text)
  for (const rule of rules) {
    if (!rule.stages.has(stage)) continue
    const started = performance.now()
    let found = rule.check(checked.text, context)
    let { detector } = rule
    if (found === null && rule.second !== undefined) {
      found = await ask(rule.second, checked.text)
      detector = 'model'
    }
    if (checked.add(rule, detector, found, started)) break
  }
  return checked.verdict()
}

const contextOf = (stage: Stage, finishReason: string | undefined): CheckContext =>
  finishReason === undefined ? { stage } : { stage, finishReason }

class Checked {
  readonly #looks: Look[] = []

  constructor(public text: string) {}

  /** Whether that was the end of it. */
  add(rule: Rule, detector: DetectorKind, found: Found | null, started: number): boolean {
    const latency_us = Math.round((performance.now() - started) * 1000)
    const look: Look = { rule, detector, latency_us, found }
    this.#looks.push(look)
    if (found === null) return false
    const before = this.text
    this.text = found.action === 'block' ? '' : (found.text ?? before)
    if (this.text !== before) look.change = { before, after: this.text }
    return ENDS.has(found.action)
  }

  verdict(): Verdict {
    return { action: actionOf(this.#looks), text: this.text, looks: this.#looks }
  }
}

export const actionOf = (looks: readonly Look[]): Action =>
  looks.every(({ found }) => found === null)
    ? 'pass'
    : strongest(looks.map(({ found }) => found?.action ?? 'pass'))

export const decisionOf = ({ rule, detector, latency_us, found, change }: Look, stage: Stage): Decision => {
  const looked = { guardrail: rule.name, type: rule.type, stage, detector, latency_us }
  if (found === null) return { ...looked, action: 'pass', category: '', spans: [], reason: '' }
  const { text: _, ...decision } = found
  return { ...looked, ...decision, ...(change && { change }) }
}
