/** Ending a run from outside: a cancel, or giving up on it. The last event is stored in the same batch. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import { serializeEvent } from '../../events/run-event.js'
import type { Run, RunFailureCode } from '../../schema/run.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { StatusTransition, RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import type { Outbox } from '../webhooks/outbox.js'
import { toRun } from '../row-mappers.js'
import { statesBefore } from './run-state.js'

interface Deps {
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

type StoppedState = { status: 'cancelled'; error?: undefined } | { status: 'failed'; error: RunFailure }

export const makeRunCancellation = ({ runs, runEvents, outbox, bus, clock }: Deps) => {
  /** Only while the run is as it was read: what is told of it is then true. */
  const buildStop = (
    run: RunRow,
    to: StoppedState,
    now: number,
  ): { move: StatusTransition; eventStatements: Statement[] } => {
    const { tenant_id, run_id } = run
    const error = to.error === undefined ? null : JSON.stringify(to.error)
    const change = { resume: null, error, completed_at: now, updated_at: now }
    const event = to.error === undefined ? { type: 'run.cancelled' } : { type: 'run.failed', error: to.error }
    const stoppedRun = { ...run, ...change, status: to.status, required_action: null }
    return {
      move: { ...change, from: [run.status], to: to.status },
      eventStatements: [
        runEvents.appendStatement({ tenant_id, run_id, events: `[${serializeEvent(event, now)}]` }),
        ...outbox.buildRunStatements(stoppedRun, [event], now),
      ],
    }
  }

  /** After the batch: whoever executes or follows the run hears of it. */
  const publishStopped = (run_id: string): void => {
    bus.publishStopped(run_id)
    bus.publishOutbox()
    // Another run of its thread may have waited for this.
    bus.publishQueued()
  }

  const stopRun = async (
    run: RunRow,
    to: StoppedState,
    extraStatements: Statement[] = [],
  ): Promise<RunRow | undefined> => {
    const { move, eventStatements } = buildStop(run, to, clock.now())
    const updated = await runs.transition(run, move, ...eventStatements, ...extraStatements)
    if (updated !== undefined) publishStopped(run.run_id)
    return updated
  }

  return {
    publishStopped,

    /** If it is still as it was read. */
    async cancelIfUnchanged(run: RunRow): Promise<void> {
      await stopRun(run, { status: 'cancelled' })
    },

    cancelStatements(run: RunRow, now: number): Statement[] {
      const { move, eventStatements } = buildStop(run, { status: 'cancelled' }, now)
      return [runs.transitionStatement(run, move), ...eventStatements]
    },

    /**
     * Cancelling a cancelled run changes nothing and is no error; a run that ended otherwise is a conflict. `also` goes with
     * the run's end.
     */
    async cancelRun(
      tenant_id: string,
      run_id: string,
      extraStatements: (run: RunRow) => Statement[] = () => [],
    ): Promise<Run> {
      return retryOnConflict(async () => {
        const run = await runs.get({ tenant_id, run_id })
        if (run === undefined) throw notFound('Run', run_id)
        if (run.status === 'cancelled') return toRun(run)
        if (!statesBefore('cancelled').includes(run.status))
          throw new AppError('resource_conflict', `the run is ${run.status} and can no longer be cancelled`, {
            status: run.status,
          })
        const updated = await stopRun(run, { status: 'cancelled' }, extraStatements(run))
        return updated && toRun(updated)
      })
    },

    /** Gives up on a run that nobody works on, if it is still as it was read. */
    async failRun(run: RunRow, error: RunFailure): Promise<void> {
      await stopRun(run, { status: 'failed', error })
    },
  }
}

export type RunCancellation = ReturnType<typeof makeRunCancellation>
