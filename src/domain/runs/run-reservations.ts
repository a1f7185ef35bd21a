/**
 * Reservations of waiting runs: while a person works on one, other callers cannot resume it. A reservation expires, so it does
 * not block a run for ever.
 */
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Clock } from '../../platform/clock.js'
import type { Run } from '../../schema/run.js'
import type { ReservationStore } from '../../store/runs/reservations.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import type { Caller } from '../caller.js'
import { toIso } from '../row-mappers.js'
import { toRun } from './to-run.js'

const DEFAULT_SECONDS = 300

interface Deps {
  runs: RunStore
  runReservations: ReservationStore
  bus: Bus
  clock: Clock
}

export const makeRunReservations = ({ runs, runReservations, bus, clock }: Deps) => {
  const requireRun = async (tenant_id: string, run_id: string): Promise<Row<'runs'>> => {
    const run = await runs.get({ tenant_id, run_id })
    if (run === undefined) throw notFound('Run', run_id)
    return run
  }

  /** Others see at once who works on the run. */
  const publish = (row: Row<'runs'>): Run => {
    bus.publishChange(row.tenant_id, row.run_id)
    return toRun(row)
  }

  return {
    /** Reserves a run, or extends the reservation of the same caller. */
    async reserve(
      tenant_id: string,
      run_id: string,
      caller: Caller,
      seconds = DEFAULT_SECONDS,
    ): Promise<Run> {
      const now = clock.now()
      const times = { now, reserved_until: now + seconds * 1000 }
      const reserved = await runReservations.reserve({ tenant_id, run_id }, caller, times)
      if (reserved !== undefined) return publish(reserved)
      const run = await requireRun(tenant_id, run_id)
      checkReservation(run, caller, now)
      const message = `The run is ${run.status}; only runs that wait for an action can be reserved`
      throw new AppError('resource_conflict', message, { status: run.status })
    },

    /** Has no effect if the run is not reserved. Administrators can end the reservations of others. */
    async release(tenant_id: string, run_id: string, caller: Caller, isAdmin: boolean): Promise<Run> {
      const now = clock.now()
      const released = await runReservations.release({ tenant_id, run_id }, caller, {
        now,
        isForced: isAdmin,
      })
      if (released !== undefined) return publish(released)
      const run = await requireRun(tenant_id, run_id)
      checkReservation(run, caller, now)
      return toRun(run)
    },
  }
}

export type RunReservations = ReturnType<typeof makeRunReservations>

/** Throws if another caller has reserved the run. */
export const checkReservation = (
  { reserved_by, reserved_by_id, reserved_until }: Row<'runs'>,
  caller: Caller,
  now: number,
): void => {
  if (reserved_by === null || reserved_until === null || reserved_until <= now) return
  // A reservation of an older version has only the name of its holder.
  if (reserved_by_id === null ? reserved_by === caller.name : reserved_by_id === caller.id) return
  const until = toIso(reserved_until)
  throw new AppError('resource_conflict', `The run is reserved by ${reserved_by} until ${until}`, {
    reserved_by,
    reserved_until: until,
  })
}
