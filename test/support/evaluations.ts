/** Creates datasets and evaluations, and waits for evaluations. */
import { expect } from 'vitest'
import type { TestApp } from './app.js'
import { pollBody } from './runs.js'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

const TIMEOUT_MS = 25_000
let datasetCount = 0

export const makeDataset = async (app: TestApp, examples: object[], fields: object = {}): Promise<string> => {
  const dataset = await app.post('/api/v1/datasets', { name: `dataset ${String(++datasetCount)}`, ...fields })
  expect(dataset.status, dataset.text).toBe(201)
  const added = await app.post(`/api/v1/datasets/${dataset.body.id}/examples`, { examples })
  expect(added.status, added.text).toBe(201)
  return dataset.body.id
}

/** Waits until the evaluation has one of these statuses. */
export const waitForEvaluation = (
  app: TestApp,
  id: string,
  statuses: string[] = ['completed', 'failed', 'cancelled', 'awaiting_feedback'],
): Promise<Body> =>
  pollBody(app, `/api/v1/evals/${id}`, ({ status }) => statuses.includes(status), TIMEOUT_MS)

/** Creates and starts an evaluation, and waits until it has ended or needs reviewers. */
export const evaluate = async (app: TestApp, body: object): Promise<Body> => {
  const created = await app.post('/api/v1/evals', { name: 'E', ...body, run_immediately: true })
  expect(created.status, created.text).toBe(201)
  return waitForEvaluation(app, created.body.id)
}

/** Results in the order of examples, assistants and repetitions. */
export const listResults = async (app: TestApp, id: string, query = ''): Promise<Body[]> =>
  (await app.get(`/api/v1/evals/${id}/results?limit=100${query}`)).body.data
