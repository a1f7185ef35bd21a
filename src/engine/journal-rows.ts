/** The rows that the journal writes for the end of a run and for its messages. */
import type { OutputText } from '../platform/shared-text.js'
import { isStorable } from '../schema/common.js'
import type { RunResult } from '../store/runs/queue.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadMessage } from './threads/executor-protocol.js'

/** The row of a run whose input and output may be large. */
export type JournaledRun = Omit<Row<'runs'>, 'output'> & { output: OutputText | null }

export const toFinishedRun = (
  run: Row<'runs'>,
  result: Omit<RunResult, 'output'> & { output: OutputText | null },
  now: number,
): JournaledRun => ({
  ...run,
  ...result,
  completed_at: result.status === 'requires_action' ? null : now,
  updated_at: now,
})

export const toMessageRow = (
  run: Row<'runs'>,
  message: ThreadMessage,
  created_at: number,
): Row<'messages'> => {
  const { id, role, content, ...rest } = message
  return {
    tenant_id: run.tenant_id,
    message_id: id,
    thread_id: run.thread_id,
    run_id: run.run_id,
    role,
    content: JSON.stringify(content),
    metadata: storableJson(rest),
    created_at,
  }
}

/**
 * Metadata is searchable, so it must not contain what PostgreSQL's jsonb rejects (see schema/common.ts).
 * Models may output anything.
 */
const storableJson = (value: object): string =>
  isStorable(value)
    ? JSON.stringify(value)
    : JSON.stringify(value, (_, item: unknown) =>
        typeof item === 'string' ? item.toWellFormed().replaceAll('\u0000', '') : item,
      )
