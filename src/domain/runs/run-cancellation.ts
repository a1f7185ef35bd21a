/** Ending a run from outside: a cancel, or giving up on it. The last event is stored in the same batch. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import { eventText } from '../../events/run-event.js'
import type { Run, RunFailureCode } from '../../schema/run.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Move, RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import type { Outbox } from '../webhooks/outbox.js'
import { toRun } from '../row-mappers.js'
import { statesBefore } from './run-state.js'

interface Parts {
  runs: RunStore
  runEvents: RunEventStore
  outbox: Outbox
  bus: Bus
  clock: Clock
}

type RunRow = Row<'runs'>

interface RunFailure {
  code: RunFailureCode
  message: string
}

type Stopped = { status: 'cancelled'; error?: undefined } | { status: 'failed'; error: RunFailure }

export const makeRunStops = ({ runs, runEvents, outbox, bus, clock }: Parts) => {
  /** Only while the run is as it was read: what is told of it is then true. */
  const stop = (run: RunRow, to: Stopped, now: number): { move: Move; also: Statement[] } => {
    const { tenant_id, run_id } = run
    const error = to.error === undefined ? null : JSON.stringify(to.error)
    const change = { resume: null, error, completed_at: now, updated_at: now }
    const event = to.error === undefined ? { type: 'run.cancelled' } : { type: 'run.failed', error: to.error }
    const after = { ...run, ...change, status: to.status, required_action: null }
    return {
      move: { ...change, from: [run.status], to: to.status },
      also: [
        runEvents.appendStatement({ tenant_id, run_id, events: `[${eventText(event, now)}]` }),
        ...outbox.statements(after, [event], now),
      ],
    }
  }

  /** After the batch: whoever executes or follows the run hears of it. */
  const tell = (run_id: string): void => {
    bus.announceStopped(run_id)
    bus.announceOutbox()
    // Another run of its thread may have waited for this.
    bus.announceQueued()
  }

  const end = async (run: RunRow, to: Stopped, more: Statement[] = []): Promise<RunRow | undefined> => {
    const { move, also } = stop(run, to, clock.now())
    const moved = await runs.move(run, move, ...also, ...more)
    if (moved !== undefined) tell(run.run_id)
    return moved
  }

  return {
    tell,

    /** If it is still as it was read. */
    async cancelStill(run: RunRow): Promise<void> {
      await end(run, { status: 'cancelled' })
    },

    cancelStatements(run: RunRow, now: number): Statement[] {
      const { move, also } = stop(run, { status: 'cancelled' }, now)
      return [runs.moveStatement(run, move), ...also]
    },

    /**
     * Cancelling a cancelled run changes nothing and is no error; a run that ended otherwise is a conflict. `also` goes with
     * the run's end.
     */
    async cancel(
      tenant_id: string,
      run_id: string,
      also: (run: RunRow) => Statement[] = () => [],
    ): Promise<Run> {
      return untilUndisturbed(async () => {
        const run = await runs.get({ tenant_id, run_id })
        if (run === undefined) throw notFound('Run', run_id)
        if (run.status === 'cancelled') return toRun(run)
        if (!statesBefore('cancelled').includes(run.status))
          throw new AppError('resource_conflict', `the run is ${run.status} and can no longer be cancelled`, {
            status: run.status,
          })
        const moved = await end(run, { status: 'cancelled' }, also(run))
        return moved && toRun(moved)
      })
    },

    /** Gives up on a run that nobody works on, if it is still as it was read. */
    async fail(run: RunRow, error: RunFailure): Promise<void> {
      await end(run, { status: 'failed', error })
    },
  }
}

export type RunStops = ReturnType<typeof makeRunStops>
