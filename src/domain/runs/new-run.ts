import { newId } from '../../platform/ids.js'
import type { RunCreate } from '../../schema/run.js'
import type { Row } from '../../store/sql/tables.js'

/** One that nobody has claimed yet. */
export const newRunRow = (
  thread: Pick<Row<'threads'>, 'tenant_id' | 'thread_id'>,
  assistant: Pick<Row<'assistants'>, 'assistant_id' | 'version'>,
  request: Omit<RunCreate, 'thread_id' | 'assistant_id'>,
  now: number,
): Row<'runs'> => ({
  tenant_id: thread.tenant_id,
  run_id: newId(),
  thread_id: thread.thread_id,
  assistant_id: assistant.assistant_id,
  assistant_version: assistant.version,
  status: 'queued',
  multitask_strategy: request.multitask_strategy ?? 'enqueue',
  input: request.input == null ? null : JSON.stringify(request.input),
  output: null,
  error: null,
  required_action: null,
  resume: null,
  metadata: JSON.stringify(request.metadata ?? {}),
  usage: null,
  attempt: 0,
  created_at: now,
  updated_at: now,
  started_at: null,
  completed_at: null,
  fence: 0,
  tries: 0,
  lease_owner: null,
  lease_expires_at: null,
  available_at: request.after_seconds === undefined ? 0 : now + Math.round(request.after_seconds * 1000),
  action_expires_at: null,
  webhook: request.webhook ?? null,
  guardrail_outcome: null,
  kwargs: null,
  ordinal: null,
})
