/** Compiles the guardrails of a set for the executor. Runs with the same set share the result. */
import { compileGuardrails, type CompiledGuardrails } from '../../../guardrails/rules/compile-guardrails.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import { isFilterRule, type FilterRule } from '../../../guardrails/rules/filter-rule.js'
import type { GuardrailDefinition, GuardrailType, Stage } from '../../../schema/guardrail.js'
import { makeScrubber, type Scrubber } from './scrub.js'

export interface PreparedGuardrails extends CompiledGuardrails {
  rulesFor: {
    input: Rule[]
    /** Rules for text that may be the final output of the run; `intermediateOutput` is for all other model output. */
    finalOutput: Rule[]
    intermediateOutput: Rule[]
    toolArguments: Rule[]
    /** Rules that check the arguments again right before the tool is called. */
    toolReview: Rule[]
    toolResult: Rule[]
  }
  /** The filters that redact or block. */
  activeFilters: FilterRule[]
  /** Scrubs everything that leaves the executor, with the active filters. */
  scrubber: Scrubber | undefined
  /** Scrubs values after a stage, with the filters of that stage. */
  getStageScrubber(stage: Stage): Scrubber | undefined
}

const FINAL_OUTPUT_TYPES: ReadonlySet<GuardrailType> = new Set([
  'disclaimer_required',
  'output_integrity',
  'human_review',
])

export const prepareGuardrails = (definitions: readonly GuardrailDefinition[]): PreparedGuardrails => {
  const compiled = compileGuardrails(definitions)
  const rulesAt = (stage: Stage) => compiled.rules.filter(({ stages }) => stages.has(stage))
  const filters = compiled.rules.filter(isFilterRule)
  const activeFilters = filters.filter(({ strongestAction }) => strongestAction !== 'warn')
  const stageScrubbers = new Map<Stage, Scrubber | undefined>()
  return {
    ...compiled,
    rulesFor: {
      input: rulesAt('input'),
      finalOutput: rulesAt('output'),
      intermediateOutput: rulesAt('output').filter(({ type }) => !FINAL_OUTPUT_TYPES.has(type)),
      toolArguments: rulesAt('tool_call').filter(({ type }) => type !== 'human_review'),
      toolReview: rulesAt('tool_call').filter(({ type }) => type === 'human_review'),
      toolResult: rulesAt('tool_result'),
    },
    activeFilters,
    scrubber: makeScrubber(activeFilters),
    getStageScrubber(stage) {
      if (!stageScrubbers.has(stage))
        stageScrubbers.set(stage, makeScrubber(activeFilters.filter(({ stages }) => stages.has(stage))))
      return stageScrubbers.get(stage)
    },
  }
}
