/** The life of a run as one table. Everything that is not in it is refused. */
import { RUN_STATUSES, type RunStatus } from '../../schema/run.js'

/** From a state to those that may follow it, each with what makes it follow. docs/run-lifecycle.md is generated from it. */
export const TRANSITIONS: Readonly<Record<RunStatus, Readonly<Partial<Record<RunStatus, string>>>>> = {
  queued: {
    in_progress: 'a worker claims it',
    cancelled: 'it is cancelled',
  },
  in_progress: {
    completed: 'its graph ended',
    failed: 'its graph failed, it took too long, or its attempts are used up',
    cancelled: 'it is cancelled',
    requires_action: 'its graph asks for tool outputs or human input',
    queued: 'its worker died or drained',
  },
  requires_action: {
    queued: 'the input came',
    cancelled: 'it is cancelled',
    failed: 'the input did not come in time',
  },
  completed: {},
  failed: {},
  cancelled: {},
}

/** The states from which a run may move to this one. */
export const statesBefore = (to: RunStatus): RunStatus[] =>
  RUN_STATUSES.filter((from) => to in TRANSITIONS[from])

export const isFinal = (status: RunStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0
