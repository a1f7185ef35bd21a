import { sql } from 'kysely'
import type { CalibrationStatus } from '../../schema/calibration.js'
import type { Database } from '../sql/database.js'
import { newestFirst, pageParams, variants, type PageParams, type PageRequest } from '../sql/page.js'
import { pick, prepare, type Statement } from '../sql/statement.js'
import { columnsOf, type Row } from '../sql/tables.js'

export type CalibrationRow = Row<'judge_calibrations'>

export const makeCalibrationStore = (db: Database) => {
  const { build } = db.dialect

  const insert = prepare<CalibrationRow>()((p) =>
    build.insertInto('judge_calibrations').values(pick(p, columnsOf('judge_calibrations'))),
  )

  const selectPage = variants((shape: { continued: boolean }) =>
    prepare<PageParams & { tenant_id: string }>()((p) =>
      newestFirst(
        build.selectFrom('judge_calibrations').selectAll().where('tenant_id', '=', p.tenant_id),
        'calibration_id',
        p,
        shape.continued,
      ),
    ),
  )

  const selectNewest = prepare<{ tenant_id: string; judge_hash: string }>()((p) =>
    build
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
    async insert(row: CalibrationRow, ...also: Statement[]): Promise<void> {
      await db.write([insert(row), ...also])
    },

    list(tenant_id: string, page: PageRequest): Promise<CalibrationRow[]> {
      const query = selectPage({ continued: page.after !== undefined })
      return db.read(query({ tenant_id, ...pageParams(page) }))
    },

    /** The newest that counts for this very judge. */
    async newest(tenant_id: string, judge_hash: string): Promise<CalibrationRow | undefined> {
      return (await db.read(selectNewest({ tenant_id, judge_hash })))[0]
    },
  }
}

export type CalibrationStore = ReturnType<typeof makeCalibrationStore>
