/**
 * Stops a run from outside of its execution: a client cancels it, or the sweep fails it. The last event of the run and its webhook
 * events are written in the same batch as the status transition.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import { serializeEvent } from '../../events/run-event.js'
import type { Run, RunFailureCode } from '../../schema/run.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { StatusTransition, RunStore } from '../../store/runs/runs.js'
import type { StatisticsStore } from '../../store/statistics/statistics.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { toRunEntry } from '../statistics/entry.js'
import type { Outbox } from '../webhooks/outbox.js'
import { toRun } from './to-run.js'
import { statesBefore } from './run-state.js'
import type { RunTelemetry } from './run-telemetry.js'

interface Deps {
  runs: RunStore
  runEvents: RunEventStore
  outbox: Outbox
  statistics: StatisticsStore
  bus: Bus
  clock: Clock
  telemetry: RunTelemetry
}

type RunRow = Row<'runs'>

interface RunFailure {
  code: RunFailureCode
  message: string
}

type StoppedState = { status: 'cancelled'; error?: undefined } | { status: 'failed'; error: RunFailure }

export const makeRunCancellation = ({ runs, runEvents, outbox, statistics, bus, clock, telemetry }: Deps) => {
  /** The transition is conditional on the status that was read, so the events always match the run. */
  const buildStop = (
    run: RunRow,
    state: StoppedState,
    now: number,
  ): { transition: StatusTransition; eventStatements: Statement[] } => {
    const { tenant_id, run_id } = run
    const error = state.error === undefined ? null : JSON.stringify(state.error)
    const change = { resume: null, error, completed_at: now, updated_at: now }
    const event =
      state.error === undefined ? { type: 'run.cancelled' } : { type: 'run.failed', error: state.error }
    const stoppedRun = { ...run, ...change, status: state.status, required_action: null }
    return {
      transition: { ...change, from: [run.status], to: state.status },
      eventStatements: [
        runEvents.appendStatement({ tenant_id, run_id, events: `[${serializeEvent(event, now).text}]` }),
        ...(run.status === 'requires_action'
          ? [runEvents.markForCompactionStatement({ tenant_id, run_id })]
          : []),
        ...outbox.buildRunStatements(stoppedRun, [event], now),
        statistics.insertEntryStatement(toRunEntry(stoppedRun, state.status, now, new Map())),
      ],
    }
  }

  /** Called after the commit: counts the end of the run, and notifies the worker that executes it and the clients that follow it. */
  const publishStopped = (run: RunRow, state: StoppedState): void => {
    telemetry.recordEnd(run, { ...state, at: clock.now() })
    bus.publishStopped(run.run_id)
    bus.publishOutbox()
    // The next run of the thread can be claimed now.
    bus.publishQueued()
  }

  const stopRun = async (
    run: RunRow,
    state: StoppedState,
    extraStatements: Statement[] = [],
  ): Promise<RunRow | undefined> => {
    const { transition, eventStatements } = buildStop(run, state, clock.now())
    const updated = await runs.transition(run, transition, ...eventStatements, ...extraStatements)
    if (updated !== undefined) publishStopped(run, state)
    return updated
  }

  return {
    /** Called after the commit of `cancelStatements`. */
    publishCancelled(run: RunRow): void {
      publishStopped(run, { status: 'cancelled' })
    },

    /** Has no effect if the status of the run changed since it was read. */
    async cancelIfUnchanged(run: RunRow): Promise<void> {
      await stopRun(run, { status: 'cancelled' })
    },

    cancelStatements(run: RunRow, now: number): Statement[] {
      const { transition, eventStatements } = buildStop(run, { status: 'cancelled' }, now)
      return [runs.transitionStatement(run, transition), ...eventStatements]
    },

    /**
     * Idempotent: cancelling a cancelled run has no effect. Cancelling a completed or failed run is a conflict. `extraStatements` are
     * written in the same batch.
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
          throw new AppError('resource_conflict', `The run is ${run.status} and can no longer be cancelled`, {
            status: run.status,
          })
        const updated = await stopRun(run, { status: 'cancelled' }, extraStatements(run))
        return updated && toRun(updated)
      })
    },

    /** Fails a run that no worker executes. Returns false, without any effect, if its status changed since it was read. */
    async failRun(run: RunRow, error: RunFailure): Promise<boolean> {
      return (await stopRun(run, { status: 'failed', error })) !== undefined
    },
  }
}

export type RunCancellation = ReturnType<typeof makeRunCancellation>
