import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { ResultRow } from '../../src/store/evaluations/results.js'
import type { EvaluationOutcome, EvaluationRow } from '../../src/store/evaluations/evaluations.js'
import { evaluationRow, feedbackRow, resultRow, T0 } from '../support/rows.js'
import { rawStatement } from '../support/raw-statement.js'
import type { Stores } from '../support/stores.js'

const COMPLETED: EvaluationOutcome = {
  status: 'completed',
  summary: '{"a":1}',
  error: null,
  completed_at: T0,
  updated_at: T0,
}
const LEASE_MS = 15_000

/** Needs its own database: a claim takes evaluations of all tenants. */
export const describeEvaluations = (stores: Stores): void => {
  describe('evaluations', () => {
    const insertEvaluation = async (overrides: Partial<EvaluationRow> = {}): Promise<EvaluationRow> => {
      const row = evaluationRow({ tenant_id: newId(), ...overrides })
      await stores.evaluations.insert(row)
      return row
    }
    const claimOne = (now: number, owner: string, maxPerTenant = 99) =>
      stores.evaluations.claim(owner, now, now + LEASE_MS, maxPerTenant)
    const claim = async (now = T0, owner = 'node', limit = 9): Promise<EvaluationRow[]> => {
      const rows: EvaluationRow[] = []
      while (rows.length < limit) {
        const row = await claimOne(now, owner)
        if (row === undefined) break
        rows.push(row)
      }
      return rows
    }
    const insertAndClaim = async (overrides: Partial<EvaluationRow> = {}): Promise<EvaluationRow> => {
      const row = await insertEvaluation(overrides)
      const [claimedRow] = (await claim()).filter(({ eval_id }) => eval_id === row.eval_id)
      return claimedRow!
    }
    const read = async (row: EvaluationRow) => (await stores.evaluations.get(row))!
    const toResultRow = ({ tenant_id, eval_id }: EvaluationRow, overrides: Partial<ResultRow> = {}) =>
      resultRow({ tenant_id, eval_id, ...overrides })
    const toFeedbackRow = ({ tenant_id, eval_id }: EvaluationRow) => feedbackRow({ tenant_id, eval_id })
    const progress = { done: 1, errors: 1, now: T0 + 1 }
    const complete = (row: EvaluationRow, touched = row.touched) =>
      stores.evaluations.finish({ ...row, touched }, COMPLETED, [])

    it('evaluations are read as they were stored, and only by their tenant', async () => {
      const row = await insertEvaluation({
        status: 'pending',
        summary: '{"b":1,"a":2}',
        metadata: '{"a": "\\u0001"}',
      })
      const stranger = { ...row, tenant_id: newId() }
      expect(await stores.evaluations.get(row)).toEqual(row)
      expect(await stores.evaluations.list(row.tenant_id, {}, { limit: 9 })).toEqual([row])
      expect(await stores.evaluations.get(stranger)).toBeUndefined()
      expect(await stores.evaluations.list(stranger.tenant_id, {}, { limit: 9 })).toEqual([])
      const move = { from: ['pending'], to: 'running', now: T0 } as const
      expect(await stores.evaluations.transition(stranger, move)).toBeUndefined()
      expect(await stores.evaluations.remove(stranger)).toBe(false)
      expect(await stores.evaluations.get(row)).toEqual(row)
    })

    it('each evaluation is claimed by one of many nodes, with a lease and a fence, and by another when the lease has expired', async () => {
      const rows = await Promise.all(Array.from({ length: 6 }, () => insertEvaluation()))
      await insertEvaluation({ status: 'pending' })
      expect(await stores.evaluations.hasClaimable(T0)).toBe(true)
      const claimedRows = (await Promise.all(['a', 'b', 'c'].map((owner) => claim(T0, owner, 3)))).flat()
      const allClaimed = [...claimedRows, ...(await claim())]
      expect(allClaimed.map(({ eval_id }) => eval_id).sort()).toEqual(
        rows.map(({ eval_id }) => eval_id).sort(),
      )
      expect(allClaimed[0]).toMatchObject({ fence: 1, lease_expires_at: T0 + LEASE_MS })
      expect(await stores.evaluations.hasClaimable(T0 + LEASE_MS)).toBe(false)
      expect(await claim(T0 + LEASE_MS)).toEqual([])
      const again = await claim(T0 + LEASE_MS + 1, 'late')
      expect(again.map(({ fence, lease_owner }) => [fence, lease_owner])).toEqual(rows.map(() => [2, 'late']))
      for (const row of again) expect(await complete(row)).toBeDefined()
    })

    it('the next evaluation belongs to the tenant with the fewest running ones, up to a limit for each tenant', async () => {
      const [busy, other] = [newId(), newId()]
      const rows = []
      for (const tenant_id of [busy, busy, busy, other]) rows.push(await insertEvaluation({ tenant_id }))
      const [first, second, third] = rows
      const claimedIds: (string | undefined)[] = []
      for (let n = 0; n < 4; n++) claimedIds.push((await claimOne(T0, 'node', 2))?.eval_id)
      expect(claimedIds).toEqual([first!.eval_id, rows[3]!.eval_id, second!.eval_id, undefined])
      // The limit is that of one node, and expired leases do not count.
      expect(await claimOne(T0, 'another node', 2)).toMatchObject({ eval_id: third!.eval_id })
      const expired = T0 + LEASE_MS + 1
      const again = [await claimOne(expired, 'node', 2), await claimOne(expired, 'node', 2)]
      expect(again.map((row) => row?.eval_id)).toEqual([first!.eval_id, rows[3]!.eval_id])
      for (const row of await claim(expired + LEASE_MS + 1, 'last')) expect(await complete(row)).toBeDefined()
    })

    it('a node that lost its lease cannot write to an evaluation', async () => {
      const first = await insertAndClaim()
      const [second] = await claim(T0 + LEASE_MS + 1, 'other')
      const { writeFenced, addProgress, finish, release } = stores.evaluations
      const write = stores.evaluationResults.insertStatements([toResultRow(first)])
      expect(await writeFenced(first, T0 + 99_999, write)).toBe(false)
      expect(await writeFenced(first, T0 + 99_999, [])).toBe(false)
      expect(await addProgress(first, progress, write)).toBe(false)
      expect(await finish(first, COMPLETED, write)).toBeUndefined()
      await release(first)
      expect(await read(first)).toEqual(second)
      expect(await stores.evaluationResults.list(first, 9)).toEqual([])
      expect(await writeFenced(second!, T0 + 99_999, write)).toBe(true)
      expect(await addProgress(second!, progress, [])).toBe(true)
      expect(await complete(second!)).toMatchObject({
        status: 'completed',
        done: 1,
        errors: 1,
        lease_owner: null,
      })
      // The evaluation has ended.
      expect(await writeFenced(second!, T0 + 99_999, [])).toBe(false)
    })

    it('a fenced write is rolled back when a statement that requires a row returns none', async () => {
      const row = await insertAndClaim()
      const again = stores.evaluationResults.restartStatement({ ...toResultRow(row), run_id: newId() })
      const write = stores.evaluationResults.insertStatements([toResultRow(row)])
      expect(await stores.evaluations.writeFenced(row, T0 + 99_999, [...write, again])).toBe(false)
      expect(await stores.evaluationResults.list(row, 9)).toEqual([])
      expect((await read(row)).lease_expires_at).toBe(T0 + LEASE_MS)
      await complete(row)
    })

    it('an evaluation can be claimed again after it is released or all leases are expired', async () => {
      const row = await insertAndClaim()
      await stores.evaluations.release(row)
      const [second] = await claim()
      expect(second).toMatchObject({ eval_id: row.eval_id, fence: 2 })
      await stores.evaluations.expireAll()
      const [third] = await claim()
      expect(third).toMatchObject({ eval_id: row.eval_id, fence: 3 })
      await complete(third!)
    })

    it('a status transition needs one of the named statuses and fences out the node that holds the lease', async () => {
      const row = await insertAndClaim()
      const { transition } = stores.evaluations
      expect(await transition(row, { from: ['pending'], to: 'running', now: T0 })).toBeUndefined()
      const cancelled = await transition(row, { from: ['pending', 'running'], to: 'cancelled', now: T0 + 5 })
      expect(cancelled).toMatchObject({ status: 'cancelled', completed_at: T0 + 5, lease_owner: null })
      const running = await transition(row, { from: ['cancelled'], to: 'running', now: T0 + 6 })
      expect(running).toMatchObject({ status: 'running', completed_at: null, started_at: T0 + 6 })
      // The evaluation is running again, and no node has claimed it yet.
      expect(await stores.evaluations.addProgress(row, progress, [])).toBe(false)
      const [next] = await claim()
      expect(next!.eval_id).toBe(row.eval_id)
      await complete(next!)
    })

    it('a status transition recounts the results after its extra statements', async () => {
      const row = await insertEvaluation({ status: 'completed', done: 99, errors: 99 })
      const statuses = ['scored', 'scored', 'error', 'error', 'awaiting_feedback', 'queued'] as const
      const rows = statuses.map((status) => toResultRow(row, { status }))
      await stores.db.write([
        ...stores.evaluationResults.insertStatements(rows),
        ...stores.evaluationResults.insertStatements([resultRow()]),
      ])
      const moved = { from: ['completed'], to: 'cancelled', now: T0 } as const
      expect(await stores.evaluations.transition(row, moved)).toMatchObject({ done: 4, errors: 2 })
      const back = { from: ['cancelled'], to: 'pending', now: T0 } as const
      const reset = stores.evaluationResults.resetErrorsStatement(row)
      expect(await stores.evaluations.transition(row, back, reset)).toMatchObject({ done: 2, errors: 0 })
      // A rejected transition does not recount.
      expect(await stores.evaluations.transition(row, back, rawStatement('select 1'))).toBeUndefined()
    })

    it('an evaluation does not end when feedback has arrived meanwhile, and resumes when it waits for feedback', async () => {
      const row = await insertAndClaim()
      const { markFeedbackStatement } = stores.evaluations
      await stores.feedback.insert(toFeedbackRow(row), markFeedbackStatement(row, T0))
      expect(await complete(row)).toBeUndefined()
      const awaiting: EvaluationOutcome = { ...COMPLETED, status: 'awaiting_feedback', completed_at: null }
      expect(await stores.evaluations.finish({ ...row, touched: 1 }, awaiting, [])).toBeDefined()
      expect(await claim(T0 + 99_999)).toEqual([])
      await stores.feedback.insert(toFeedbackRow(row), markFeedbackStatement(row, T0))
      const [again] = await claim(T0)
      expect(again).toMatchObject({ eval_id: row.eval_id, touched: 2, fence: 2 })
      expect(await complete(again!)).toBeDefined()
      const feedback = toFeedbackRow(row)
      const late = stores.feedback.insert(feedback, markFeedbackStatement(row, T0))
      await expect(late).rejects.toMatchObject({ code: 'resource_conflict' })
      expect(await stores.feedback.get(feedback)).toBeUndefined()
    })

    it('an evaluation that is not running is removed with its results, and feedback stays', async () => {
      const row = await insertAndClaim()
      const result = toResultRow(row, { status: 'awaiting_feedback' })
      const feedback = toFeedbackRow(row)
      await stores.db.write(stores.evaluationResults.insertStatements([result]))
      await stores.feedback.insert(feedback)
      expect(await stores.evaluations.remove(row)).toBe(false)
      expect(await stores.evaluationResults.list(row, 9)).toEqual([result])
      await complete(row)
      expect(await stores.evaluations.remove(row)).toBe(true)
      expect(await stores.evaluations.remove(row)).toBe(false)
      expect(await stores.evaluationResults.list(row, 9)).toEqual([])
      expect(await stores.feedback.get(feedback)).toEqual(feedback)
    })

    it('evaluations are listed newest first, filtered by status and dataset', async () => {
      const tenant_id = newId()
      const dataset_id = newId()
      const a = await insertEvaluation({ tenant_id, status: 'pending', created_at: T0 })
      const b = await insertEvaluation({ tenant_id, status: 'failed', created_at: T0 + 1, dataset_id })
      const c = await insertEvaluation({ tenant_id, status: 'failed', created_at: T0 + 1 })
      const list = (filter: object, after?: EvaluationRow) =>
        stores.evaluations.list(tenant_id, filter, {
          limit: 9,
          ...(after && { after: { at: after.created_at, id: after.eval_id } }),
        })
      expect(await list({})).toEqual([c, b, a])
      expect(await list({}, c)).toEqual([b, a])
      expect(await list({ status: 'failed' })).toEqual([c, b])
      expect(await list({ status: 'failed', dataset_id })).toEqual([b])
      expect(await list({ status: 'failed' }, c)).toEqual([b])
    })
  })
}
