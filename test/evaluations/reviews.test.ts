import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { evaluate, waitForEvaluation, makeDataset, listResults } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

const MINUTE_MS = 60_000

describe('reviews', () => {
  let app: TestApp
  let assistant_id: string
  beforeAll(async () => {
    app = await startApp({ execute: true })
    const nodes = [{ id: 'n', type: 'transform', set: { response: `'re ' + input.message` } }]
    assistant_id = await createAssistant(app, { graph_schema: { nodes, output: { response: 'response' } } })
  })
  afterAll(() => app.stop())

  const startEvaluation = async (messages: string[], fields: object = {}) => {
    const examples = messages.map((message) => ({ input: { message }, expected_output: { response: 'x' } }))
    const dataset_id = await makeDataset(app, examples)
    return evaluate(app, { type: 'human_feedback', assistant_id, dataset_id, ...fields })
  }
  const next = async (id: string, reviewer: string, fields: object = {}) => {
    const { status, body, text } = await app.post(`/api/v1/evals/${id}/reviews/next`, { reviewer, ...fields })
    expect(status, text).toBe(200)
    return body.item
  }
  const messageOf = async (id: string, reviewer: string, fields: object = {}) =>
    (await next(id, reviewer, fields))?.input.message
  const review = (id: string, run_id: string, reviewer: string, scores: object, fields: object = {}) =>
    app.post(`/api/v1/evals/${id}/feedback`, { run_id, reviewer, scores, ...fields })

  it('a reviewer gets one result after another, and the evaluation completes after the last review', async () => {
    const open = await startEvaluation(['a', 'b'])
    expect(open).toMatchObject({
      status: 'awaiting_feedback',
      completed_at: null,
      criteria: [{ name: 'quality', scorer: 'human' }],
      progress: { done: 0, total: 2 },
      summary: { total_examples: 2, unscored: 2, scored: 0, pass_rate: null },
    })
    const item = await next(open.id, 'ada')
    expect(item).toMatchObject({
      input: { message: 'a' },
      expected_output: { response: 'x' },
      output: { response: 're a' },
      criteria: [{ name: 'quality', question: null, scale: { min: 0, max: 1 } }],
    })
    const corrected_output = { response: 'better' }
    const submitted = await review(
      open.id,
      item.run_id,
      'ada',
      { quality: 0.75 },
      { comment: 'Fine.', corrected_output },
    )
    expect([submitted.status, submitted.body]).toMatchObject([
      201,
      {
        run_id: item.run_id,
        eval_id: open.id,
        reviewer: 'ada',
        dimensions: { quality: 0.75 },
        corrected_output,
      },
    ])
    const second = await next(open.id, 'ada')
    expect(second.input.message).toBe('b')
    await review(open.id, second.run_id, 'ada', { quality: 0 })
    const done = await waitForEvaluation(app, open.id, ['completed'])
    expect(done).toMatchObject({
      progress: { done: 2, total: 2, errors: 0 },
      summary: {
        passed: 1,
        failed: 1,
        avg_score: 0.375,
        by_criterion: { quality: { scored: 2, errors: 0 } },
      },
    })
    expect((await listResults(app, open.id))[0]).toMatchObject({
      status: 'scored',
      scores: [
        { scorer: 'human', score: 0.75, raw_score: 0.75, explanation: 'ada: 0.75 (Fine.)', reviewers: 1 },
      ],
    })
    // The evaluation has ended: nothing is left to review, and reviews are refused.
    expect(await messageOf(open.id, 'ada')).toBeUndefined()
    expect((await review(open.id, second.run_id, 'bob', { quality: 1 })).status).toBe(409)
    const listed = await app.get(`/api/v1/feedback?eval_id=${open.id}`)
    expect(listed.body.data).toHaveLength(2)
  })

  it('a reserved result is not given to another reviewer until the reservation expires', async () => {
    const { id } = await startEvaluation(['a', 'b', 'c'])
    const names = ['ada', 'bob', 'cem', 'dan']
    const got = await Promise.all(names.map((name) => messageOf(id, name)))
    expect(got.filter((message) => message !== undefined).sort()).toEqual(['a', 'b', 'c'])
    const left = names[got.indexOf(undefined)] ?? ''
    // Another request of the same reviewer returns the same result.
    expect(await Promise.all(names.map((name) => messageOf(id, name)))).toEqual(got)
    app.clock.advance(31 * MINUTE_MS)
    expect(await messageOf(id, left)).toBe('a')
  })

  it('a reviewer keeps the reserved result if an earlier one becomes free', async () => {
    const { id } = await startEvaluation(['a', 'b'])
    expect(await messageOf(id, 'ada', { minutes: 1 })).toBe('a')
    expect(await messageOf(id, 'bob')).toBe('b')
    app.clock.advance(2 * MINUTE_MS)
    expect(await messageOf(id, 'bob')).toBe('b')
  })

  it('a reviewer can skip a result, and others get it', async () => {
    const { id } = await startEvaluation(['a', 'b'])
    const first = await next(id, 'ada')
    expect(await messageOf(id, 'ada', { skip: [first.run_id.toUpperCase()] })).toBe('b')
    expect(await messageOf(id, 'bob')).toBe('a')
    const both = (await listResults(app, id)).map(({ run_id }) => run_id)
    expect(await next(id, 'ada', { skip: both })).toBeNull()
  })

  it('with several reviewers per result, each reviews every result, and the summary has their agreement', async () => {
    const criteria = [
      {
        name: 'tone',
        scorer: 'human',
        config: { question: 'How polite?', scale: { min: 1, max: 5 } },
        threshold: 0.6,
      },
      { name: 'short', scorer: 'length', config: { max: 10 } },
    ]
    const open = await startEvaluation(['a', 'b', 'c'], { criteria, reviewers: 2 })
    expect(open.summary.by_criterion).toMatchObject({ short: { passed: 3 }, tone: { scored: 0 } })
    const scores: Record<string, [number, number]> = { a: [5, 5], b: [2, 4], c: [1, 1] }
    for (const [index, reviewer] of ['ada', 'bob'].entries()) {
      for (let item = await next(open.id, reviewer); item !== null; item = await next(open.id, reviewer)) {
        expect(item.criteria).toEqual([{ name: 'tone', question: 'How polite?', scale: { min: 1, max: 5 } }])
        const tone = scores[item.input.message]?.[index]
        expect((await review(open.id, item.run_id, reviewer, { tone })).status).toBe(201)
        // A second review of the same result is refused.
        expect((await review(open.id, item.run_id, reviewer, { tone })).status).toBe(409)
      }
      if (index === 0)
        expect(await waitForEvaluation(app, open.id, ['awaiting_feedback'])).toMatchObject({
          progress: { done: 0 },
        })
    }
    const { summary } = await waitForEvaluation(app, open.id, ['completed'])
    expect(summary).toMatchObject({
      passed: 1,
      failed: 2,
      by_criterion: { tone: { passed: 1, failed: 2, avg_score: 0.5, agreement: { units: 3, reviewers: 2 } } },
    })
    // Krippendorff's alpha of (5, 5), (2, 4), (1, 1): 8 / 6 within the pairs, 216 / 30 among all.
    expect(summary.by_criterion.tone.agreement.alpha).toBeCloseTo(1 - 8 / 6 / (216 / 30), 9)
    const results = await listResults(app, open.id)
    expect(results.map(({ scores: [tone] }) => [tone.score, tone.raw_score, tone.passed])).toEqual([
      [1, 5, true],
      [0.5, 3, false],
      [0, 1, false],
    ])
  })

  it('a review must score every human criterion within its scale', async () => {
    const criteria = [
      'tone',
      { name: 'use', description: 'Is it of use?', config: { scale: { min: 1, max: 5 } } },
    ]
    const { id } = await startEvaluation(['a'], { criteria })
    const { run_id, criteria: requestedCriteria } = await next(id, 'ada')
    expect(requestedCriteria).toMatchObject([{ name: 'tone' }, { name: 'use', question: 'Is it of use?' }])
    for (const [scores, path] of [
      [{ tone: 1 }, 'scores/use'],
      [{ tone: 1, use: 6 }, 'scores/use'],
      [{ tone: 1, use: 0 }, 'scores/use'],
      [{ tone: -0.1, use: 1 }, 'scores/tone'],
      [{ tone: 1, use: 1, wit: 1 }, 'scores/wit'],
      [{ tone: 1, use: 1, constructor: 1 }, 'scores/constructor'],
    ] as const) {
      const { status, body } = await review(id, run_id, 'ada', scores)
      expect([status, Object.keys(body.details)]).toEqual([400, [path]])
    }
    expect((await review(id, run_id, 'ada', { tone: 'good', use: 1 })).status).toBe(400)
    expect((await review(id, MISSING_ID, 'ada', { tone: 1, use: 1 })).status).toBe(404)
    expect((await app.get(`/api/v1/feedback?eval_id=${id}`)).body.data).toEqual([])
    expect((await review(id, run_id.toUpperCase(), 'ada', { tone: 1, use: 1 })).status).toBe(201)
    await waitForEvaluation(app, id, ['completed'])
  })

  it('failed runs and cancelled evaluations are not reviewed', async () => {
    const nodes = [{ id: 'n', type: 'transform', set: { response: 'int(input.message)' } }]
    const counting = await createAssistant(app, { graph_schema: { nodes, output: { response: 'response' } } })
    const open = await startEvaluation(['one', '2'], { assistant_id: counting })
    expect(open).toMatchObject({ status: 'awaiting_feedback', progress: { done: 1, errors: 1 } })
    expect(await messageOf(open.id, 'ada')).toBe('2')
    const failed = (await listResults(app, open.id))[0]
    expect((await review(open.id, failed.run_id, 'ada', { quality: 1 })).status).toBe(409)
    expect((await app.post(`/api/v1/evals/${open.id}/cancel`)).status).toBe(200)
    expect((await app.post(`/api/v1/evals/${open.id}/reviews/next`)).status).toBe(409)
    await app.post(`/api/v1/evals/${open.id}/run`)
    expect(await waitForEvaluation(app, open.id)).toMatchObject({ status: 'awaiting_feedback' })
    expect(await messageOf(open.id, 'bob')).toBeUndefined()
    expect(await messageOf(open.id, 'ada')).toBe('2')
  })
})
