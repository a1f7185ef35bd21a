/** Rows to store. Each call makes a new one that differs from the others by its id only. */
import { newId } from '../../src/ids.js'
import type { Row } from '../../src/store/tables.js'

/** When the tests take place: a time that needs more than 32 bits, as real ones do. */
export const T0 = 1_700_000_000_000

export const assistantRow = (given: Partial<Row<'assistants'>> = {}): Row<'assistants'> => ({
  tenant_id: 'default',
  assistant_id: newId(),
  version: 1,
  graph_id: 'agent',
  name: 'Support agent',
  description: null,
  config: '{"model":"openai:gpt-4o"}',
  context: '{}',
  graph_schema: '{}',
  metadata: '{}',
  created_at: T0,
  last_version: 1,
  revision: 1,
  updated_at: T0,
  ...given,
})

export const threadRow = (given: Partial<Row<'threads'>> = {}): Row<'threads'> => ({
  tenant_id: 'default',
  thread_id: newId(),
  assistant_id: null,
  title: null,
  status: 'idle',
  temporary: 0,
  metadata: '{}',
  revision: 1,
  created_at: T0,
  updated_at: T0,
  ...given,
})

export const messageRow = (given: Partial<Row<'messages'>> = {}): Row<'messages'> => ({
  tenant_id: 'default',
  message_id: newId(),
  thread_id: newId(),
  run_id: null,
  role: 'user',
  content: '"Where is my order?"',
  metadata: '{}',
  created_at: T0,
  ...given,
})

export const runRow = (given: Partial<Row<'runs'>> = {}): Row<'runs'> => ({
  tenant_id: 'default',
  run_id: newId(),
  thread_id: newId(),
  assistant_id: newId(),
  assistant_version: 1,
  status: 'queued',
  multitask_strategy: 'enqueue',
  input: null,
  output: null,
  error: null,
  required_action: null,
  resume: null,
  metadata: '{}',
  usage: null,
  attempt: 0,
  created_at: T0,
  updated_at: T0,
  started_at: null,
  completed_at: null,
  fence: 0,
  tries: 0,
  lease_owner: null,
  lease_expires_at: null,
  available_at: 0,
  action_expires_at: null,
  webhook: null,
  guardrail_outcome: null,
  ...given,
})

export const apiKeyRow = (given: Partial<Row<'api_keys'>> = {}): Row<'api_keys'> => ({
  tenant_id: 'default',
  key_id: newId(),
  name: 'ci',
  prefix: 'hdl_Zk3v9q',
  hash: newId(),
  scopes: 'read,write',
  created_at: T0,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  ...given,
})

export const claimRow = (given: Partial<Row<'idempotency_keys'>> = {}): Row<'idempotency_keys'> => ({
  tenant_id: 'default',
  route: 'POST /threads',
  idempotency_key: newId(),
  request_hash: 'hash of the body',
  claim_id: newId(),
  claimed_at: T0,
  expires_at: T0 + 86_400_000,
  status: null,
  response: null,
  ...given,
})

export const webhookRow = (given: Partial<Row<'webhooks'>> = {}): Row<'webhooks'> => ({
  tenant_id: 'default',
  webhook_id: newId(),
  topic: '',
  url: 'https://example.com/hooks',
  events: ' run.completed run.failed ',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  old_secret: null,
  old_secret_expires_at: null,
  description: null,
  metadata: '{}',
  enabled: 1,
  disabled_reason: null,
  since: T0,
  read_to: 0,
  failures: 0,
  failing_since: null,
  paused_until: 0,
  revision: 1,
  created_at: T0,
  updated_at: T0,
  ...given,
})

export const webhookEventRow = (given: Partial<Row<'webhook_events'>> = {}): Row<'webhook_events'> => ({
  event_id: newId(),
  tenant_id: 'default',
  topic: '',
  event_type: 'run.completed',
  run_id: null,
  url: null,
  payload: '{"type":"run.completed"}',
  created_at: T0,
  seq: null,
  ...given,
})

export const attemptRow = (given: Partial<Row<'webhook_attempts'>> = {}): Row<'webhook_attempts'> => ({
  event_id: newId(),
  webhook_id: newId(),
  attempt: 1,
  tenant_id: 'default',
  attempted_at: T0,
  latency_ms: 12,
  status_code: 500,
  error: 'answered 500',
  response: 'Sorry.',
  ...given,
})

export const guardrailRow = (given: Partial<Row<'guardrails'>> = {}): Row<'guardrails'> => ({
  tenant_id: 'default',
  guardrail_id: newId(),
  name: newId(),
  type: 'prompt_injection',
  enabled: 1,
  applies_to: 'all',
  config: '{}',
  revision: 1,
  created_at: T0,
  updated_at: T0,
  ...given,
})

export const policyRow = (given: Partial<Row<'policies'>> = {}): Row<'policies'> => ({
  tenant_id: 'default',
  policy_id: newId(),
  name: newId(),
  guardrails: '[]',
  audit_level: 'standard',
  retention_days: 30,
  metadata: '{}',
  revision: 1,
  created_at: T0,
  updated_at: T0,
  ...given,
})
