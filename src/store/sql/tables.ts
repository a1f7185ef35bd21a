/**
 * The tables of both databases. IDs are text, times are epoch milliseconds, flags are 0 or 1, JSON is text. Columns have
 * the names of the API fields. Each column is declared once: its TypeScript type is the type of the value in a row, its
 * value is the name of the SQL type. A test compares this file with the migrated schema of both databases.
 */
import type { OnRunCompleted } from '../../schema/cron.js'
import type { MessageRole } from '../../schema/message.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { CredentialType } from '../../schema/me.js'
import type { DeliveryStatus } from '../../schema/webhook.js'
import {
  bytes,
  column,
  integer,
  nullable,
  jsonText,
  real,
  searchableJson,
  text,
  type ColumnType,
} from './column.js'
import { EVALUATION_TABLES } from './tables/evaluations.js'
import { DATASET_TABLES } from './tables/datasets.js'
import { GUARDRAIL_TABLES } from './tables/guardrails.js'
import { RETENTION_TABLES } from './tables/retention.js'
import { RUN_TABLES } from './tables/runs.js'
import { STATISTICS_TABLES } from './tables/statistics.js'

/** The columns of a version of an assistant. The assistant's own row holds those of its current version. */
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

/** The versions of a value that are packed into the row of the last of them; see store/packing/value-pack.ts. */
const packColumns = {
  first_number: nullable(real),
  last_number: nullable(real),
  packed: nullable(bytes),
}

const TABLES = {
  assistants: {
    ...versionColumns,
    /** The highest version ever created; `version` may point at an older one. */
    last_version: integer,
    /** Incremented by every change; every update compares-and-sets it. */
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
    /** 1: created for a run without a thread, and left out of lists. */
    temporary: integer,
    metadata: searchableJson,
    revision: integer,
    created_at: integer,
    updated_at: integer,
    /** The state after the last run that was started through the LangGraph API. Null: there was none. With `state_version`, only its small members. */
    state_values: nullable(jsonText),
    /** The version in `thread_values` that contains a large state; see store/threads/thread-states.ts. */
    state_version: nullable(text),
    /** The names of the members that `state_values` does not contain, as a JSON array. Null: it contains all. */
    state_omitted: nullable(jsonText),
    /** The interrupts of its tasks that are not resumed yet, by task. */
    interrupts: nullable(jsonText),
    state_updated_at: nullable(integer),
    config: nullable(jsonText),
    ttl_minutes: nullable(real),
    /** The highest ordinal among its removed runs; it is never assigned again. */
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

  ...RUN_TABLES,

  checkpoints: {
    tenant_id: text,
    thread_id: text,
    checkpoint_ns: text,
    checkpoint_id: text,
    parent_checkpoint_id: nullable(text),
    /** The run that created it. Null: created by an update of the thread's state. */
    run_id: nullable(text),
    /** Empty if the row is packed. A packed row whose last checkpoint was changed later has its text here. */
    checkpoint: jsonText,
    metadata: jsonText,
    created_at: integer,
    /** The first of the checkpoints that a packed row contains; `checkpoint_id` is the last one. */
    first_checkpoint_id: nullable(text),
    packed_count: nullable(integer),
    /** Compressed checkpoints with their writes; see store/packing/checkpoint-pack.ts. */
    packed: nullable(bytes),
  },

  checkpoint_values: {
    tenant_id: text,
    thread_id: text,
    checkpoint_ns: text,
    channel: text,
    version: text,
    /** Empty if the row is packed. */
    value: jsonText,
    ...packColumns,
  },

  thread_values: {
    tenant_id: text,
    thread_id: text,
    version: text,
    /** Empty if the row is packed. */
    value: jsonText,
    ...packColumns,
  },

  checkpoint_writes: {
    tenant_id: text,
    thread_id: text,
    checkpoint_ns: text,
    checkpoint_id: text,
    task_id: text,
    /**
     * The index among the task's writes. Negative for LangGraph's reserved channels, whose writes replace one another.
     */
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
  ...STATISTICS_TABLES,
  ...RETENTION_TABLES,

  crons: {
    tenant_id: text,
    cron_id: text,
    assistant_id: text,
    /** Null: each run gets a new thread. */
    thread_id: nullable(text),
    schedule: text,
    /** Null: UTC. */
    timezone: nullable(text),
    end_time: nullable(integer),
    /** Whether the new thread is removed after its run. Null: the runs use an existing thread. */
    on_run_completed: nullable(column<OnRunCompleted>('text')),
    enabled: integer,
    payload: jsonText,
    metadata: searchableJson,
    user_id: nullable(text),
    /** Null: no run is due, because the cron has ended or is disabled. */
    next_run_date: nullable(integer),
    /** Incremented by every change and every run; both compare-and-set it. */
    revision: integer,
    created_at: integer,
    updated_at: integer,
  },

  store_items: {
    tenant_id: text,
    /** The labels of the namespace, each followed by a dot. */
    namespace: text,
    key: text,
    value: jsonText,
    /**
     * The paths that a text query searches, as a JSON array. Null: the whole value. `false`: the item is not searched.
     */
    indexed: nullable(jsonText),
    created_at: integer,
    updated_at: integer,
    expires_at: nullable(integer),
    ttl_minutes: nullable(real),
  },

  api_keys: {
    tenant_id: text,
    key_id: text,
    name: text,
    /** The first characters of the key, by which users recognize it. The key itself is never stored. */
    prefix: text,
    hash: text,
    scopes: text,
    created_at: integer,
    expires_at: nullable(integer),
    last_used_at: nullable(integer),
    revoked_at: nullable(integer),
    created_by: nullable(text),
  },

  audit_entries: {
    tenant_id: text,
    entry_id: text,
    created_at: integer,
    action: text,
    resource_type: text,
    resource_id: nullable(text),
    resource_name: nullable(text),
    actor_id: text,
    actor_name: text,
    credential: column<CredentialType>('text'),
    key_id: nullable(text),
    request_id: text,
    /** The fields of the request, without secrets and long values. */
    changes: jsonText,
  },

  console_sessions: {
    tenant_id: text,
    session_id: text,
    /** The hash of the token in the cookie. The token itself is never stored. */
    hash: text,
    name: text,
    scopes: text,
    /** The rate-limit bucket of the credential. */
    bucket: text,
    /** The API key that was used to sign in. Null: a configured key or a JWT. */
    key_id: nullable(text),
    /** Null if `key_id` is set; see domain/console-sessions.ts. */
    secret_proof: nullable(text),
    created_at: integer,
    expires_at: integer,
    /** When the session ends unless it is used; never after `expires_at`. */
    idle_expires_at: integer,
  },

  idempotency_keys: {
    tenant_id: text,
    /** Method and path: the same key can be used on two routes. */
    route: text,
    idempotency_key: text,
    request_hash: text,
    /** Identifies the request that holds the claim. A request whose claim was taken over can no longer write. */
    claim_id: text,
    claimed_at: integer,
    expires_at: integer,
    /** Null until the response is known. */
    status: nullable(integer),
    response: nullable(text),
  },

  secrets: {
    tenant_id: text,
    name: text,
    description: nullable(text),
    /** Encrypted; see platform/encryption/key-ring.ts. */
    value: text,
    created_at: integer,
    updated_at: integer,
  },

  encryption_keys: {
    key_id: text,
    last_used_at: integer,
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
