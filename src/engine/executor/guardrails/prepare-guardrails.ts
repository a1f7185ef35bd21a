/** The guardrails of a set, ready to look at texts; runs with the same set share them. */
import { compileGuardrails, type Compiled } from '../../../guardrails/rules/compile-guardrails.js'
import type { Rule } from '../../../guardrails/rules/rule.js'
import { isFilter } from '../../../guardrails/rules/filter-rule.js'
import type { GuardrailDefinition, GuardrailType, Stage } from '../../../schema/guardrail.js'
import { makeCleaner, type Cleaner } from './scrub.js'

export interface Prepared extends Compiled {
  looksAt: {
    input: Rule[]
    /** What the run may answer in the end, and what is said on the way there. */
    answer: Rule[]
    remark: Rule[]
    arguments: Rule[]
    /** Arguments again, when the tool is about to be called. */
    call: Rule[]
    result: Rule[]
  }
  /** What everything that leaves goes through. */
  clean: Cleaner | undefined
  /** What goes on after a stage goes through. */
  cleanAfter(stage: Stage): Cleaner | undefined
}

const ABOUT_ANSWERS: ReadonlySet<GuardrailType> = new Set([
  'disclaimer_required',
  'output_integrity',
  'human_review',
])

export const prepareGuardrails = (definitions: readonly GuardrailDefinition[]): Prepared => {
  const compiled = compileGuardrails(definitions)
  const at = (stage: Stage) => compiled.rules.filter(({ stages }) => stages.has(stage))
  const filters = compiled.rules.filter(isFilter)
  const byStage = new Map<Stage, Cleaner | undefined>()
  return {
    ...compiled,
    looksAt: {
      input: at('input'),
      answer: at('output'),
      remark: at('output').filter(({ type }) => !ABOUT_ANSWERS.has(type)),
      arguments: at('tool_call').filter(({ type }) => type !== 'human_review'),
      call: at('tool_call').filter(({ type }) => type === 'human_review'),
      result: at('tool_result'),
    },
    clean: makeCleaner(filters),
    cleanAfter(stage) {
      if (!byStage.has(stage))
        byStage.set(stage, makeCleaner(filters.filter(({ stages }) => stages.has(stage))))
      return byStage.get(stage)
    },
  }
}
