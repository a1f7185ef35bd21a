/** Checks a text with guardrails, without a run. Nothing is stored or counted, and no model is called. */
import type { RuleDecision } from '../rules/check-text.js'
import type { JsonObject } from '../../schema/common.js'
import type { Action, GuardrailDefinition, Stage } from '../../schema/guardrail.js'
import type { GuardrailCheck, GuardrailVerdict } from '../../schema/guardrail-resource.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import { requireAssistant } from '../../domain/require-resource.js'
import { combineGuardrails, validateSelection, type GuardrailSelection } from './combine-guardrails.js'
import { throwIfInvalid, type GuardrailResolver } from './guardrail-resolver.js'

interface DryRunDeps {
  assistants: AssistantStore
  guardrailResolver: GuardrailResolver
  /** Checks a text in a thread, because patterns of users may take seconds. */
  checkText: (tenant_id: string, request: TextCheck) => Promise<TextVerdict>
}

export interface TextCheck {
  definitions: GuardrailDefinition[]
  text: string
  stage: Stage
  finishReason: string | undefined
}

interface TextVerdict {
  action: Action
  text: string
  decisions: RuleDecision[]
}

export const makeDryRun = ({ assistants, guardrailResolver, checkText }: DryRunDeps) => {
  const selectDefinitions = async (
    tenant_id: string,
    request: GuardrailCheck,
  ): Promise<GuardrailDefinition[]> => {
    const { guardrails, policy, risk_profile, assistant_id } = request
    const hasSelection = [guardrails, policy, risk_profile].some((named) => named !== undefined)
    const assistantSelection: GuardrailSelection =
      assistant_id === undefined
        ? {}
        : (JSON.parse((await requireAssistant(assistants, tenant_id, assistant_id)).config) as JsonObject)
    const available = await guardrailResolver.loadAvailable(tenant_id)
    throwIfInvalid(await validateSelection(available, { guardrails, policy, risk_profile }))
    const entries = [...toArray(assistantSelection.guardrails), ...toArray(guardrails)]
    const selection: GuardrailSelection = {
      guardrails: entries,
      policy: policy ?? assistantSelection.policy,
      risk_profile: risk_profile ?? assistantSelection.risk_profile,
    }
    throwIfInvalid(
      await validateSelection(available, { ...selection, guardrails: assistantSelection.guardrails }),
    )
    return combineGuardrails(available, selection, assistant_id !== undefined || !hasSelection).definitions
  }

  return {
    async check(tenant_id: string, request: GuardrailCheck): Promise<GuardrailVerdict> {
      const { text, stage = 'output', finish_reason } = request
      const definitions = await selectDefinitions(tenant_id, request)
      const check = { definitions, text, stage, finishReason: finish_reason }
      const { action, text: newText, decisions } = await checkText(tenant_id, check)
      return {
        action,
        text: newText,
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
        not_checked: definitions.flatMap(explainNotChecked),
      }
    },
  }
}

export type DryRun = ReturnType<typeof makeDryRun>

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const explainNotChecked = ({ name: guardrail, type, config }: GuardrailDefinition) => {
  if (type === 'anomaly_detection') return [{ guardrail, reason: 'it compares with earlier outputs' }]
  if (type === 'rate_of_spend') return [{ guardrail, reason: 'it adds up the spending of earlier runs' }]
  if (config?.['model'] === undefined) return []
  return [
    {
      guardrail,
      reason: 'its model is not called in a dry run; only the built-in detector checked the text',
    },
  ]
}
