/** The guardrails of a set, ready to look at texts; runs with the same set share them. */
import { compileGuardrails, type CompiledGuardrails } from '../../../guardrails/rules/compile-guardrails.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import { isFilterRule } from '../../../guardrails/rules/filter-rule.js'
import type { GuardrailDefinition, GuardrailType, Stage } from '../../../schema/guardrail.js'
import { makeScrubber, type Scrubber } from './scrub.js'

export interface PreparedGuardrails extends CompiledGuardrails {
  rulesFor: {
    input: Rule[]
    /** What the run may answer in the end, and what is said on the way there. */
    finalOutput: Rule[]
    intermediateOutput: Rule[]
    toolArguments: Rule[]
    /** Arguments again, when the tool is about to be called. */
    toolReview: Rule[]
    toolResult: Rule[]
  }
  /** What everything that leaves goes through. */
  scrubber: Scrubber | undefined
  /** What goes on after a stage goes through. */
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
    scrubber: makeScrubber(filters),
    getStageScrubber(stage) {
      if (!stageScrubbers.has(stage))
        stageScrubbers.set(stage, makeScrubber(filters.filter(({ stages }) => stages.has(stage))))
      return stageScrubbers.get(stage)
    },
  }
}
