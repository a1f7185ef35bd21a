import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { MODEL_CONFIG, startEvaluationModel, type EvaluationModel } from '../support/evaluation-model.js'
import { evaluate, waitForEvaluation, makeDataset, listResults } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'
import { parseSse } from '../support/sse.js'
import { useWebhooks } from '../support/use-webhooks.js'

let app: TestApp
let model: EvaluationModel
let assistant_id: string

beforeAll(async () => {
  model = await startEvaluationModel()
  app = await startApp({
    execute: true,
    env: { ...model.env, MODEL_MAX_RETRIES: '0' },
  })
  assistant_id = await createAssistant(app, { name: 'Helper', config: MODEL_CONFIG })
})
afterAll(async () => {
  await app.stop()
  await model.stop()
})
afterEach(() => {
  model.release()
})

const criteria = [{ name: 'echoes', scorer: 'contains', config: { substring: 'echo' } }]
const datasetOf = (...messages: string[]) =>
  makeDataset(
    app,
    messages.map((message) => ({ input: { message } })),
  )
const heldQuestions = (count: number) => Array.from({ length: count }, (_, n) => `hold ${String(n)}`)

/** Starts an evaluation and waits until the model holds this many of its runs. */
const startHeld = async (
  dataset_id: string,
  concurrency: number,
  waiting = concurrency,
  assistantId = assistant_id,
): Promise<string> => {
  model.hold()
  const request = { name: 'held', assistant_id: assistantId, dataset_id, criteria, concurrency }
  const { body } = await app.post('/api/v1/evals', request)
  await app.post(`/api/v1/evals/${body.id}/run`)
  await expect.poll(() => model.calls.waiting, { interval: 10, timeout: 10_000 }).toBe(waiting)
  return body.id as string
}
const act = (id: string, action: string) => app.post(`/api/v1/evals/${id}/${action}`)

