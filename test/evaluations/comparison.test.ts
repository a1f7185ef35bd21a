import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { evaluate, makeDataset, listResults } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

/** A graph whose output is correct for numbers up to `most`. */
const goodUpTo = (most: number) => ({
  nodes: [
    {
      id: 'n',
      type: 'transform',
      set: { response: `input.n <= ${String(most)}.0 ? 'The heddle lifts the warp.' : 'No idea at all.'` },
    },
  ],
  output: { response: 'response' },
})
const EXAMPLES = Array.from({ length: 8 }, (_, n) => ({
  input: { n: n + 1, message: 'What does it lift?' },
  expected_output: { response: 'The heddle lifts the warp.' },
}))
const criteria = [{ name: 'right', scorer: 'contains', config: { substring: 'warp' } }]

let app: TestApp
let poor: string
let good: string
let dataset_id: string

beforeAll(async () => {
  app = await startApp({ execute: true })
  poor = await createAssistant(app, { name: 'Poor', graph_schema: goodUpTo(2) })
  good = await createAssistant(app, { name: 'Good', graph_schema: goodUpTo(8) })
  dataset_id = await makeDataset(app, EXAMPLES)
})
afterAll(() => app.stop())

describe('a comparison', () => {
  it('a comparison of two assistants reports which one is better and the p values', async () => {
    const done = await evaluate(app, {
      type: 'comparison',
      assistants: [{ assistant_id: poor }, { assistant_id: good, label: 'candidate' }],
      dataset_id,
      criteria: [...criteria, { name: 'which', scorer: 'pairwise', config: { criteria: 'accuracy' } }],
    })
    expect(done).toMatchObject({ status: 'completed', progress: { total: 16, done: 16, errors: 0 } })
    expect(done.assistants.map(({ label }: { label: string }) => label)).toEqual(['Poor v1', 'candidate'])
    const { summary } = done
    // The top-level numbers are those of the last assistant.
    expect(summary).toMatchObject({
      total_examples: 8,
      passed: 8,
      pass_rate: 1,
      by_criterion: { right: { passed: 8 } },
    })
    expect(summary.by_criterion).not.toHaveProperty('which')
    expect(summary.by_assistant).toMatchObject([
      { label: 'Poor v1', passed: 2, failed: 6, pass_rate: 0.25 },
      { label: 'candidate', passed: 8, failed: 0, pass_rate: 1 },
    ])
    const [comparison] = summary.comparisons
    expect(summary.comparisons).toHaveLength(1)
    expect(comparison).toMatchObject({
      name: 'candidate',
      baseline: 'Poor v1',
      shared_examples: 8,
      wins: 6,
      losses: 0,
      ties: 2,
      regressed_count: 0,
      fixed_count: 6,
      // Exact McNemar test of 6 against 0: 2 × 0.5^6.
      pass: {
        before: 0.25,
        after: 1,
        difference: 0.75,
        p: expect.closeTo(0.03125, 9),
        p_corrected: expect.closeTo(0.03125, 9),
        pairs: 8,
      },
      by_criterion: { right: { fixed_count: 6, pass: { p: expect.closeTo(0.03125, 9) } } },
      pairwise: {
        which: {
          pairs: 8,
          wins: 6,
          losses: 0,
          ties: 2,
          errors: 0,
          consistency: 1,
          sign_p: expect.closeTo(0.03125, 9),
        },
      },
    })
    expect(comparison.fixed).toHaveLength(6)
    expect(comparison.score.p).toBeLessThan(0.05)

    const results = await listResults(app, done.id)
    expect(results.map(({ assistant }) => assistant)).toEqual(
      Array.from({ length: 16 }, (_, index) => index % 2),
    )
    const [baseline, candidate] = results.slice(-2)
    expect(baseline.scores.map(({ criterion }: { criterion: string }) => criterion)).toEqual(['right'])
    expect(candidate.scores[1]).toMatchObject({
      criterion: 'which',
      score: 1,
      winner: 'b',
      // Positions: the candidate won in both orders.
      orders: ['second', 'first'],
      consistent: true,
    })
  })

  it('a comparison of several versions corrects the p values for their number', async () => {
    const changing = await createAssistant(app, { name: 'C', graph_schema: goodUpTo(2) })
    await app.patch(`/api/v1/assistants/${changing}`, { graph_schema: goodUpTo(8) })
    const { summary, assistants } = await evaluate(app, {
      type: 'comparison',
      assistants: [
        { assistant_id: changing, version: 1 },
        { assistant_id: changing, version: 1 },
        { assistant_id: changing },
      ],
      dataset_id,
      criteria,
    })
    expect(assistants).toMatchObject([
      { version: 1, label: 'C v1' },
      { version: 1, label: 'C v1 (2)' },
      { version: 2, label: 'C v2' },
    ])
    expect(summary.comparisons).toMatchObject([
      { name: 'C v1 (2)', wins: 0, losses: 0, ties: 8, pass: { difference: 0, p: 1, p_corrected: 1 } },
      {
        name: 'C v2',
        wins: 6,
        pass: { p: expect.closeTo(0.03125, 9), p_corrected: expect.closeTo(0.0625, 9) },
      },
    ])
  })

  it('a comparison with only pairwise criteria has no passes and counts pairs without an output as errors', async () => {
    const nodes = [{ id: 'n', type: 'transform', set: { response: 'int(input.message)' } }]
    const failing = await createAssistant(app, { name: 'Fails', graph_schema: { nodes } })
    const { id, summary } = await evaluate(app, {
      type: 'comparison',
      assistants: [{ assistant_id: poor }, { assistant_id: good }, { assistant_id: failing }],
      dataset_id: await makeDataset(app, EXAMPLES.slice(0, 3)),
      criteria: [{ name: 'accuracy', scorer: 'pairwise' }],
    })
    expect(summary.by_assistant).toMatchObject([
      { passed: 0, failed: 0, pass_rate: null, errors: 0 },
      { passed: 0, failed: 0, errors: 0 },
      { errors: 3 },
    ])
    expect(summary.comparisons).toMatchObject([
      { pairwise: { accuracy: { wins: 1, losses: 0, ties: 2, errors: 0 } } },
      { pairwise: { accuracy: { wins: 0, losses: 0, ties: 0, errors: 3, consistency: null } } },
    ])
    const last = (await listResults(app, id)).at(-1)
    expect(last.scores[0]).toMatchObject({ score: null, explanation: expect.stringContaining('no output') })
  })
})

