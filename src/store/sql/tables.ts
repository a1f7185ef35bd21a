/**
 * The rows as they lie in both engines: ids text, times epoch milliseconds, flags 0 or 1, JSON as text.
 * Column names are the wire's names. A column is declared once: its TypeScript type is what the program sees, its
 * value is the SQL type. A test compares this file with the migrated schema of both engines.
 */
import type { Outcome } from '../../schema/guardrail.js'
import type { MessageRole } from '../../schema/message.js'
import type { RunStatus } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { DeliveryStatus } from '../../schema/webhook.js'
import { column, integer, nullable, jsonText, real, searchableJson, text, type ColumnType } from './column.js'
import { CRON_TABLES } from './tables/crons.js'
import { EVALUATION_TABLES } from './tables/evaluations.js'
import { DATASET_TABLES } from './tables/datasets.js'
import { GUARDRAIL_TABLES } from './tables/guardrails.js'
import { STORE_ITEM_TABLES } from './tables/store-items.js'

/** What a version of an assistant freezes, and the assistant itself shows of its current version. */
const versionColumns = {
  tenant_id: text,
  assistant_id: text,
  version: integer,
  graph_id: text,
  name: text,
  description: nullable(text),
  config: jsonText,
  context: jsonText,
  graph_schema: jsonText,
  metadata: searchableJson,
  created_at: integer,
}