describe('a running evaluation', () => {
  it('an evaluation never runs more examples concurrently than allowed', async () => {
    model.calls.maxActive = 0
    const id = await startHeld(await datasetOf(...heldQuestions(5)), 2)
    expect(await listResults(app, id)).toHaveLength(2)
    model.release()
    expect((await waitForEvaluation(app, id)).summary).toMatchObject({ total_examples: 5, passed: 5 })
    expect(model.calls.maxActive).toBe(2)
  })

  it('a cancelled evaluation cancels its runs, keeps its results, and resumes with each example run once', async () => {
    const messages = ['a', 'b', 'hold c', 'hold d', 'e', 'f']
    const dataset_id = await datasetOf(...messages)
    const id = await startHeld(dataset_id, 2)
    await expect.poll(async () => (await app.get(`/api/v1/evals/${id}`)).body.progress.done).toBe(2)
    const runningIds = (await listResults(app, id, '&status=running')).map(({ run_id }) => run_id)
    const cancelled = await act(id, 'cancel')
    expect(cancelled.body).toMatchObject({ status: 'cancelled', progress: { done: 2, total: 6 } })
    expect(cancelled.body.completed_at).not.toBeNull()
    for (const run_id of runningIds)
      expect((await app.get(`/api/v1/runs/${run_id}`)).body.status).toBe('cancelled')
    expect(await listResults(app, id, '&status=scored')).toHaveLength(2)
    expect((await act(id, 'cancel')).status).toBe(409)
    expect((await act(id, 'retry')).status).toBe(409)

    model.release()
    const callsBefore = model.calls.total
    expect((await act(id, 'run')).body).toMatchObject({ status: 'running', completed_at: null })
    expect(await waitForEvaluation(app, id)).toMatchObject({
      status: 'completed',
      progress: { done: 6, total: 6, errors: 0 },
      summary: { total_examples: 6, runs: 6, passed: 6 },
    })
    expect(model.calls.total - callsBefore).toBe(4)
    expect((await listResults(app, id)).map(({ input }) => input.message)).toEqual(messages)
  })

  it('an evaluation can be resumed right after a cancel, and its previous lease is fenced off', async () => {
    const dataset_id = await datasetOf(...heldQuestions(3))
    const id = await startHeld(dataset_id, 3)
    const [cancelled, started] = await Promise.all([act(id, 'cancel'), act(id, 'run')])
    // The requests may be handled in either order.
    if (started.status === 409) expect((await act(id, 'run')).status).toBe(200)
    expect(cancelled.status).toBe(200)
    model.release()
    expect(await waitForEvaluation(app, id, ['completed'])).toMatchObject({
      progress: { done: 3, total: 3, errors: 0 },
      summary: { total_examples: 3, passed: 3, errors: 0 },
    })
  })

  it('a running evaluation cannot be deleted', async () => {
    const id = await startHeld(await datasetOf('hold'), 1)
    const refused = await app.remove(`/api/v1/evals/${id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('cancel it first')])
    model.release()
    await waitForEvaluation(app, id)
    expect((await app.remove(`/api/v1/evals/${id}`)).status).toBe(200)
  })

  it('an evaluation fails if its dataset is deleted, and keeps its results', async () => {
    const dataset_id = await datasetOf('a', 'hold', 'c')
    const id = await startHeld(dataset_id, 1)
    await act(id, 'cancel')
    const { body } = await app.post('/api/v1/evals', { name: 'unbegun', assistant_id, dataset_id, criteria })
    expect((await app.remove(`/api/v1/datasets/${dataset_id}`)).status).toBe(200)
    for (const evalId of [id, body.id]) await act(evalId, 'run')
    const failed = await waitForEvaluation(app, id, ['failed'])
    expect(failed).toMatchObject({
      status: 'failed',
      summary: { passed: 1 },
      progress: { done: 1, total: 3 },
    })
    expect(failed.error).toEqual({
      code: 'dataset_deleted',
      message: 'Only 1 of 3 results are done: the dataset was deleted',
    })
    const [result] = await listResults(app, id)
    expect(result).toMatchObject({ status: 'scored', input: null, output: { response: 'echo: a' } })
    const notStarted = await waitForEvaluation(app, body.id, ['failed'])
    expect(notStarted).toMatchObject({ error: { code: 'dataset_deleted' }, summary: { total_examples: 0 } })
  })

  it('an evaluation continues with the examples that it has already read if its dataset is deleted', async () => {
    const dataset_id = await datasetOf('hold', 'b')
    const id = await startHeld(dataset_id, 1)
    await app.remove(`/api/v1/datasets/${dataset_id}`)
    model.release()
    expect(await waitForEvaluation(app, id)).toMatchObject({ status: 'completed', summary: { passed: 2 } })
  })

  it('an evaluation fails if its assistant is deleted, and keeps its results', async () => {
    const leaving = await createAssistant(app, { name: 'Leaving', config: MODEL_CONFIG })
    const dataset_id = await datasetOf('a', 'hold', 'c')
    const id = await startHeld(dataset_id, 1, 1, leaving)
    expect((await app.remove(`/api/v1/assistants/${leaving}`)).status).toBe(200)
    model.release()
    expect(await waitForEvaluation(app, id)).toMatchObject({
      status: 'failed',
      error: { code: 'assistant_deleted', message: 'Leaving v1 was deleted' },
      progress: { done: 2, total: 3 },
      summary: { total_examples: 2, passed: 2 },
    })
    expect((await act(id, 'retry')).status).toBe(200)
    expect(await waitForEvaluation(app, id)).toMatchObject({ status: 'failed', progress: { done: 2 } })
  })
})

describe('following an evaluation', () => {
  const framesOf = (text: string) =>
    parseSse(text).map(({ event, data }) => ({ event, data: JSON.parse(data) }))
  const hook = useWebhooks(() => app)

  it('the stream sends the progress, then the final evaluation, and ends', async () => {
    const id = await startHeld(await datasetOf('hold', 'b'), 2, 1)
    const following = app.get(`/api/v1/evals/${id.toUpperCase()}/stream`)
    await expect.poll(async () => (await app.get(`/api/v1/evals/${id}`)).body.progress.done).toBe(1)
    model.release()
    const frames = framesOf((await following).text)
    expect(frames[0]).toMatchObject({ event: 'progress', data: { eval_id: id, status: 'running' } })
    expect(frames.at(-2)).toMatchObject({
      event: 'progress',
      data: { status: 'completed', progress: { percent: 100 } },
    })
    expect(frames.at(-1)).toMatchObject({
      event: 'end',
      data: { eval_id: id, summary: { total_examples: 2 } },
    })
    const done = frames.map(({ data }) => data.progress.done)
    expect(done).toEqual([...done].sort())

    const late = framesOf((await app.get(`/api/v1/evals/${id}/stream`)).text)
    expect(late.map(({ event }) => event)).toEqual(['progress', 'end'])
    expect((await app.get(`/api/v1/evals/${crypto.randomUUID()}/stream`)).status).toBe(404)
  })

  it('the stream of an evaluation that needs reviewers ends after the last review', async () => {
    const dataset_id = await datasetOf('a')
    const { id } = await evaluate(app, { type: 'human_feedback', assistant_id, dataset_id })
    const following = app.get(`/api/v1/evals/${id}/stream`)
    const { item } = (await app.post(`/api/v1/evals/${id}/reviews/next`)).body
    await app.post(`/api/v1/evals/${id}/feedback`, { run_id: item.run_id, scores: { quality: 1 } })
    const frames = framesOf((await following).text)
    expect(frames[0]).toMatchObject({ data: { status: 'awaiting_feedback' } })
    expect(frames.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } })
  })

  it('a webhook is sent once when the evaluation has ended', async () => {
    const webhook = await hook.register(['eval.completed'])
    const dataset_id = await datasetOf('a')
    const { id, summary } = await evaluate(app, { assistant_id, dataset_id, criteria })
    const [received] = await webhook.receiver.waitFor(1)
    expect(received?.body).toMatchObject({
      type: 'eval.completed',
      data: { eval_id: id, status: 'completed', summary },
    })
    expect(webhook.receiver.received).toHaveLength(1)
  })
})
