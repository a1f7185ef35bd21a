/** Reservations of waiting runs: two columns name the holder, a third one the end. The holder is compared by its ID. */
import { sql, type ExpressionBuilder } from 'kysely'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { prepare, requireRow } from '../sql/statement.js'
import type { Row, Tables } from '../sql/tables.js'

interface RunKey {
  tenant_id: string
  run_id: string
}

/** A caller of the API; two of them can have the same name. */
export interface Holder {
  id: string
  name: string
}

export interface HolderParams {
  holder_id: string
  holder_name: string
}

export const toHolderParams = (holder?: Holder): HolderParams => ({
  holder_id: holder?.id ?? '',
  holder_name: holder?.name ?? '',
})

/** True if the run is not reserved, or by this holder. */
export const isReservable = (p: HolderParams, now: number) => (eb: ExpressionBuilder<Tables, 'runs'>) =>
  eb.or([
    eb('reserved_until', 'is', null),
    eb('reserved_until', '<=', now),
    eb('reserved_by_id', '=', p.holder_id),
    // Reserved by an older version, which stored only the name.
    eb.and([eb('reserved_by_id', 'is', null), eb('reserved_by', '=', p.holder_name)]),
  ])

export const makeReservationStore = (db: Database) => {
  const { kysely } = db.dialect

  type ReservationParams = RunKey & HolderParams & { now: number }
  const reserve = prepare<ReservationParams & { reserved_until: number }>()((p) =>
    kysely
      .updateTable('runs')
      .set({ reserved_by: p.holder_name, reserved_by_id: p.holder_id, reserved_until: p.reserved_until })
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('status', '=', sql.lit('requires_action'))
      .where(isReservable(p, p.now))
      .returningAll(),
  )
  const release = memoizeByShape((isForced: boolean) =>
    prepare<ReservationParams>()((p) =>
      kysely
        .updateTable('runs')
        .set({ reserved_by: null, reserved_by_id: null, reserved_until: null })
        .where('tenant_id', '=', p.tenant_id)
        .where('run_id', '=', p.run_id)
        .$if(!isForced, (query) => query.where(isReservable(p, p.now)))
        .returningAll(),
    ),
  )

  return {
    /** Reserves a waiting run. Returns undefined if it does not wait or another caller has reserved it. */
    async reserve(
      key: RunKey,
      holder: Holder,
      times: { now: number; reserved_until: number },
    ): Promise<Row<'runs'> | undefined> {
      const statement = reserve({ ...key, ...toHolderParams(holder), ...times })
      return (await db.write([requireRow(statement)]))?.[0][0]
    },

    /** Ends a reservation of this holder, or of anyone. Returns undefined if another caller has reserved the run. */
    async release(
      key: RunKey,
      holder: Holder,
      { now, isForced }: { now: number; isForced: boolean },
    ): Promise<Row<'runs'> | undefined> {
      const statement = release(isForced)({ ...key, ...toHolderParams(holder), now })
      return (await db.write([requireRow(statement)]))?.[0][0]
    },
  }
}

export type ReservationStore = ReturnType<typeof makeReservationStore>
