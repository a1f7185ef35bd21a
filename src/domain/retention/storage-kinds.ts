/** Assigns every table to a kind of stored data. */
import { STORAGE_KINDS, type StorageKind } from '../../schema/storage.js'
import type { TableUsage } from '../../store/sql/storage-usage.js'
import type { Tables } from '../../store/sql/tables.js'

const KINDS: Record<keyof Tables, StorageKind> = {
  runs: 'runs',
  run_operations: 'runs',
  run_operation_items: 'runs',
  thread_values: 'runs',
  run_events: 'events',
  event_compactions: 'events',
  checkpoints: 'checkpoints',
  checkpoint_values: 'checkpoints',
  checkpoint_writes: 'checkpoints',
  threads: 'threads',
  messages: 'messages',
  assistants: 'assistants',
  assistant_versions: 'assistants',
  webhooks: 'webhooks',
  webhook_events: 'webhooks',
  webhook_deliveries: 'webhooks',
  webhook_attempts: 'webhooks',
  webhook_sequence: 'webhooks',
  guardrails: 'guardrails',
  policies: 'guardrails',
  guardrail_requests: 'guardrails',
  guardrail_counts: 'guardrails',
  guardrail_decisions: 'guardrails',
  guardrail_observations: 'guardrails',
  guardrail_spend: 'guardrails',
  guardrail_keys: 'guardrails',
  evaluations: 'evaluations',
  eval_results: 'evaluations',
  eval_reservations: 'evaluations',
  feedback: 'evaluations',
  judge_calibrations: 'evaluations',
  datasets: 'datasets',
  dataset_versions: 'datasets',
  examples: 'datasets',
  stat_entries: 'statistics',
  stat_buckets: 'statistics',
  store_items: 'store',
  crons: 'other',
  nodes: 'other',
  views: 'other',
  api_keys: 'other',
  audit_entries: 'other',
  console_sessions: 'other',
  idempotency_keys: 'other',
  secrets: 'other',
  encryption_keys: 'other',
  rate_buckets: 'other',
  retention_overrides: 'other',
  purge_tasks: 'other',
  retention_state: 'other',
}

export const sumByKind = (
  tables: readonly TableUsage[],
): { kind: StorageKind; bytes: number; rows: number }[] =>
  STORAGE_KINDS.map((kind) => {
    const usages = tables.filter(
      ({ table }) => ((KINDS as Record<string, StorageKind>)[table] ?? 'other') === kind,
    )
    return {
      kind,
      bytes: usages.reduce((sum, { bytes }) => sum + bytes, 0),
      rows: usages.reduce((sum, { rows }) => sum + rows, 0),
    }
  })
