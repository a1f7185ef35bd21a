/** Converts rows, and entries of GUARDRAILS_FILE, to definitions and to API resources. */
import { v5 } from 'uuid'
import type { JsonObject } from '../../schema/common.js'
import type { AppliesTo, GuardrailDefinition } from '../../schema/guardrail.js'
import type { GuardrailDecision } from '../../schema/guardrail-audit.js'
import type { Guardrail } from '../../schema/guardrail-resource.js'
import type { Policy } from '../../schema/policy.js'
import type { DecisionRow } from '../../store/guardrails/decisions.js'
import type { GuardrailRow } from '../../store/guardrails/definitions.js'
import type { PolicyRow } from '../../store/guardrails/policies.js'
import type { GuardrailEntry } from './validate-guardrail-list.js'
import type { GuardrailFileContent } from './parse-guardrail-file.js'
import type { GuardrailBundle } from './risk-profiles.js'

const toIso = (at: number): string => new Date(at).toISOString()

/** The namespace of UUIDv5 IDs for entries of the file: a name has the same ID on every node and after every restart. */
const FILE_ID_NAMESPACE = '3a0c0a52-6d1e-4a7c-8a55-6c7a6b1d9f10'

export const toDefinition = (row: GuardrailRow): GuardrailDefinition & { applies_to: AppliesTo } => ({
  name: row.name,
  type: row.type,
  enabled: row.enabled === 1,
  applies_to: row.applies_to,
  config: JSON.parse(row.config) as JsonObject,
})

export const toBundle = (row: PolicyRow): GuardrailBundle => ({
  guardrails: JSON.parse(row.guardrails) as GuardrailEntry[],
  audit_level: row.audit_level,
  retention_days: row.retention_days,
})

export const toGuardrail = (row: GuardrailRow): Guardrail => ({
  id: row.guardrail_id,
  guardrail_id: row.guardrail_id,
  name: row.name,
  type: row.type,
  enabled: row.enabled === 1,
  applies_to: row.applies_to,
  config: JSON.parse(row.config) as JsonObject,
  source: 'api',
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export const toFileGuardrail = (
  { name, type, enabled = true, applies_to, config = {} }: GuardrailFileContent['guardrails'][number],
  loadedAt: number,
): Guardrail => {
  const id = v5(`guardrail\n${name}`, FILE_ID_NAMESPACE)
  const at = toIso(loadedAt)
  const record = { name, type, enabled, applies_to, config, source: 'file' as const }
  return { id, guardrail_id: id, ...record, created_at: at, updated_at: at }
}

export const toPolicy = (row: PolicyRow): Policy => ({
  id: row.policy_id,
  policy_id: row.policy_id,
  name: row.name,
  guardrails: JSON.parse(row.guardrails) as GuardrailEntry[],
  audit_level: row.audit_level,
  retention_days: row.retention_days,
  metadata: JSON.parse(row.metadata) as JsonObject,
  source: 'api',
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

export const toFilePolicy = (policy: GuardrailFileContent['policies'][number], loadedAt: number): Policy => {
  const { name, guardrails, audit_level, retention_days } = policy
  const id = v5(`policy\n${name}`, FILE_ID_NAMESPACE)
  const at = toIso(loadedAt)
  const record = { name, guardrails: [...guardrails], audit_level, retention_days, metadata: {} }
  return { id, policy_id: id, ...record, source: 'file', created_at: at, updated_at: at }
}

export const toDecision = (row: DecisionRow): GuardrailDecision => ({
  id: row.decision_id,
  decision_id: row.decision_id,
  run_id: row.run_id,
  thread_id: row.thread_id,
  assistant_id: row.assistant_id,
  guardrail: row.guardrail,
  type: row.type,
  stage: row.stage,
  action: row.action,
  category: row.category,
  score: row.score,
  detector: row.detector,
  reason: row.reason,
  spans: JSON.parse(row.spans) as GuardrailDecision['spans'],
  latency_ms: row.latency_us / 1000,
  policy: row.policy,
  set_hash: row.set_hash,
  text_hash: row.text_hash,
  text_before: row.text_before,
  text_after: row.text_after,
  tool_call_id: row.tool_call_id,
  verdict: row.verdict,
  reviewer: row.reviewer,
  note: row.note,
  reviewed_at: row.reviewed_at === null ? null : toIso(row.reviewed_at),
  created_at: toIso(row.created_at),
  expires_at: toIso(row.expires_at),
})
