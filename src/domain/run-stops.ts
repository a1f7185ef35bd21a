/** Ending a run from outside: a cancel, or giving up on it. The last event is stored in the same batch. */
import type { Clock } from '../clock.js'
import { AppError, notFound } from '../errors.js'
import type { Bus } from '../events/bus.js'
import { eventText } from '../events/run-event.js'
import type { Run, RunFailureCode } from '../schema/run.js'
import type { RunEventStore } from '../store/run-events.js'
import type { RunStore } from '../store/runs.js'
import type { Statement } from '../store/statement.js'
import type { Row } from '../store/tables.js'
import { toRun } from './records.js'
import { statesBefore } from './run-state.js'

interface Parts {
  runs: RunStore
  runEvents: RunEventStore
  bus: Bus
  clock: Clock
}

type Key = Pick<Row<'runs'>, 'tenant_id' | 'run_id'>

export const makeRunStops = ({ runs, runEvents, bus, clock }: Parts) => {
  const cancelChange = (now: number) =>
    ({
      from: statesBefore('cancelled'),
      to: 'cancelled',
      resume: null,
      completed_at: now,
      updated_at: now,
    }) as const

  const lastEvent = ({ tenant_id, run_id }: Key, event: { type: string }, now: number): Statement =>
    runEvents.appendStatement({ tenant_id, run_id, events: `[${eventText(event, now)}]` })

  /** After the batch: whoever executes or follows the run hears of it. */
  const tell = (run_id: string): void => {
    bus.announceStopped(run_id)
    bus.publish({ run_id, last_seq: Infinity })
    // Another run of its thread may have waited for this.
    bus.announceQueued()
  }

  return {
    tell,

    cancelledEvents: (now: number): string => `[${eventText({ type: 'run.cancelled' }, now)}]`,

    cancelStatements: (key: Key, now: number): Statement[] => [
      runs.moveStatement(key, cancelChange(now)),
      lastEvent(key, { type: 'run.cancelled' }, now),
    ],

    /** Cancelling a cancelled run changes nothing and is no error; a run that ended otherwise is a conflict. */
    async cancel(tenant_id: string, run_id: string): Promise<Run> {
      const now = clock.now()
      const key = { tenant_id, run_id }
      const moved = await runs.move(key, cancelChange(now), lastEvent(key, { type: 'run.cancelled' }, now))
      if (moved !== undefined) {
        tell(run_id)
        return toRun(moved)
      }
      const row = await runs.get(key)
      if (row === undefined) throw notFound('Run', run_id)
      if (row.status === 'cancelled') return toRun(row)
      throw new AppError('resource_conflict', `the run is ${row.status} and can no longer be cancelled`, {
        status: row.status,
      })
    },

    /** Gives up on a run that nobody works on, if it is still as it was read. */
    async fail(run: Row<'runs'>, error: { code: RunFailureCode; message: string }): Promise<void> {
      const now = clock.now()
      const change = {
        from: [run.status],
        to: 'failed',
        resume: null,
        error: JSON.stringify(error),
        completed_at: now,
        updated_at: now,
      } as const
      const event = { type: 'run.failed', error }
      if ((await runs.move(run, change, lastEvent(run, event, now))) !== undefined) tell(run.run_id)
    },
  }
}

export type RunStops = ReturnType<typeof makeRunStops>
