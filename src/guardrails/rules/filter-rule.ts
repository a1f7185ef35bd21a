import type { GuardrailConfig } from '../../schema/guardrail.js'
import { compilePatterns, type PatternSet } from '../detectors/patterns/compile-patterns.js'
import { findMatches, redact, type Match } from '../detectors/patterns/find-matches.js'
import type { Rule } from './rule.js'

export interface FilterRule extends Rule {
  patterns: PatternSet
  /** The action for matches of `detect_patterns`; matches of `block_patterns` always block. */
  onMatch: 'redact' | 'block' | 'warn'
}

export const isFilterRule = (rule: Rule): rule is FilterRule => 'patterns' in rule

/** A blocked phrase is not repeated in decisions and events. */
const toPublicLabel = ({ kind, label }: Match): string => (kind === 'block' ? 'a blocked phrase' : label)

/** `rule` is undefined if the patterns have problems. */
export const makeFilterRule = (
  name: string,
  config: GuardrailConfig<'output_filter'>,
): { rule?: FilterRule; problems: Record<string, string> } => {
  const { action = 'redact', stages = ['output', 'tool_call', 'tool_result'], ...patterns } = config
  const { set, problems } = compilePatterns(patterns)
  if (Object.keys(problems).length > 0) return { problems }
  const rule: FilterRule = {
    name,
    type: 'output_filter',
    stages: new Set(stages),
    detector: 'lexical',
    strongestAction:
      action === 'block' || set.detectors.some(({ kind }) => kind === 'block') ? 'block' : action,
    patterns: set,
    onMatch: action,
    check(text) {
      const matches = findMatches(set, text)
      const [first] = matches
      if (first === undefined) return null
      const spans = matches.map((match) => ({
        start: match.start,
        end: match.end,
        label: toPublicLabel(match),
      }))
      const labels = [...new Set(spans.map(({ label }) => label))].join(', ')
      const blockingMatch = matches.find(({ kind }) => kind === 'block')
      const finding = { category: toPublicLabel(blockingMatch ?? first), spans }
      if (blockingMatch !== undefined || action === 'block')
        return { ...finding, action: 'block', reason: `contains ${labels}` }
      if (action === 'warn') return { ...finding, action, reason: `contains ${labels}` }
      const redacted = redact(text, matches, set.replacement)
      return { ...finding, action: 'redact', reason: `redacted ${labels}`, text: redacted }
    },
  }
  return { rule, problems }
}
