/** Maps rows of runs to the API. */
import { LargeJson } from '../../platform/large-json.js'
import { isShared, type Text } from '../../platform/shared-text.js'
import type { JsonObject } from '../../schema/common.js'
import type { Run } from '../../schema/run.js'
import type { RunListItem } from '../../schema/run-list.js'
import type { RunSummaryRow } from '../../store/runs/run-lists.js'
import type { SharedRunRow } from '../../store/runs/runs.js'
import { toCost } from '../costs/run-cost.js'
import { parseObject, parseObjectOrNull, toIso, toIsoOrNull } from '../row-mappers.js'

/** A large input or output can be a shared text. It becomes a part of the response without being parsed. */
export const toRun = (row: SharedRunRow): Run => ({
  ...toRunSummary(row),
  input: toResponseObject(row.input),
  output: toResponseObject(row.output),
  required_action: parseObjectOrNull(row.required_action) as Run['required_action'],
})

const toResponseObject = (text: Text | null): JsonObject | null =>
  isShared(text) ? (new LargeJson(text) as unknown as JsonObject) : parseObjectOrNull(text)

export const toRunSummary = (row: RunSummaryRow) =>
  ({
    id: row.run_id,
    run_id: row.run_id,
    thread_id: row.thread_id,
    assistant_id: row.assistant_id,
    assistant_version: row.assistant_version,
    status: row.status,
    multitask_strategy: row.multitask_strategy,
    error: parseObjectOrNull(row.error) as Run['error'],
    metadata: parseObject(row.metadata),
    usage: parseObjectOrNull(row.usage),
    cost: toCost(row.cost),
    attempt: row.attempt,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    started_at: toIsoOrNull(row.started_at),
    completed_at: toIsoOrNull(row.completed_at),
    preview: row.preview,
    guardrail_outcome: row.guardrail_outcome,
    queue_ms: subtract(row.started_at, Math.max(row.created_at, row.available_at)),
    duration_ms: subtract(row.completed_at, row.started_at),
    tries: row.tries,
    available_at: row.available_at === 0 ? null : toIso(row.available_at),
    // Webhook events are built from the row before the change that releases its lease.
    lease_owner: row.status === 'in_progress' ? row.lease_owner : null,
    lease_expires_at: row.status === 'in_progress' ? toIsoOrNull(row.lease_expires_at) : null,
    // While a run waits, only a change of its status sets `updated_at`.
    waiting_since: row.status === 'requires_action' ? toIso(row.updated_at) : null,
    action_expires_at: toIsoOrNull(row.action_expires_at),
    reserved_by: row.reserved_by,
    reserved_by_id: row.reserved_by_id,
    reserved_until: toIsoOrNull(row.reserved_until),
    created_by: row.created_by,
    retry_of: row.retry_of,
  }) satisfies RunListItem

/** The clocks of two nodes can differ by a few milliseconds. */
const subtract = (end: number | null, start: number | null): number | null =>
  end === null || start === null ? null : Math.max(0, end - start)

/** Reservations end by themselves, without a write. */
export const dropExpiredReservation = <T extends RunSummaryRow>(row: T, now: number): T =>
  row.reserved_until === null || row.reserved_until > now
    ? row
    : { ...row, reserved_by: null, reserved_by_id: null, reserved_until: null }
