import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { ResultRow } from '../../src/store/evaluations/results.js'
import {
  assistantRow,
  evaluationRow,
  feedbackRow,
  resultRow,
  runRow,
  T0,
  threadRow,
} from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeEvalResults = (stores: Stores): void => {
  /** Inserts an evaluation with a result for each of the overrides. */
  const insertResults = async (...overrides: Partial<ResultRow>[]) => {
    // Pending, so that no other test claims it.
    const evaluation = evaluationRow({ tenant_id: newId(), status: 'pending' })
    await stores.evaluations.insert(evaluation)
    const { tenant_id, eval_id } = evaluation
    const rows = overrides.map((override) => resultRow({ tenant_id, eval_id, ...override }))
    await stores.db.write(stores.evaluationResults.insertStatements(rows))
    return { evaluation: { tenant_id, eval_id }, rows }
  }

  describe('evaluation results', () => {
    it('results are listed by example, arm and repetition, starting after any position', async () => {
      const [a, b] = [newId(), newId()]
      const places = [0, 1].flatMap((arm) => [0, 1].map((repetition) => ({ arm, repetition })))
      const { evaluation, rows } = await insertResults(
        ...places.map((place) => ({ ...place, example_id: a })),
        ...places.map((place) => ({ ...place, example_id: b, passed: 1, score: 0.25, cost: 0.5 })),
      )
      expect(await stores.evaluationResults.list(evaluation, 99)).toEqual(rows)
      for (const [at, row] of rows.entries())
        expect(await stores.evaluationResults.list(evaluation, 2, row)).toEqual(rows.slice(at + 1, at + 3))
      expect(await stores.evaluationResults.getLastPosition(evaluation)).toMatchObject({
        example_id: b,
        arm: 1,
        repetition: 1,
      })
      expect(await stores.evaluationResults.getByPosition(rows[3]!)).toEqual(rows[3])
      expect(await stores.evaluationResults.getByRun(evaluation, rows[3]!.run_id!)).toEqual(rows[3])
      expect(await stores.evaluationResults.list(evaluation, 99, undefined, { passed: true })).toHaveLength(4)
      expect(await stores.evaluationResults.list(evaluation, 99, undefined, { passed: false })).toEqual([])
      expect(
        await stores.evaluationResults.list(evaluation, 99, rows[5], { passed: true, status: 'running' }),
      ).toHaveLength(2)
      const stranger = { ...evaluation, tenant_id: newId() }
      expect(await stores.evaluationResults.list(stranger, 9)).toEqual([])
      expect(await stores.evaluationResults.getLastPosition(stranger)).toBeUndefined()
      expect(await stores.evaluationResults.getByRun(stranger, rows[0]!.run_id!)).toBeUndefined()
    })

    it('the position of a result is unique', async () => {
      const { rows } = await insertResults({})
      const again = stores.evaluationResults.insertStatements([{ ...rows[0]!, run_id: newId() }])
      await expect(stores.db.write(again)).rejects.toMatchObject({ code: 'resource_conflict' })
    })

    it('a result with an error is restarted once', async () => {
      const { evaluation, rows } = await insertResults(
        { status: 'error', error: '{}' },
        { status: 'error', output: '{}' },
        { status: 'scored' },
      )
      await stores.db.write([stores.evaluationResults.resetErrorsStatement(evaluation)])
      const [run, judged, scored] = await stores.evaluationResults.list(evaluation, 9)
      expect(run).toMatchObject({ status: 'queued', error: null })
      // The run has an output, so only the scoring is repeated.
      expect(judged).toMatchObject({ status: 'running', run_id: rows[1]!.run_id })
      expect(scored).toEqual(rows[2])
      const begin = (row: ResultRow) =>
        stores.db.write([
          stores.evaluationResults.restartStatement({ ...row, run_id: newId(), created_at: T0 + 1 }),
        ])
      expect(await begin(run!)).toBeDefined()
      expect(await begin(run!)).toBeUndefined()
      expect(await begin(scored!)).toBeUndefined()
      expect(
        await stores.evaluationResults.listInStatus(evaluation, ['running', 'scored'], 9, run),
      ).toHaveLength(2)
    })

    it('results whose run was cancelled are queued again, and others are not', async () => {
      const { evaluation, rows } = await insertResults({}, {}, { status: 'scored' })
      const statuses = ['cancelled', 'completed', 'cancelled'] as const
      const { tenant_id } = evaluation
      const assistant = assistantRow({ tenant_id })
      await stores.assistants.insert(assistant)
      const { assistant_id } = assistant
      for (const [at, { run_id }] of rows.entries()) {
        const thread = threadRow({ tenant_id })
        const { thread_id } = thread
        const run = runRow({ tenant_id, thread_id, assistant_id, run_id: run_id!, status: statuses[at]! })
        await stores.db.write([stores.threads.insertStatement(thread), stores.runs.insertStatement(run)])
      }
      await stores.db.write([stores.evaluationResults.requeueCancelledStatement(evaluation)])
      const found = await stores.evaluationResults.list(evaluation, 9)
      expect(found.map(({ status }) => status)).toEqual(['queued', 'running', 'scored'])
    })

    it('results are fully reviewed when enough reviewers have given feedback', async () => {
      const status = 'awaiting_feedback'
      const { evaluation, rows } = await insertResults({ status }, { status }, { status: 'scored' })
      const giveFeedback = (row: ResultRow | undefined, reviewer: string) =>
        stores.feedback.insert(feedbackRow({ ...evaluation, run_id: row!.run_id!, reviewer }))
      await giveFeedback(rows[0], 'ada')
      await giveFeedback(rows[1], 'ada')
      await giveFeedback(rows[1], 'bob')
      await giveFeedback(rows[2], 'ada')
      await expect(giveFeedback(rows[0], 'ada')).rejects.toMatchObject({ code: 'resource_conflict' })
      // The same reviewer can give feedback outside the evaluation.
      await stores.feedback.insert(
        feedbackRow({ ...evaluation, eval_id: null, run_id: rows[0]!.run_id!, reviewer: 'ada' }),
      )
      expect(await stores.evaluationResults.listFullyReviewed(evaluation, 1, 9)).toHaveLength(2)
      expect(await stores.evaluationResults.listFullyReviewed(evaluation, 2, 9)).toEqual([rows[1]])
      const reviews = await stores.feedback.listAllReviews(evaluation, '', 9)
      expect(reviews.map(({ run_id, reviewer }) => [run_id, reviewer])).toEqual([
        [rows[0]!.run_id, 'ada'],
        [rows[1]!.run_id, 'ada'],
        [rows[1]!.run_id, 'bob'],
        [rows[2]!.run_id, 'ada'],
      ])
    })
  })

  describe('review reservations', () => {
    const status = 'awaiting_feedback'
    const reservationRequest = (
      evaluation: { tenant_id: string; eval_id: string },
      reviewer: string,
      reviewers = 1,
      now = T0,
    ) => ({
      ...{ ...evaluation, reviewer, reviewers, now, expires_at: now + 1_000 },
    })

    it('each result is reserved for the requested number of concurrent reviewers', async () => {
      const { evaluation, rows } = await insertResults(
        ...Array.from({ length: 4 }, () => ({ status }) as const),
      )
      const names = Array.from({ length: 9 }, (_, n) => `reviewer ${String(n)}`)
      const reserved = await Promise.all(
        names.map((name) => stores.reviewReservations.reserve(reservationRequest(evaluation, name, 2), [])),
      )
      const runs = reserved.filter((run_id) => run_id !== undefined)
      expect(runs.sort()).toEqual(rows.flatMap(({ run_id }) => [run_id, run_id]))
    })

    it('a reservation ends when it expires, with a review, or when it is skipped', async () => {
      const { evaluation, rows } = await insertResults({ status }, { status }, { status: 'scored' })
      const [a, b] = rows.map(({ run_id }) => run_id!)
      const reserve = (reviewer: string, skip: string[] = [], now = T0) =>
        stores.reviewReservations.reserve(reservationRequest(evaluation, reviewer, 1, now), skip)
      expect(await reserve('ada')).toBe(a)
      expect(await reserve('bob')).toBe(b)
      expect(await reserve('cem')).toBeUndefined()
      expect(await reserve('ada', [a!])).toBeUndefined()
      expect(await reserve('cem')).toBe(a)
      // The reviewer keeps its own result, although the first one is free by then.
      expect(await reserve('bob', [], T0 + 999)).toBe(b)
      expect(await reserve('bob', [], T0 + 1_001)).toBe(b)
      expect(await reserve('ada', [], T0 + 1_001)).toBe(a)
      const feedback = feedbackRow({ ...evaluation, run_id: a!, reviewer: 'ada' })
      await stores.feedback.insert(
        feedback,
        stores.reviewReservations.removeOfReviewerStatement({ ...evaluation, reviewer: 'ada' }),
      )
      expect(await reserve('ada', [], T0 + 1_002)).toBeUndefined()
      expect(
        await stores.reviewReservations.reserve(reservationRequest(evaluation, 'ada', 2, T0 + 1_002), []),
      ).toBe(b)
      expect(
        await stores.reviewReservations.reserve(
          reservationRequest({ ...evaluation, tenant_id: newId() }, 'x'),
          [],
        ),
      ).toBeUndefined()
    })
  })
}
