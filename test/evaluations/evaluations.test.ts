import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { evaluate, waitForEvaluation, makeDataset, listResults } from '../support/evaluations.js'
import { DAY_MS, purge } from '../support/retention.js'
import { createAssistant } from '../support/runs.js'

/** A graph that echoes the message with a prefix and returns its `size`. */
const repeat = (prefix: string) => ({
  nodes: [
    {
      id: 'n',
      type: 'transform',
      set: { response: `'${prefix}' + input.message`, size: 'size(input.message)' },
    },
  ],
  output: { response: 'response', size: 'size' },
})

describe.each(DATABASE_KINDS)('a rule-based evaluation on %s', (databaseKind) => {
  let app: TestApp
  let assistant_id: string
  let dataset_id: string

  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    assistant_id = await createAssistant(app, { name: 'Helper', graph_schema: repeat('you said ') })
    dataset_id = await makeDataset(app, [
      {
        input: { message: 'refund' },
        expected_output: { contains: 'refund' },
        tags: ['money'],
        split: 'train',
      },
      {
        input: { message: 'hello' },
        expected_output: { contains: 'refund' },
        tags: ['talk'],
        split: 'train',
      },
      { input: { message: 'money' }, expected_output: { size: 5 }, tags: ['money', 'talk'], split: 'test' },
      { input: { message: 'nothing' }, tags: ['odd'] },
    ])
  })
  afterAll(() => app.stop())

  const messagesOf = async (id: string): Promise<string[]> =>
    (await listResults(app, id)).map(({ input }) => input.message)

  it('run_immediately returns the finished evaluation with a summary and intervals', async () => {
    const created = await app.post('/api/v1/evals', {
      name: 'nightly',
      type: 'heuristic',
      assistant_id,
      dataset_id,
      criteria: [
        { name: 'polite', scorer: 'contains', config: { substring: 'you said' } },
        { name: 'refund', scorer: 'contains', config: { substring: 'refund' }, weight: 3 },
      ],
      metadata: { commit: 'abc' },
      run_immediately: true,
    })
    expect(created.status, created.text).toBe(201)
    expect(created.body).toMatchObject({
      name: 'nightly',
      type: 'heuristic',
      status: 'completed',
      assistant_id,
      assistant_version: 1,
      assistants: [{ assistant_id, version: 1, label: 'Helper v1' }],
      dataset_id,
      dataset_version: 2,
      metadata: { commit: 'abc' },
      progress: { done: 4, total: 4, percent: 100, errors: 0 },
      error: null,
      settings: { concurrency: 8, repetitions: 1 },
    })
    const { summary } = created.body
    expect(summary).toMatchObject({
      total_examples: 4,
      passed: 1,
      failed: 3,
      pass_rate: 0.25,
      // One example passes both criteria, three pass a quarter of the weight.
      avg_score: 0.4375,
      scored: 4,
      unscored: 0,
      errors: 0,
      runs: 4,
      cost: null,
      by_criterion: {
        polite: { passed: 4, failed: 0, pass_rate: 1, avg_score: 1, errors: 0, weight: 1 },
        refund: { passed: 1, failed: 3, pass_rate: 0.25, avg_score: 0.25, errors: 0, weight: 3 },
      },
    })
    // The Wilson interval of 1 of 4.
    expect(summary.pass_rate_interval[0]).toBeCloseTo(0.04559, 4)
    expect(summary.pass_rate_interval[1]).toBeCloseTo(0.69936, 4)
    expect(summary.avg_score_interval[0]).toBeLessThan(0.4375)
    expect(summary.avg_score_interval[1]).toBeGreaterThan(0.4375)
    const { body } = await app.get(`/api/v1/evals/${created.body.id}`)
    expect(body.summary).toEqual(summary)
  })

  it('without criteria, each output is compared with its expected_output', async () => {
    const { id, summary } = await evaluate(app, { assistant_id, dataset_id })
    expect(summary).toMatchObject({
      total_examples: 4,
      passed: 2,
      failed: 1,
      unscored: 1,
      scored: 3,
      pass_rate: 2 / 3,
    })
    const results = await listResults(app, id)
    expect(results.map(({ passed, status }) => [passed, status])).toEqual([
      [true, 'scored'],
      [false, 'scored'],
      [true, 'scored'],
      [null, 'error'],
    ])
    expect(results[1]).toMatchObject({
      input: { message: 'hello' },
      expected_output: { contains: 'refund' },
      output: { response: 'you said hello', size: 5 },
      score: 0,
      scores: [
        {
          criterion: 'expected_output',
          scorer: 'expected',
          explanation: 'The output does not contain "refund".',
        },
      ],
      error: null,
    })
  })

  it('results have latency and usage, and with prices the cost', async () => {
    const demo = await createAssistant(app, { name: 'Demo' })
    const { id, summary } = await evaluate(app, {
      assistant_id: demo,
      dataset_id,
      split: 'train',
      prices: { demo: { input_per_million: 1_000_000, output_per_million: 2_000_000 } },
    })
    const [one, other] = await listResults(app, id)
    for (const { latency_ms, usage, cost } of [one, other]) {
      expect(latency_ms).toBeGreaterThanOrEqual(0)
      expect(usage.output_tokens).toBeGreaterThan(0)
      expect(cost).toBeCloseTo(Number(usage.input_tokens) + 2 * usage.output_tokens)
    }
    expect(summary.cost).toBeCloseTo(Number(one.cost) + Number(other.cost))
    expect(summary.usage.total_tokens).toBe(Number(one.usage.total_tokens) + Number(other.usage.total_tokens))
    expect(summary.latency_ms.p95).toBeGreaterThanOrEqual(summary.latency_ms.p50)
  })

  it('a result keeps its output when its run is purged, and says that the run was removed', async () => {
    const { id } = await evaluate(app, { assistant_id, dataset_id, split: 'train' })
    const before = await listResults(app, id)
    expect(before.map(({ run_removed }) => run_removed)).toEqual([false, false])
    const db = await openDatabase(app.databaseUrl)
    await purge(db, { now: Date.now() + 2 * DAY_MS, days: 1 })
    await db.close()
    const after = await listResults(app, id)
    expect(after).toEqual(before.map((result) => ({ ...result, run_removed: true })))
    expect((await app.get(`/api/v1/runs/${String(after[0]!.run_id)}`)).status).toBe(404)
    expect((await app.get(`/api/v1/evals/${id}`)).body.status).toBe('completed')
  })

  it('an evaluation is pending until it is started, and starts once', async () => {
    const { body } = await app.post('/api/v1/evals', { name: 'later', assistant_id, dataset_id })
    expect(body).toMatchObject({ status: 'pending', summary: null, started_at: null })
    expect(body.progress).toEqual({ done: 0, total: 4, percent: 0, errors: 0 })
    const started = await app.post(`/api/v1/evals/${body.id}/run`)
    expect([started.status, started.body.status]).toEqual([200, 'running'])
    const done = await waitForEvaluation(app, body.id)
    expect(done).toMatchObject({ status: 'completed', progress: { done: 4, percent: 100 } })
    const again = await app.post(`/api/v1/evals/${body.id}/run`)
    expect([again.status, again.body.details]).toEqual([409, { status: 'completed' }])
  })

  it('repetitions run each example several times, and it passes if all runs pass', async () => {
    const { id, summary, progress } = await evaluate(app, {
      assistant_id,
      dataset_id,
      split: 'train',
      repetitions: 3,
    })
    expect(progress.total).toBe(6)
    expect(summary).toMatchObject({ total_examples: 2, runs: 6, passed: 1, failed: 1, run_pass_rate: 0.5 })
    const results = await listResults(app, id)
    expect(results.map(({ repetition }) => repetition)).toEqual([0, 1, 2, 0, 1, 2])
    expect(new Set(results.map(({ run_id }) => run_id)).size).toBe(6)
    const run = (await app.get(`/api/v1/runs/${results[4].run_id}`)).body
    expect(run).toMatchObject({
      status: 'completed',
      assistant_id,
      metadata: { eval_id: id, example_id: results[4].example_id, repetition: 1 },
    })
  })

  it('tags and split select the examples', async () => {
    const base = { assistant_id, dataset_id }
    expect(await messagesOf((await evaluate(app, { ...base, tags: ['money'] })).id)).toEqual([
      'refund',
      'money',
    ])
    expect(await messagesOf((await evaluate(app, { ...base, tags: ['odd', 'money'] })).id)).toHaveLength(3)
    expect(await messagesOf((await evaluate(app, { ...base, split: 'test' })).id)).toEqual(['money'])
    const none = await evaluate(app, { ...base, tags: ['money'], split: 'no such split' })
    expect(none).toMatchObject({ status: 'completed', progress: { total: 0, percent: 100 } })
    expect(none.summary).toMatchObject({
      total_examples: 0,
      pass_rate: null,
      pass_rate_interval: null,
      avg_score: null,
    })
  })

  it('an evaluation uses the recorded versions of the assistant and the dataset', async () => {
    const changing = await createAssistant(app, { name: 'Changing', graph_schema: repeat('old ') })
    const dataset = await makeDataset(app, [{ input: { message: 'a' } }])
    const criteria = [{ name: 'is_old', scorer: 'contains', config: { substring: 'old' } }]
    const { body } = await app.post('/api/v1/evals', {
      name: 'v',
      assistant_id: changing,
      dataset_id: dataset,
      criteria,
    })
    const patched = await app.patch(`/api/v1/assistants/${changing}`, { graph_schema: repeat('new ') })
    expect(patched.body.version).toBe(2)
    await app.post(`/api/v1/datasets/${dataset}/examples`, { examples: [{ input: { message: 'b' } }] })
    await app.post(`/api/v1/evals/${body.id}/run`)
    expect(await waitForEvaluation(app, body.id)).toMatchObject({
      assistant_version: 1,
      dataset_version: 2,
      summary: { total_examples: 1, pass_rate: 1 },
    })
    const base = { assistant_id: changing, dataset_id: dataset, criteria }
    const now = await evaluate(app, base)
    expect(now).toMatchObject({
      assistant_version: 2,
      dataset_version: 3,
      summary: { total_examples: 2, pass_rate: 0 },
    })
    const before = await evaluate(app, { ...base, assistant_version: 1, dataset_version: 2 })
    expect(before).toMatchObject({ assistant_version: 1, summary: { total_examples: 1, pass_rate: 1 } })
  })

  it('an evaluation and its pages of results are listed until it is deleted', async () => {
    const other = await makeDataset(app, [{ input: { message: 'a' } }])
    const { id } = await evaluate(app, { assistant_id, dataset_id, repetitions: 2 })
    const pending = await app.post('/api/v1/evals', { name: 'own', assistant_id, dataset_id: other })
    const list = async (query: string) =>
      (await app.get(`/api/v1/evals?${query}`)).body.data.map((one: { id: string }) => one.id)
    expect((await list(''))[0]).toBe(pending.body.id)
    expect(await list(`dataset_id=${other.toUpperCase()}`)).toEqual([pending.body.id])
    expect(await list(`dataset_id=${other}&status=completed`)).toEqual([])

    const all = await listResults(app, id)
    const paged = []
    let cursor = ''
    do {
      const { body } = await app.get(`/api/v1/evals/${id}/results?limit=3${cursor}`)
      paged.push(...body.data)
      cursor = body.has_more ? `&cursor=${body.next_cursor}` : ''
    } while (cursor !== '')
    expect(paged).toEqual(all)
    expect(all).toHaveLength(8)
    expect(await listResults(app, id, '&passed=true')).toHaveLength(4)
    expect(await listResults(app, id, '&passed=false')).toHaveLength(2)
    expect(await listResults(app, id, '&status=error')).toHaveLength(2)

    expect((await app.remove(`/api/v1/evals/${id}`)).body).toEqual({ deleted: true, eval_id: id })
    expect((await app.get(`/api/v1/evals/${id}`)).status).toBe(404)
    expect((await app.get(`/api/v1/evals/${id}/results`)).status).toBe(404)
    // The runs are ordinary runs and stay.
    expect((await app.get(`/api/v1/runs/${all[0].run_id}`)).status).toBe(200)
  })

  it('an idempotency key creates one evaluation', async () => {
    const request = { name: 'once', assistant_id, dataset_id, run_immediately: true }
    const headers = { 'idempotency-key': 'evaluation' }
    const created = await app.post('/api/v1/evals', request, headers)
    const again = await app.post('/api/v1/evals', request, headers)
    expect([created.status, again.status, again.body.id]).toEqual([201, 201, created.body.id])
    const { body } = await app.get('/api/v1/evals?limit=100')
    expect(body.data.filter(({ name }: { name: string }) => name === 'once')).toHaveLength(1)
  })
})
