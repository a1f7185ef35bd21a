import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { evaluate, waitForEvaluation, makeDataset, listResults } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

const ADMIN = 'bootstrap-admin-key-1'
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const SECRET = 'the secret question'

let app: TestApp
let assistant_id: string
let dataset_id: string
let other: Record<string, string>

beforeAll(async () => {
  app = await startApp({
    execute: true,
    headers: bearer(ADMIN),
    env: {
      AUTH_ENABLED: 'true',
      API_KEYS: ADMIN,
      RATE_LIMIT_PER_MINUTE: '100000',
      RATE_LIMIT_BURST: '100000',
    },
  })
  const { body } = await app.post('/api/v1/api-keys', { name: 'w', scopes: ['read', 'write'] })
  other = bearer(body.key)
  const set = { response: `'you said ' + input.message` }
  const graph_schema = { nodes: [{ id: 'n', type: 'transform', set }], output: { response: 'response' } }
  assistant_id = await createAssistant(app, { graph_schema })
  dataset_id = await makeDataset(
    app,
    [
      { input: { message: 'open' }, split: 'train' },
      { input: { message: 'loose' } },
      { input: { message: SECRET }, expected_output: { contains: SECRET }, split: 'test' },
    ],
    { held_out_split: 'test' },
  )
})
afterAll(() => app.stop())

const criteria = [{ name: 'secret', scorer: 'contains', config: { substring: 'secret' } }]

describe('the held-out split', () => {
  it('evaluations of callers without access leave the held-out split out, and requesting it is refused', async () => {
    const request = { name: 'E', assistant_id, dataset_id, criteria, run_immediately: true }
    const created = await app.post('/api/v1/evals', request, other)
    expect(created.status, created.text).toBe(201)
    expect(await waitForEvaluation(app, created.body.id)).toMatchObject({
      summary: { total_examples: 2, failed: 2 },
    })
    const named = await app.post('/api/v1/evals', { ...request, split: 'test' }, other)
    expect([named.status, named.body.error]).toEqual([403, 'forbidden'])
    const train = await app.post('/api/v1/evals', { ...request, split: 'train' }, other)
    expect(train.body.progress.total).toBe(1)
  })

  it('rows by example show other callers the verdict of a held-out example, and neither its texts nor its tags', async () => {
    const { id } = await evaluate(app, { assistant_id, dataset_id, criteria })
    const read = async (query: string, headers?: Record<string, string>) =>
      (await app.get(`/api/v1/evals/${id}/examples?${query}`, headers)).body.data
    const [hidden] = await read('only=passed', other)
    expect(hidden).toMatchObject({ is_hidden: true, input_text: null, expected_text: null, tags: [] })
    expect(hidden.sides[0]).toMatchObject({ passed: true, run_id: null, output_text: null, error: null })
    expect(await read('q=secret+question', other)).toEqual([])
    expect(await read('split=test', other)).toEqual([])
    const [shown] = await read('q=secret+question')
    expect(shown).toMatchObject({ is_hidden: false, input_text: SECRET })
  })

  it('evaluations of admins include the held-out split, and other callers see scores without content', async () => {
    const { id, summary } = await evaluate(app, { assistant_id, dataset_id, criteria })
    expect(summary).toMatchObject({ total_examples: 3, passed: 1 })
    const [visible] = await listResults(app, id, '&passed=true')
    expect(visible).toMatchObject({ input: { message: SECRET }, output: { response: `you said ${SECRET}` } })

    const { body, text } = await app.get(`/api/v1/evals/${id}/results`, other)
    expect(text).not.toContain(SECRET)
    expect(body.data).toHaveLength(3)
    expect(body.data[0]).toMatchObject({ input: { message: 'open' } })
    expect(body.data[2]).toMatchObject({
      passed: true,
      score: 1,
      run_id: null,
      input: null,
      expected_output: null,
      output: null,
      scores: [
        { criterion: 'secret', score: 1, explanation: 'Hidden: the example is in the held-out split.' },
      ],
    })
  })

  it('held-out results stay hidden if their run fails or their dataset is deleted', async () => {
    const dataset = await makeDataset(app, [{ input: { message: SECRET }, split: 'test' }], {
      held_out_split: 'test',
    })
    const nodes = [{ id: 'n', type: 'transform', set: { response: 'int(input.message)' } }]
    const failing = await createAssistant(app, { graph_schema: { nodes } })
    const failed = await evaluate(app, { assistant_id: failing, dataset_id: dataset, criteria })
    const done = await evaluate(app, { assistant_id, dataset_id: dataset, criteria })
    const read = async (id: string) => (await app.get(`/api/v1/evals/${id}/results`, other)).body.data[0]
    expect(await read(failed.id)).toMatchObject({
      status: 'error',
      error: { message: 'Hidden: the example is in the held-out split.' },
    })
    await app.remove(`/api/v1/datasets/${dataset}`)
    expect(await read(done.id)).toMatchObject({ passed: true, output: null, run_id: null })
    expect((await listResults(app, done.id))[0].output).toEqual({ response: `you said ${SECRET}` })
  })
})
