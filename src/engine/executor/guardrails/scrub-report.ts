/**
 * Reports what the scrubber of a run removed and no check has reported: text that only leaves the executor, such as the
 * input of a run whose filters check outputs, or the result of a tool that project code calls. A value counts once per
 * execution and guardrail, however often it is stored.
 */
import type { FilterRule } from '../../../guardrails/rules/filter-rule.js'
import type { RuleCheck, RuleDecision } from '../../../guardrails/rules/check-text.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { Scrubber } from './scrub.js'

interface ScrubbedText {
  text: string
  decision: RuleDecision
  keys: readonly string[]
}

const toKey = ({ name }: Pick<RuleCheck['rule'], 'name'>, value: string): string => `${name}\n${value}`

export class ScrubReport {
  readonly #reported = new Set<string>()
  readonly #seen = new Set<string>()
  #pending: ScrubbedText[] = []

  constructor(
    private readonly filters: readonly FilterRule[],
    private readonly record: (decision: RuleDecision, text: string) => void,
  ) {}

  /** Remembers what a check found, so that it is not reported again when it is scrubbed. */
  addChecks(checks: readonly RuleCheck[], text: string): void {
    for (const { rule, finding, change } of checks) {
      const checkedText = change?.before ?? text
      for (const { start, end } of finding?.spans ?? [])
        this.#reported.add(toKey(rule, checkedText.slice(start, end)))
    }
  }

  /** Returns a scrubber that also notes which texts it changes. */
  observe(scrubber: Scrubber): Scrubber {
    const note = (text: string): void => {
      this.#note(text, scrubber)
    }
    const observed = <T>(original: T, scrubbed: T): T => {
      if (scrubbed !== original) forEachChangedText(original, scrubbed, note)
      return scrubbed
    }
    return {
      text: (text) => observed(text, scrubber.text(text)),
      value: (value) => observed(value, scrubber.value(value)),
      event: (event) => observed(event, scrubber.event(event)),
      message: (message) => observed(message, scrubber.message(message)),
      json: (text) => {
        const scrubbed = scrubber.json(text)
        if (scrubbed !== text) forEachChangedText(JSON.parse(text), JSON.parse(scrubbed), note)
        return scrubbed
      },
    }
  }

  /** Records what was scrubbed since the last call and was not reported by a check. */
  flush(stage: Stage, place: string): void {
    const pending = this.#pending
    this.#pending = []
    for (const { text, decision, keys } of pending) {
      if (keys.every((key) => this.#reported.has(key))) continue
      for (const key of keys) this.#reported.add(key)
      this.record({ ...decision, stage, reason: `${decision.reason} in ${place}` }, text)
    }
  }

  #note(text: string, scrubber: Scrubber): void {
    if (this.#seen.has(text)) return
    this.#seen.add(text)
    let rest = text
    for (const rule of this.filters) {
      const before = rest
      const started = performance.now()
      const finding = rule.check(before, { stage: 'output' })
      if (finding === null) continue
      rest = finding.text ?? before
      const keys = finding.spans.map(({ start, end }) => toKey(rule, before.slice(start, end)))
      const labels = [...new Set(finding.spans.map(({ label }) => label))].join(', ')
      const decision: RuleDecision = {
        guardrail: rule.name,
        type: rule.type,
        stage: 'output',
        action: 'redact',
        category: finding.category,
        spans: finding.spans,
        reason: `redacted ${labels}`,
        detector: rule.detector,
        latency_us: Math.round((performance.now() - started) * 1000),
        change: { before, after: scrubber.text(before) },
      }
      this.#pending.push({ text: before, decision, keys })
    }
  }
}

/** Calls `note` for each text that differs. Scrubbing keeps the order of keys and items, but may rename keys. */
const forEachChangedText = (original: unknown, scrubbed: unknown, note: (text: string) => void): void => {
  if (original === scrubbed) return
  if (typeof original === 'string') note(original)
  else if (typeof original === 'number') note(String(original))
  else if (isObject(original) && isObject(scrubbed)) {
    const scrubbedEntries = Object.entries(scrubbed)
    for (const [index, [key, value]] of Object.entries(original).entries()) {
      const [scrubbedKey, scrubbedValue] = scrubbedEntries[index] ?? []
      if (key !== scrubbedKey) note(key)
      forEachChangedText(value, scrubbedValue, note)
    }
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
