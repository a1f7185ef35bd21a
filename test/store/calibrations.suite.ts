import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { CalibrationRow } from '../../src/store/evaluations/calibrations.js'
import { calibrationRow, T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeCalibrations = (stores: Stores): void => {
  describe('calibrations', () => {
    const insertCalibration = async (overrides: Partial<CalibrationRow>): Promise<CalibrationRow> => {
      const row = calibrationRow(overrides)
      await stores.calibrations.insert(row)
      return row
    }

    it('calibrations are listed as they were stored, newest first, and only for their tenant', async () => {
      const tenant_id = newId()
      const old = await insertCalibration({ tenant_id, model: null, threshold: 0.5, created_at: T0 })
      const young = await insertCalibration({
        tenant_id,
        eval_id: newId(),
        criterion: 'a',
        created_at: T0 + 1,
      })
      const { list } = stores.calibrations
      expect(await list(tenant_id, { limit: 9 })).toEqual([young, old])
      const after = { at: young.created_at, id: young.calibration_id }
      expect(await list(tenant_id, { limit: 9, after })).toEqual([old])
      expect(await list(newId(), { limit: 9 })).toEqual([])
    })

    it('the newest calibration of a judge with status calibrated is returned', async () => {
      const [tenant_id, judge_hash] = [newId(), newId()]
      const judgeKey = { tenant_id, judge_hash }
      const { getNewest } = stores.calibrations
      await insertCalibration({ ...judgeKey, created_at: T0 })
      const found = await insertCalibration({ ...judgeKey, created_at: T0 + 1 })
      await insertCalibration({ ...judgeKey, created_at: T0 + 2, status: 'uncalibrated' })
      await insertCalibration({ tenant_id, created_at: T0 + 3 })
      await insertCalibration({ judge_hash, created_at: T0 + 3 })
      expect(await getNewest(tenant_id, judge_hash)).toEqual(found)
      expect(await getNewest(newId(), judge_hash)).toBeUndefined()
    })
  })
}
