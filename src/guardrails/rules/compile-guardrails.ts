/** Definitions as rules. What is wrong is told by the name of the guardrail and the field, all at once. */
import type { GuardrailConfig, GuardrailDefinition } from '../../schema/guardrail.js'
import { parseAlertThreshold } from '../detectors/anomaly/alert-threshold.js'
import { validateConfig, type ValidationProblems } from './validate-config.js'
import type { Rule } from './rule.js'
import { makeDisclaimerRule, makeIntegrityRule } from './output-rules.js'
import { makeFilterRule } from './filter-rule.js'
import { makeReviewRule } from './review-rule.js'
import { makeInjectionRule, makeSafetyRule } from './scored-rules.js'
import { makeTopicRule } from './topic-rule.js'

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

interface CompiledDefinition {
  makeRule?: Rule
  anomaly?: AnomalyRule
  budget?: BudgetRule
  problems: ValidationProblems
}

const compileDefinition = ({ name, type, config: input }: GuardrailDefinition): CompiledDefinition => {
  switch (type) {
    case 'topic_restriction': {
      const { config, problems } = validateConfig(type, input)
      const overlap = (config.allowed ?? []).filter((topic) => (config.blocked ?? []).includes(topic))
      if (overlap.length > 0) problems['blocked'] ??= `holds ${overlap.join(', ')}, which is allowed too`
      if ((config.allowed ?? []).length + (config.blocked ?? []).length === 0)
        problems['allowed'] ??= 'or blocked must name a topic'
      return toCompiledRule(problems, () => makeTopicRule(name, config))
    }
    case 'output_filter': {
      const { config, problems } = validateConfig(type, input)
      if (Object.keys(problems).length > 0) return { problems }
      return makeFilterRule(name, config)
    }
    case 'content_safety': {
      const { config, problems } = validateConfig(type, input)
      return toCompiledRule(problems, () => makeSafetyRule(name, config))
    }
    case 'prompt_injection': {
      const { config, problems } = validateConfig(type, input)
      return toCompiledRule(problems, () => makeInjectionRule(name, config))
    }
    case 'output_integrity': {
      const { config, problems } = validateConfig(type, input)
      if ((config.min_length ?? 0) > (config.max_length ?? Infinity))
        problems['min_length'] ??= 'is more than max_length'
      return toCompiledRule(problems, () => makeIntegrityRule(name, config))
    }
    case 'disclaimer_required': {
      const { config, problems } = validateConfig(type, input)
      return toCompiledRule(problems, () => makeDisclaimerRule(name, config))
    }
    case 'human_review': {
      const { config, problems } = validateConfig(type, input)
      return toCompiledRule(problems, () => makeReviewRule(name, config))
    }
    case 'anomaly_detection': {
      const { config, problems } = validateConfig(type, input)
      if (problems['alert_on'] === undefined && parseAlertThreshold(config.alert_on) === undefined)
        problems['alert_on'] = 'must be <number>_sigma_deviation'
      return { problems, anomaly: { name, config } }
    }
    case 'rate_of_spend': {
      const { config, problems } = validateConfig(type, input)
      if (config.max_tokens === undefined && config.max_cost === undefined)
        problems['max_tokens'] ??= 'or max_cost is required'
      if (config.max_cost !== undefined && config.prices === undefined)
        problems['prices'] ??= 'are required with max_cost'
      return { problems, budget: { name, config } }
    }
  }
}

const toCompiledRule = (problems: ValidationProblems, makeRule: () => Rule): CompiledDefinition =>
  Object.keys(problems).length > 0 ? { problems } : { problems, makeRule: makeRule() }

export interface CompiledGuardrails {
  /** About one text each. */
  rules: Rule[]
  anomalyRules: AnomalyRule[]
  budgetRules: BudgetRule[]
  /** `<name>/<field>` to a text. */
  problems: ValidationProblems
}

export const compileGuardrails = (definitions: readonly GuardrailDefinition[]): CompiledGuardrails => {
  const compiled: CompiledGuardrails = { rules: [], anomalyRules: [], budgetRules: [], problems: {} }
  const { problems } = compiled
  const definedNames = new Set<string>()
  for (const definition of definitions) {
    const { name } = definition
    if (definedNames.has(name)) problems[name] = 'is defined twice'
    definedNames.add(name)
    const result = compileDefinition(definition)
    for (const [path, text] of Object.entries(result.problems)) problems[`${name}/${path}`] = text
    if (definition.enabled === false) continue
    if (result.makeRule !== undefined) compiled.rules.push(result.makeRule)
    if (result.anomaly !== undefined) compiled.anomalyRules.push(result.anomaly)
    if (result.budget !== undefined) compiled.budgetRules.push(result.budget)
  }
  // What is added to a text is added to what all the others left of it.
  compiled.rules.sort(
    (a, b) => Number(a.strongestAction === 'append') - Number(b.strongestAction === 'append'),
  )
  return compiled
}
