/** The life of a run as one table. Everything that is not in it is refused. */
import { RUN_STATUSES, type RunStatus } from '../schema/run.js'

const TRANSITIONS: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['in_progress', 'cancelled'],
  // Back to queued: its worker died or drained.
  in_progress: ['completed', 'failed', 'cancelled', 'requires_action', 'queued'],
  // Queued: the input came. Failed: it never came.
  requires_action: ['queued', 'cancelled', 'failed'],
  completed: [],
  failed: [],
  cancelled: [],
}

/** The states from which a run may move to this one. */
export const statesBefore = (to: RunStatus): RunStatus[] =>
  RUN_STATUSES.filter((from) => TRANSITIONS[from].includes(to))

export const isFinal = (status: RunStatus): boolean => TRANSITIONS[status].length === 0