describe('the comparison of two evaluations', () => {
  const compare = (id: string, against: string) =>
    app.get(`/api/v1/evals/${id}/comparison?against=${against}`)

  it('two evaluations are compared on the examples that both have, at any dataset version', async () => {
    const dataset = await makeDataset(app, EXAMPLES)
    const before = await evaluate(app, { name: 'before', assistant_id: poor, dataset_id: dataset, criteria })
    const { body } = await app.get(`/api/v1/datasets/${dataset}/examples`)
    await app.remove(`/api/v1/datasets/${dataset}/examples/${body.data[0].id}`)
    await app.post(`/api/v1/datasets/${dataset}/examples`, { examples: EXAMPLES.slice(0, 2) })
    const after = await evaluate(app, {
      name: 'after',
      assistant_id: good,
      dataset_id: dataset,
      criteria: [...criteria, { name: 'another', scorer: 'json_valid' }],
    })
    expect([before.dataset_version, after.dataset_version]).toEqual([2, 4])
    const response = await compare(after.id, before.id.toUpperCase())
    expect(response.body).toMatchObject({
      eval_id: after.id,
      against: before.id,
      comparison: {
        name: 'after',
        baseline: 'before',
        shared_examples: 7,
        only_before: 1,
        only_after: 2,
        fixed_count: 6,
        regressed_count: 0,
        pass: { before: 1 / 7, after: 1, p: expect.closeTo(0.03125, 9) },
      },
    })
    expect(Object.keys(response.body.comparison.by_criterion)).toEqual(['right'])
    const reversed = (await compare(before.id, after.id)).body.comparison
    expect(reversed).toMatchObject({
      regressed_count: 6,
      fixed_count: 0,
      losses: 6,
      only_before: 2,
      only_after: 1,
    })
    expect(reversed.regressed.sort()).toEqual(response.body.comparison.fixed.sort())
    expect((await compare(after.id, before.id)).body).toEqual(response.body)
  })

  it('evaluations of different datasets have no shared examples', async () => {
    const first = await evaluate(app, { assistant_id: good, dataset_id, criteria })
    const second = await evaluate(app, {
      assistant_id: good,
      dataset_id: await makeDataset(app, EXAMPLES),
      criteria,
    })
    const { status, body } = await compare(first.id, second.id)
    expect(status).toBe(200)
    expect(body.comparison).toMatchObject({
      shared_examples: 0,
      only_before: 8,
      only_after: 8,
      pass: null,
      score: null,
    })
  })

  it('a comparison is refused if an evaluation has not ended or does not exist', async () => {
    const done = await evaluate(app, { assistant_id: good, dataset_id, criteria })
    const pending = (await app.post('/api/v1/evals', { name: 'P', assistant_id: good, dataset_id })).body
    const awaiting = await evaluate(app, { type: 'human_feedback', assistant_id: good, dataset_id })
    for (const { id, status } of [pending, awaiting]) {
      const refused = await compare(done.id, id)
      expect([refused.status, refused.body.details]).toEqual([409, { status }])
      expect((await compare(id, done.id)).status).toBe(409)
    }
    expect((await compare(done.id, MISSING_ID)).status).toBe(404)
    expect((await compare(MISSING_ID, done.id)).status).toBe(404)
    expect((await app.get(`/api/v1/evals/${done.id}/comparison`)).status).toBe(400)
    expect((await compare(done.id, 'x')).status).toBe(400)
  })
})
