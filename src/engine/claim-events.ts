/** The events with which an execution of a run begins: they show how long it waited, where it continues and what ended the last execution. */
import type { EventFields, LastEvent } from '../events/run-event.js'
import type { Row } from '../store/sql/tables.js'
import type { StoredCheckpoint } from '../store/threads/checkpoints.js'

/** The last event of an execution that has recorded its own end. */
const END_TYPES = new Set(['run.released', 'run.requires_action'])

/** `last` is the last event of earlier executions. */
export const toClaimEvents = (
  run: Row<'runs'>,
  last: LastEvent | undefined,
  checkpoint: StoredCheckpoint | null,
  now: number,
): EventFields[] => {
  // The claim has set `updated_at`.
  const claimedAt = run.updated_at
  const claimed = {
    type: 'run.claimed',
    at: claimedAt,
    attempt: run.attempt,
    worker: run.lease_owner,
    // A run continues from its own checkpoint only; any other one is the state of the thread before it.
    checkpoint_id: checkpoint?.row.run_id === run.run_id ? checkpoint.row.checkpoint_id : null,
    // A run does not record when it was queued again, so later claims have no time in the queue.
    ...(run.fence === 1 && { queue_ms: Math.max(0, claimedAt - Math.max(run.created_at, run.available_at)) }),
  }
  if (last === undefined)
    return [
      { type: 'run.queued', at: run.created_at },
      claimed,
      { type: 'run.started', at: now, assistant_id: run.assistant_id },
    ]
  // Every expired lease counts as a crash. Nodes of an older version release runs without an event, which is none.
  const isWorkerLost = run.crashes > 0 && !END_TYPES.has(last.type)
  return isWorkerLost ? [{ type: 'run.released', at: last.at, reason: 'worker_lost' }, claimed] : [claimed]
}