const TABLES = {
  assistants: {
    ...versionColumns,
    /** The highest version ever made; `version` may point at an older one. */
    last_version: integer,
    /** Grows with every change: the compare-and-set of every update. */
    revision: integer,
    updated_at: integer,
  },

  assistant_versions: versionColumns,

  threads: {
    tenant_id: text,
    thread_id: text,
    assistant_id: nullable(text),
    title: nullable(text),
    status: column<ThreadStatus>('text'),
    /** 1: made for a run that named no thread, and left out of lists. */
    temporary: integer,
    metadata: searchableJson,
    revision: integer,
    created_at: integer,
    updated_at: integer,
    /** After its last run of the LangGraph dialect; null: it had none. */
    state_values: nullable(jsonText),
    /** What its tasks asked and nobody has answered, by task. */
    interrupts: nullable(jsonText),
    state_updated_at: nullable(integer),
    config: nullable(jsonText),
    ttl_minutes: nullable(real),
    /** The highest ordinal of the runs that were removed from it: no other run may have it. */
    last_ordinal: integer,
  },

  messages: {
    tenant_id: text,
    message_id: text,
    thread_id: text,
    run_id: nullable(text),
    role: column<MessageRole>('text'),
    content: jsonText,
    metadata: searchableJson,
    created_at: integer,
  },

  runs: {
    tenant_id: text,
    run_id: text,
    thread_id: text,
    assistant_id: text,
    assistant_version: integer,
    status: column<RunStatus>('text'),
    multitask_strategy: text,
    input: nullable(jsonText),
    output: nullable(jsonText),
    error: nullable(jsonText),
    required_action: nullable(jsonText),
    /** What a caller gave to go on from requires_action: tool outputs or a human's answer. */
    resume: nullable(jsonText),
    metadata: searchableJson,
    usage: nullable(jsonText),
    attempt: integer,
    created_at: integer,
    updated_at: integer,
    started_at: nullable(integer),
    completed_at: nullable(integer),
    /** Grows with every claim: whoever held the run before can no longer write. */
    fence: integer,
    /** Claims since the run last got on. */
    tries: integer,
    lease_owner: nullable(text),
    lease_expires_at: nullable(integer),
    /** Not to be started before. */
    available_at: integer,
    /** When a run that waits for input is given up. */
    action_expires_at: nullable(integer),
    /** Told of the end of this run, besides the webhooks of the tenant. */
    webhook: nullable(text),
    /** Null: no guardrail has looked at it yet. */
    guardrail_outcome: nullable(column<Outcome>('text')),
    /** How it is to be executed, where the LangGraph dialect says so; see schema/run-kwargs.ts. */
    kwargs: nullable(jsonText),
    /** Which of its thread's runs it is, in the order in which they began; null: it has not, or began before this was counted. */
    ordinal: nullable(integer),
  },

  run_events: {
    tenant_id: text,
    run_id: text,
    last_seq: integer,
    first_seq: integer,
    /** A JSON array: the events from `first_seq` to `last_seq`. */
    events: jsonText,
  },

  checkpoints: {
    tenant_id: text,
    thread_id: text,
    checkpoint_ns: text,
    checkpoint_id: text,
    parent_checkpoint_id: nullable(text),
    /** The run that made it; null: made by an update of the thread's state. */
    run_id: nullable(text),
    checkpoint: jsonText,
    metadata: jsonText,
    created_at: integer,
  },

  checkpoint_values: {
    tenant_id: text,
    thread_id: text,
    checkpoint_ns: text,
    channel: text,
    version: text,
    value: jsonText,
  },

  checkpoint_writes: {
    tenant_id: text,
    thread_id: text,
    checkpoint_ns: text,
    checkpoint_id: text,
    task_id: text,
    /** The place among the task's writes; below zero for LangGraph's own channels, which replace one another. */
    idx: integer,
    channel: text,
    value: jsonText,
  },

  webhooks: {
    tenant_id: text,
    webhook_id: text,
    topic: text,
    url: text,
    events: text,
    secret: text,
    old_secret: nullable(text),
    old_secret_expires_at: nullable(integer),
    description: nullable(text),
    metadata: searchableJson,
    enabled: integer,
    disabled_reason: nullable(text),
    since: integer,
    read_to: integer,
    failures: integer,
    failing_since: nullable(integer),
    paused_until: integer,
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },

  webhook_events: {
    event_id: text,
    tenant_id: text,
    topic: text,
    event_type: text,
    run_id: nullable(text),
    url: nullable(text),
    payload: jsonText,
    created_at: integer,
    seq: nullable(integer),
  },

  webhook_sequence: {
    id: integer,
    last_seq: integer,
  },

  webhook_deliveries: {
    event_id: text,
    webhook_id: text,
    tenant_id: text,
    event_type: text,
    run_id: nullable(text),
    status: column<DeliveryStatus>('text'),
    attempts: integer,
    step: integer,
    next_attempt_at: integer,
    lease_owner: nullable(text),
    last_status: nullable(integer),
    last_error: nullable(text),
    created_at: integer,
    delivered_at: nullable(integer),
  },

  webhook_attempts: {
    event_id: text,
    webhook_id: text,
    attempt: integer,
    tenant_id: text,
    attempted_at: integer,
    latency_ms: integer,
    status_code: nullable(integer),
    error: nullable(text),
    response: nullable(text),
  },

  ...GUARDRAIL_TABLES,
  ...EVALUATION_TABLES,

  ...DATASET_TABLES,

  ...CRON_TABLES,
  ...STORE_ITEM_TABLES,

  api_keys: {
    tenant_id: text,
    key_id: text,
    name: text,
    /** The first characters of the key, to recognise it by. The key itself is never stored. */
    prefix: text,
    hash: text,
    scopes: text,
    created_at: integer,
    expires_at: nullable(integer),
    last_used_at: nullable(integer),
    revoked_at: nullable(integer),
  },

  idempotency_keys: {
    tenant_id: text,
    /** Method and path, so that one key may be used on two routes. */
    route: text,
    idempotency_key: text,
    request_hash: text,
    /** Who is working on it. A late finisher whose claim was taken over cannot write. */
    claim_id: text,
    claimed_at: integer,
    expires_at: integer,
    /** Null until the answer is known. */
    status: nullable(integer),
    response: nullable(text),
  },

  rate_buckets: {
    tenant_id: text,
    bucket: text,
    tokens: real,
    updated_at: integer,
  },
}

export type Tables = typeof TABLES
export type Row<T extends keyof Tables> = Tables[T]

export const TABLE_NAMES = Object.keys(TABLES) as (keyof Tables)[]

export const getColumnNames = <T extends keyof Tables>(table: T): (keyof Tables[T] & string)[] =>
  Object.keys(TABLES[table]) as (keyof Tables[T] & string)[]

export const getColumnType = <T extends keyof Tables>(table: T, name: keyof Tables[T]): ColumnType =>
  TABLES[table][name] as ColumnType
