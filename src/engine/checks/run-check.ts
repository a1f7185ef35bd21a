/** Runs one check. All code below is pure, so a thread that is terminated leaves nothing behind. */
import { LRUCache } from 'lru-cache'
import { compileCriterion, type ScoringCriterion } from '../../evaluations/scoring/criterion.js'
import { checkText, toRuleDecision } from '../../guardrails/rules/check-text.js'
import type { CheckRequest, CheckResults, GuardrailCheckRequest, ScoreRequest } from './protocol.js'

export const runCheck = async (request: CheckRequest): Promise<CheckResults[keyof CheckResults]> =>
  request.kind === 'guardrails' ? checkGuardrails(request) : scoreRule(request)

const checkGuardrails = async ({
  definitions,
  text,
  stage,
  finishReason,
}: GuardrailCheckRequest): Promise<CheckResults['guardrails']> => {
  // Loaded when first needed; see validate-definition.ts.
  const { compileGuardrails } = await import('../../guardrails/rules/compile-guardrails.js')
  const { rules } = compileGuardrails(definitions)
  const verdict = checkText(rules, text, stage, finishReason)
  const decisions = verdict.checks.map((ruleCheck) => toRuleDecision(ruleCheck, stage))
  return { action: verdict.action, text: verdict.text, decisions }
}

/** The results of an evaluation are scored with the same criteria. */
const criteria = new LRUCache<string, ScoringCriterion>({ max: 50 })

const scoreRule = ({ criterion, input }: ScoreRequest): CheckResults['score'] => {
  const key = JSON.stringify(criterion)
  const compiled = criteria.get(key) ?? compileCriterion(criterion)
  criteria.set(key, compiled)
  if (compiled.kind !== 'rule') throw new Error(`criterion ${criterion.name} is not scored by a rule`)
  return compiled.score(input)
}
