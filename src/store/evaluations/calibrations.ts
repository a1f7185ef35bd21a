import { sql } from 'kysely'
import type { CalibrationStatus } from '../../schema/calibration.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { orderNewestFirst, toPageParams, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'

export type CalibrationRow = Row<'judge_calibrations'>

export const makeCalibrationStore = (db: Database) => {
  const { kysely } = db.dialect

  const insert = prepare<CalibrationRow>()((p) =>
    kysely.insertInto('judge_calibrations').values(pick(p, getColumnNames('judge_calibrations'))),
  )

  const selectPage = memoizeByShape((shape: { continued: boolean }) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      orderNewestFirst(
        kysely.selectFrom('judge_calibrations').selectAll().where('tenant_id', '=', p.tenant_id),
        'calibration_id',
        p,
        shape.continued,
      ),
    ),
  )

  const selectNewest = prepare<{ tenant_id: string; judge_hash: string }>()((p) =>
    kysely
      .selectFrom('judge_calibrations')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('judge_hash', '=', p.judge_hash)
      .where('status', '=', sql.lit<CalibrationStatus>('calibrated'))
      .orderBy('created_at', 'desc')
      .orderBy('calibration_id', 'desc')
      .limit(sql.lit(1)),
  )

  return {
    async insert(row: CalibrationRow, ...extraStatements: Statement[]): Promise<void> {
      await db.write([insert(row), ...extraStatements])
    },

    list(tenant_id: string, page: PageRequest): Promise<CalibrationRow[]> {
      const query = selectPage({ continued: page.after !== undefined })
      return db.read(query({ tenant_id, ...toPageParams(page) }))
    },

    /** Returns the newest calibration with status `calibrated` of exactly this judge. */
    async getNewest(tenant_id: string, judge_hash: string): Promise<CalibrationRow | undefined> {
      return (await db.read(selectNewest({ tenant_id, judge_hash })))[0]
    },
  }
}

export type CalibrationStore = ReturnType<typeof makeCalibrationStore>
