/** The state machine of a run. A transition that is not in the table is rejected. */
import { RUN_STATUSES, type RunStatus } from '../../schema/run.js'

/** For each status, the statuses that can follow it and the cause. docs/run-lifecycle.md is generated from this table. */
export const TRANSITIONS: Readonly<Record<RunStatus, Readonly<Partial<Record<RunStatus, string>>>>> = {
  queued: {
    in_progress: 'a worker claims the run',
    cancelled: 'a client cancels the run',
  },
  in_progress: {
    completed: 'the graph ends',
    failed: 'the graph fails, the run times out, or it has no attempts left',
    cancelled: 'a client cancels the run',
    requires_action: 'the graph requests tool outputs or human input',
    queued: 'the worker crashes or shuts down',
  },
  requires_action: {
    queued: 'a client submits the input',
    cancelled: 'a client cancels the run',
    failed: 'the input does not arrive in time',
  },
  completed: {},
  failed: {},
  cancelled: {},
}

/** The statuses from which a run can enter `to`. */
export const statesBefore = (to: RunStatus): RunStatus[] =>
  RUN_STATUSES.filter((from) => to in TRANSITIONS[from])

export const isFinal = (status: RunStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0
