/** Compiles guardrail definitions to rules. Reports all problems at once, by guardrail name and field. */
import type { GuardrailConfig, GuardrailDefinition } from '../../schema/guardrail.js'
import { parseAlertThreshold } from '../detectors/anomaly/alert-threshold.js'
import type { ValidationProblems } from '../../schema/validation-problems.js'
import { validateConfig } from './validate-config.js'
import type { Rule } from './rule.js'
import { makeDisclaimerRule, makeIntegrityRule } from './output-rules.js'
import { makeFilterRule } from './filter-rule.js'
import { makeReviewRule } from './review-rule.js'
import { makeInjectionRule, makeSafetyRule } from './scored-rules.js'
import { makeTopicRule } from './topic-rule.js'

/** Compares an output with earlier ones; needs a baseline, so it is no `Rule` on a single text. */
export interface AnomalyRule {
  name: string
  config: GuardrailConfig<'anomaly_detection'>
}

/** Limits the spending of earlier runs and this run; checked before model calls. */
export interface BudgetRule {
  name: string
  config: GuardrailConfig<'rate_of_spend'>
}

interface CompiledDefinition {
  rule?: Rule
  anomaly?: AnomalyRule
  budget?: BudgetRule
  problems: ValidationProblems
}

const compileDefinition = ({ name, type, config: input }: GuardrailDefinition): CompiledDefinition => {
  switch (type) {
    case 'topic_restriction': {
      const { config, problems } = validateConfig(type, input)
      const overlap = (config.allowed ?? []).filter((topic) => (config.blocked ?? []).includes(topic))
      if (overlap.length > 0) problems['blocked'] ??= `contains ${overlap.join(', ')}, which is also allowed`
      if ((config.allowed ?? []).length + (config.blocked ?? []).length === 0)
        problems['allowed'] ??= 'must name a topic unless blocked does'
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
        problems['min_length'] ??= 'must be at most max_length'
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
        problems['max_tokens'] ??= 'is required unless max_cost is set'
      if (config.max_cost !== undefined && config.prices === undefined)
        problems['prices'] ??= 'is required with max_cost'
      return { problems, budget: { name, config } }
    }
  }
}

const toCompiledRule = (problems: ValidationProblems, makeRule: () => Rule): CompiledDefinition =>
  Object.keys(problems).length > 0 ? { problems } : { problems, rule: makeRule() }

export interface CompiledGuardrails {
  /** Rules that check a single text. */
  rules: Rule[]
  anomalyRules: AnomalyRule[]
  budgetRules: BudgetRule[]
  /** The paths are `<name>/<field>`. */
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
    if (result.rule !== undefined) compiled.rules.push(result.rule)
    if (result.anomaly !== undefined) compiled.anomalyRules.push(result.anomaly)
    if (result.budget !== undefined) compiled.budgetRules.push(result.budget)
  }
  // Rules that append run last, so that no other rule changes the appended text.
  compiled.rules.sort(
    (a, b) => Number(a.strongestAction === 'append') - Number(b.strongestAction === 'append'),
  )
  return compiled
}
