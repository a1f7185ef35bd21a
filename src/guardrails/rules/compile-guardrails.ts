/** Definitions as rules. What is wrong is told by the name of the guardrail and the field, all at once. */
import type { GuardrailConfig, GuardrailDefinition } from '../../schema/guardrail.js'
import { parseAlert } from '../detectors/anomaly/alert-threshold.js'
import { checkConfig, type Problems } from './validate-config.js'
import type { Rule } from './rule.js'
import { disclaimerRule, integrityRule } from './output-rules.js'
import { filterRule } from './filter-rule.js'
import { reviewRule } from './review-rule.js'
import { injectionRule, safetyRule } from './scored-rules.js'
import { topicRule } from './topic-rule.js'

/** Compares an answer with earlier ones. */
export interface AnomalyRule {
  name: string
  config: GuardrailConfig<'anomaly_detection'>
}

/** Adds up what earlier runs spent. */
export interface BudgetRule {
  name: string
  config: GuardrailConfig<'rate_of_spend'>
}

interface Made {
  rule?: Rule
  anomaly?: AnomalyRule
  budget?: BudgetRule
  problems: Problems
}

const make = ({ name, type, config: given }: GuardrailDefinition): Made => {
  switch (type) {
    case 'topic_restriction': {
      const { config, problems } = checkConfig(type, given)
      const both = (config.allowed ?? []).filter((topic) => (config.blocked ?? []).includes(topic))
      if (both.length > 0) problems['blocked'] ??= `holds ${both.join(', ')}, which is allowed too`
      if ((config.allowed ?? []).length + (config.blocked ?? []).length === 0)
        problems['allowed'] ??= 'or blocked must name a topic'
      return finish(problems, () => topicRule(name, config))
    }
    case 'output_filter': {
      const { config, problems } = checkConfig(type, given)
      if (Object.keys(problems).length > 0) return { problems }
      return filterRule(name, config)
    }
    case 'content_safety': {
      const { config, problems } = checkConfig(type, given)
      return finish(problems, () => safetyRule(name, config))
    }
    case 'prompt_injection': {
      const { config, problems } = checkConfig(type, given)
      return finish(problems, () => injectionRule(name, config))
    }
    case 'output_integrity': {
      const { config, problems } = checkConfig(type, given)
      if ((config.min_length ?? 0) > (config.max_length ?? Infinity))
        problems['min_length'] ??= 'is more than max_length'
      return finish(problems, () => integrityRule(name, config))
    }
    case 'disclaimer_required': {
      const { config, problems } = checkConfig(type, given)
      return finish(problems, () => disclaimerRule(name, config))
    }
    case 'human_review': {
      const { config, problems } = checkConfig(type, given)
      return finish(problems, () => reviewRule(name, config))
    }
    case 'anomaly_detection': {
      const { config, problems } = checkConfig(type, given)
      if (problems['alert_on'] === undefined && parseAlert(config.alert_on) === undefined)
        problems['alert_on'] = 'must be <number>_sigma_deviation'
      return { problems, anomaly: { name, config } }
    }
    case 'rate_of_spend': {
      const { config, problems } = checkConfig(type, given)
      if (config.max_tokens === undefined && config.max_cost === undefined)
        problems['max_tokens'] ??= 'or max_cost is required'
      if (config.max_cost !== undefined && config.prices === undefined)
        problems['prices'] ??= 'are required with max_cost'
      return { problems, budget: { name, config } }
    }
  }
}

const finish = (problems: Problems, rule: () => Rule): Made =>
  Object.keys(problems).length > 0 ? { problems } : { problems, rule: rule() }

export interface Compiled {
  /** About one text each. */
  rules: Rule[]
  anomalies: AnomalyRule[]
  budgets: BudgetRule[]
  /** `<name>/<field>` to a text. */
  problems: Problems
}

export const compileGuardrails = (definitions: readonly GuardrailDefinition[]): Compiled => {
  const compiled: Compiled = { rules: [], anomalies: [], budgets: [], problems: {} }
  const { problems } = compiled
  const seen = new Set<string>()
  for (const definition of definitions) {
    const { name } = definition
    if (seen.has(name)) problems[name] = 'is defined twice'
    seen.add(name)
    const made = make(definition)
    for (const [path, text] of Object.entries(made.problems)) problems[`${name}/${path}`] = text
    if (definition.enabled === false) continue
    if (made.rule !== undefined) compiled.rules.push(made.rule)
    if (made.anomaly !== undefined) compiled.anomalies.push(made.anomaly)
    if (made.budget !== undefined) compiled.budgets.push(made.budget)
  }
  // What is added to a text is added to what all the others left of it.
  compiled.rules.sort((a, b) => Number(a.worst === 'append') - Number(b.worst === 'append'))
  return compiled
}
