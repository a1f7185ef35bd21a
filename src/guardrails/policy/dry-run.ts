/** Guardrails on a text that belongs to no run. Nothing is stored or counted. */
import { checkText, decisionOf } from '../rules/check-text.js'
import type { JsonObject } from '../../schema/common.js'
import type { GuardrailDefinition } from '../../schema/guardrail.js'
import type { GuardrailCheck, GuardrailVerdict } from '../../schema/guardrail-resource.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import { requireAssistant } from '../../domain/require-resource.js'
import { combine, problemsOfAsked, type Asked } from './combine-guardrails.js'
import { refuse, type GuardrailSets } from './guardrail-resolver.js'

interface Parts {
  assistants: AssistantStore
  sets: GuardrailSets
}

export const makeDryRun = ({ assistants, sets }: Parts) => {
  const select = async (tenant_id: string, sent: GuardrailCheck): Promise<GuardrailDefinition[]> => {
    const { guardrails, policy, risk_profile, assistant_id } = sent
    const isNamed = [guardrails, policy, risk_profile].some((named) => named !== undefined)
    const own: Asked =
      assistant_id === undefined
        ? {}
        : (JSON.parse((await requireAssistant(assistants, tenant_id, assistant_id)).config) as JsonObject)
    const existing = await sets.existing(tenant_id)
    refuse(await problemsOfAsked(existing, { guardrails, policy, risk_profile }))
    const listed = [...listOf(own.guardrails), ...listOf(guardrails)]
    const asked: Asked = {
      guardrails: listed,
      policy: policy ?? own.policy,
      risk_profile: risk_profile ?? own.risk_profile,
    }
    refuse(await problemsOfAsked(existing, { ...asked, guardrails: own.guardrails }))
    return combine(existing, asked, assistant_id !== undefined || !isNamed).definitions
  }

  return {
    async check(tenant_id: string, sent: GuardrailCheck): Promise<GuardrailVerdict> {
      const { text, stage = 'output', finish_reason } = sent
      const definitions = await select(tenant_id, sent)
      // Loaded when it is first needed; see check-definition.ts.
      const { compileGuardrails } = await import('../rules/compile-guardrails.js')
      const { rules } = compileGuardrails(definitions)
      const { action, text: after, looks } = checkText(rules, text, stage, finish_reason)
      const decisions = looks.map((look) => decisionOf(look, stage))
      return {
        action,
        text: after,
        decisions: decisions.map(({ score = null, latency_us, spans, ...decision }) => ({
          guardrail: decision.guardrail,
          type: decision.type,
          stage: decision.stage,
          action: decision.action,
          category: decision.category,
          score,
          detector: decision.detector,
          reason: decision.reason,
          spans: spans.map(({ start, end, label }) => ({ start, end, label })),
          latency_ms: latency_us / 1000,
        })),
        not_checked: definitions.flatMap(notChecked),
      }
    },
  }
}

export type DryRun = ReturnType<typeof makeDryRun>

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const notChecked = ({ name: guardrail, type, config }: GuardrailDefinition) => {
  if (type === 'anomaly_detection') return [{ guardrail, reason: 'it compares with earlier replies' }]
  if (type === 'rate_of_spend') return [{ guardrail, reason: 'it adds up what earlier runs spent' }]
  if (config?.['model'] === undefined) return []
  return [{ guardrail, reason: 'its model is not asked in a dry run: the built-in detector alone looked' }]
}
