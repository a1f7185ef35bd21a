/** The tables of runs, their events and bulk operations; a part of tables.ts. */
import type { Outcome } from '../../../schema/guardrail.js'
import type { RunStatus } from '../../../schema/run.js'
import type { BulkAction, OperationItemStatus, OperationStatus } from '../../../schema/run-operation.js'
import { bytes, column, integer, jsonText, nullable, searchableJson, text } from '../column.js'

export const RUN_TABLES = {
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
    /** The resume value for a run in requires_action: tool outputs or a human's input. */
    resume: nullable(jsonText),
    metadata: searchableJson,
    usage: nullable(jsonText),
    /** See domain/costs/run-cost.ts. Null: the run has recorded no model call, or ended before this column existed. */
    cost: nullable(jsonText),
    attempt: integer,
    created_at: integer,
    updated_at: integer,
    started_at: nullable(integer),
    completed_at: nullable(integer),
    /** Incremented by every claim; a worker with an older fence can no longer write. */
    fence: integer,
    /** The crashes since its last checkpoint that count against the run: one of its nodes had started. */
    tries: integer,
    /** How often a worker died since its last checkpoint while it held the run, whether or not a node had started. */
    crashes: integer,
    /** The fence of the last claim in which a node has started. */
    node_started_fence: nullable(integer),
    lease_owner: nullable(text),
    lease_expires_at: nullable(integer),
    /** The run does not start before this time. */
    available_at: integer,
    /** When a run that waits for input expires. */
    action_expires_at: nullable(integer),
    /** A URL that is notified of the end of this run, in addition to the tenant's webhooks. */
    webhook: nullable(text),
    /** Null: no guardrail has checked the run yet. */
    guardrail_outcome: nullable(column<Outcome>('text')),
    /** Execution options of a run that was started through the LangGraph API; see schema/run-kwargs.ts. */
    kwargs: nullable(jsonText),
    /**
     * The position among the runs of its thread in the order in which they started. Null: not started, or started
     * before this column existed.
     */
    ordinal: nullable(integer),
    /** The first line of the input, as guardrails left it; see domain/runs/preview.ts. */
    preview: nullable(text),
    created_by: nullable(text),
    /** The run that this one repeats. */
    retry_of: nullable(text),
    /** The caller who has reserved the waiting run, until `reserved_until`. */
    reserved_by: nullable(text),
    /** Null: reserved by an older version, which stored only the name. */
    reserved_by_id: nullable(text),
    reserved_until: nullable(integer),
    /** The trace context of the request that created the run. Null: traces are off, or no request created it. */
    traceparent: nullable(text),
    /** Those of the requests that resumed it, separated by spaces. */
    resume_traceparents: nullable(text),
  },

  run_operations: {
    tenant_id: text,
    operation_id: text,
    action: column<BulkAction>('text'),
    status: column<OperationStatus>('text'),
    dry_run: integer,
    total: integer,
    capped: integer,
    created_by: nullable(text),
    created_at: integer,
    completed_at: nullable(integer),
  },

  run_operation_items: {
    tenant_id: text,
    operation_id: text,
    idx: integer,
    run_id: text,
    status: column<OperationItemStatus>('text'),
    /** A JSON object with code and message. */
    error: nullable(jsonText),
    lease_expires_at: integer,
  },

  run_events: {
    tenant_id: text,
    run_id: text,
    last_seq: integer,
    first_seq: integer,
    /** The JSON of the events from `first_seq` to `last_seq`; see store/runs/event-rows/row-format.ts. Empty if it is packed. */
    events: jsonText,
    /** The compressed JSON; see store/packing/pack-text.ts. */
    packed: nullable(bytes),
  },

  event_compactions: {
    tenant_id: text,
    run_id: text,
    /** The last event that is compacted. */
    position: integer,
    claimed_until: integer,
  },
}
