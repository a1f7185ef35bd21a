/** The tables of guardrails, policies, decisions and counters; a part of tables.ts. */
import type { DetectorKind } from '../../../guardrails/detectors/span.js'
import type { Action, AppliesTo, AuditLevel, GuardrailType, Stage } from '../../../schema/guardrail.js'
import type { ReviewVerdict } from '../../../schema/guardrail-audit.js'
import { column, integer, nullable, jsonText, real, searchableJson, text } from '../column.js'

export const GUARDRAIL_TABLES = {
  guardrails: {
    tenant_id: text,
    guardrail_id: text,
    name: text,
    type: column<GuardrailType>('text'),
    enabled: integer,
    applies_to: column<AppliesTo>('text'),
    config: jsonText,
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },

  policies: {
    tenant_id: text,
    policy_id: text,
    name: text,
    /** A JSON array of guardrail names and inline definitions. */
    guardrails: jsonText,
    audit_level: column<AuditLevel>('text'),
    retention_days: integer,
    metadata: searchableJson,
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },

  guardrail_requests: {
    tenant_id: text,
    day: integer,
    shard: integer,
    passed: integer,
    flagged: integer,
    blocked: integer,
    latency_us: integer,
  },

  guardrail_counts: {
    tenant_id: text,
    day: integer,
    shard: integer,
    name: text,
    /** '' for checks without a finding. */
    action: column<Exclude<Action, 'pass'> | ''>('text'),
    checks: integer,
    triggers: integer,
    latency_us: integer,
  },

  guardrail_decisions: {
    tenant_id: text,
    decision_id: text,
    run_id: text,
    thread_id: text,
    assistant_id: text,
    guardrail: text,
    type: column<GuardrailType>('text'),
    stage: column<Stage>('text'),
    action: column<Action>('text'),
    category: text,
    score: nullable(real),
    detector: column<DetectorKind>('text'),
    reason: text,
    policy: nullable(text),
    set_hash: text,
    spans: jsonText,
    text_hash: nullable(text),
    text_before: nullable(text),
    text_after: nullable(text),
    tool_call_id: nullable(text),
    latency_us: integer,
    verdict: nullable(column<ReviewVerdict>('text')),
    reviewer: nullable(text),
    note: nullable(text),
    reviewed_at: nullable(integer),
    created_at: integer,
    expires_at: integer,
  },

  guardrail_observations: {
    tenant_id: text,
    assistant_id: text,
    observation_id: text,
    value: jsonText,
    created_at: integer,
  },

  guardrail_spend: {
    tenant_id: text,
    /** The ID of a thread or an assistant. */
    scope_id: text,
    hour: integer,
    shard: integer,
    model: text,
    input_tokens: integer,
    output_tokens: integer,
  },

  guardrail_keys: {
    tenant_id: text,
    hash_key: text,
  },
}
