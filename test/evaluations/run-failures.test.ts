import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { MODEL_CONFIG, startEvaluationModel, type EvaluationModel } from '../support/evaluation-model.js'
import { evaluate, waitForEvaluation, makeDataset, listResults } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

let app: TestApp
let model: EvaluationModel
let assistant_id: string

beforeAll(async () => {
  model = await startEvaluationModel()
  app = await startApp({ execute: true, env: { ...model.env, MODEL_MAX_RETRIES: '0' } })
  assistant_id = await createAssistant(app, { name: 'Helper', config: MODEL_CONFIG })
})
afterAll(async () => {
  await app.stop()
  await model.stop()
})
afterEach(() => {
  model.fails = true
  model.verdict = null
})

const criteria = [{ name: 'echoes', scorer: 'contains', config: { substring: 'echo' } }]
const datasetOf = (...messages: string[]) =>
  makeDataset(
    app,
    messages.map((message) => ({ input: { message } })),
  )
const retry = async (id: string) => (await app.post(`/api/v1/evals/${id}/retry`)).body

describe('an evaluation with failures', () => {
  it('a failed run is a failed example with its error, and a retry runs only results without a score', async () => {
    const dataset_id = await datasetOf('fail here', 'fine', 'fail there')
    const failed = await evaluate(app, { assistant_id, dataset_id, criteria })
    expect(failed).toMatchObject({
      status: 'completed',
      error: null,
      progress: { done: 3, total: 3, errors: 2, percent: 100 },
      summary: { total_examples: 3, passed: 1, failed: 2, errors: 2, scored: 1, avg_score: 1 },
    })
    const before = await listResults(app, failed.id)
    expect(before[0]).toMatchObject({ status: 'error', passed: false, score: null, output: null })
    expect(before[0].error.message).toContain('scripted 400')
    expect(before[0].scores[0].explanation).toContain('The run has no output')

    model.fails = false
    expect(await retry(failed.id)).toMatchObject({
      status: 'running',
      progress: { done: 1, total: 3, errors: 0 },
    })
    expect(await waitForEvaluation(app, failed.id)).toMatchObject({
      status: 'completed',
      progress: { done: 3, total: 3, errors: 0, percent: 100 },
      summary: { total_examples: 3, passed: 3, failed: 0, errors: 0 },
    })
    const after = await listResults(app, failed.id)
    expect(after.map(({ error }) => error)).toEqual([null, null, null])
    // Results with a score are not run again.
    expect(after.map(({ run_id }, index) => run_id === before[index].run_id)).toEqual([false, true, false])
  })

  it('a retry compares the pairs whose baseline had no output', async () => {
    const dataset_id = await datasetOf('fail', 'fine')
    const arm = { assistant_id }
    const which = { name: 'which', scorer: 'pairwise', config: { criteria: 'relevance', model: 'demo' } }
    const request = {
      type: 'comparison',
      assistants: [arm, arm],
      dataset_id,
      criteria: [which],
      concurrency: 1,
    }
    const failed = await evaluate(app, request)
    expect(failed).toMatchObject({ status: 'completed', progress: { done: 4, errors: 2 } })
    expect(failed.summary.comparisons[0].pairwise.which).toMatchObject({ ties: 1, errors: 1 })
    model.fails = false
    await retry(failed.id)
    const { progress, summary } = await waitForEvaluation(app, failed.id)
    expect(progress).toMatchObject({ done: 4, total: 4, errors: 0 })
    expect(summary.comparisons[0].pairwise.which).toMatchObject({ pairs: 2, ties: 2, errors: 0 })
  })

  it('an unreadable judge reply leaves no score, and a retry calls only the judge', async () => {
    const dataset_id = await datasetOf('a', 'b')
    const request = {
      type: 'llm_judge',
      assistant_id,
      dataset_id,
      criteria: ['helpfulness'],
      model: 'openai:gpt-4o',
    }
    const unread = await evaluate(app, request)
    expect(unread).toMatchObject({
      status: 'completed',
      progress: { done: 2, errors: 2 },
      summary: {
        passed: 0,
        failed: 0,
        unscored: 2,
        avg_score: null,
        by_criterion: { helpfulness: { errors: 2 } },
      },
    })
    const before = await listResults(app, unread.id)
    expect(before[0]).toMatchObject({
      status: 'error',
      passed: null,
      score: null,
      output: { response: 'echo: a' },
    })
    model.verdict = { reasoning: 'It helps.', issues: [], score: 4 }
    const callsBefore = model.calls.total
    await retry(unread.id)
    expect(await waitForEvaluation(app, unread.id)).toMatchObject({
      progress: { done: 2, errors: 0 },
      summary: { passed: 2, avg_score: 0.75, by_criterion: { helpfulness: { avg_score: 0.75, errors: 0 } } },
    })
    const after = await listResults(app, unread.id)
    expect(after.map(({ run_id }) => run_id)).toEqual(before.map(({ run_id }) => run_id))
    expect(model.calls.total).toBe(callsBefore)
    expect(after[0].scores[0]).toMatchObject({ score: 0.75, raw_score: 4, method: 'llm' })
  })

  it('a run that requires action is cancelled and counted as an error', async () => {
    const graph_schema = { nodes: [{ id: 'ask', type: 'human', prompt: 'Well?', output: 'answer' }] }
    const asking = await createAssistant(app, { name: 'Asks', graph_schema })
    const dataset_id = await datasetOf('a')
    const { id, summary } = await evaluate(app, { assistant_id: asking, dataset_id, criteria })
    expect(summary).toMatchObject({ total_examples: 1, failed: 1, errors: 1 })
    const [result] = await listResults(app, id)
    expect(result).toMatchObject({ status: 'error', error: { code: 'requires_action' } })
    expect((await app.get(`/api/v1/runs/${result.run_id}`)).body.status).toBe('cancelled')
  })
})
