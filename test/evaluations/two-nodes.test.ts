import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { createTestDatabase, type TestDatabase } from '../support/databases.js'
import { MODEL_CONFIG, startEvaluationModel, type EvaluationModel } from '../support/evaluation-model.js'
import { waitForEvaluation, makeDataset, listResults } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

let database: TestDatabase
let model: EvaluationModel
let other: TestApp

beforeAll(async () => {
  database = await createTestDatabase('postgres')
  model = await startEvaluationModel()
})
afterAll(async () => {
  await other.stop()
  await model.stop()
  await database.drop()
})

it('another node continues an evaluation when its node stops, and each example runs once', async () => {
  const node = () => startApp({ execute: true, databaseUrl: database.url, env: model.env })
  const first = await node()
  const assistant_id = await createAssistant(first, { config: MODEL_CONFIG })
  const messages = Array.from({ length: 24 }, (_, n) => `n ${String(n)}`)
  const dataset_id = await makeDataset(
    first,
    messages.map((message) => ({ input: { message } })),
  )
  const criteria = [{ name: 'echoes', scorer: 'contains', config: { substring: 'echo' } }]
  const request = { name: 'E', assistant_id, dataset_id, criteria, concurrency: 4 }
  const { id } = (await first.post('/api/v1/evals', request)).body
  await first.post(`/api/v1/evals/${id}/run`)
  await expect
    .poll(async () => (await listResults(first, id)).length, { interval: 5, timeout: 10_000 })
    .toBeGreaterThan(8)
  await first.stop()
  other = await node()
  expect((await other.get(`/api/v1/evals/${id}`)).body.status).toBe('running')
  expect(await waitForEvaluation(other, id)).toMatchObject({
    status: 'completed',
    progress: { done: 24, total: 24, errors: 0 },
    summary: { total_examples: 24, runs: 24, passed: 24, pass_rate: 1 },
  })
  expect((await listResults(other, id)).map(({ input }) => input.message)).toEqual(messages)
  const { body } = await other.get('/api/v1/runs?limit=100')
  expect(body.data).toHaveLength(24)
})
