import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { makeDataset } from '../support/evaluations.js'
import { executeRun, createAssistant, createThread, waitForRun } from '../support/runs.js'

let app: TestApp
let run_id: string
let waiting: string

beforeAll(async () => {
  app = await startApp({ execute: true })
  const run = async (graph_schema: object): Promise<string> => {
    const assistant_id = await createAssistant(app, { graph_schema })
    const request = { assistant_id, thread_id: await createThread(app), input: { message: 'Hi' } }
    return (await executeRun(app, request)).run_id as string
  }
  const set = { response: `'you said ' + input.message` }
  run_id = await run({ nodes: [{ id: 'n', type: 'transform', set }], output: { response: 'response' } })
  waiting = await run({ nodes: [{ id: 'ask', type: 'human', prompt: '?', output: 'answer' }] })
})
afterAll(() => app.stop())

const postFeedback = (fields: object) => app.post('/api/v1/feedback', { run_id, ...fields })

describe('feedback on a run', () => {
  it.each([
    ['a rating', { rating: 'negative' }],
    ['a comment', { comment: 'Not bad.' }],
    ['scores', { dimensions: { accuracy: 0.25, stars: 4 } }],
    ['a correction', { corrected_output: { response: 'Hello!' } }],
    [
      'all of these',
      { rating: 'positive', comment: 'c', dimensions: { a: 1 }, corrected_output: {}, reviewer: 'ada' },
    ],
  ])('feedback can be %s', async (_, fields) => {
    const nothing = { rating: null, comment: null, dimensions: {}, corrected_output: null, eval_id: null }
    const { status, body } = await postFeedback(fields)
    expect([status, body]).toMatchObject([201, { ...nothing, run_id, ...fields }])
    expect((await app.get(`/api/v1/feedback/${body.id}`)).body).toEqual(body)
  })

  it('a run can have several feedbacks, listed newest first, and an idempotency key creates one', async () => {
    const headers = { 'idempotency-key': 'said' }
    const one = await app.post('/api/v1/feedback', { run_id, comment: 'key' }, headers)
    const again = await app.post('/api/v1/feedback', { run_id, comment: 'key' }, headers)
    expect(again.body).toEqual(one.body)
    const { body } = await app.get(`/api/v1/feedback?run_id=${run_id.toUpperCase()}`)
    expect(body.data[0]).toEqual(one.body)
    expect(body.data.filter(({ comment }: { comment: string }) => comment === 'key')).toHaveLength(1)
    const first = await app.get(`/api/v1/feedback?run_id=${run_id}&limit=1`)
    expect([first.body.data.length, first.body.has_more]).toEqual([1, true])
    expect((await app.get(`/api/v1/feedback?run_id=${MISSING_ID}`)).body.data).toEqual([])
    expect((await app.get(`/api/v1/feedback?eval_id=${MISSING_ID}`)).body.data).toEqual([])
  })

  it.each<[string, object, number]>([
    ['no content', {}, 400],
    ['only a reviewer', { reviewer: 'ada' }, 400],
    ['an unknown rating', { rating: 'good' }, 400],
    ['a score that is not a number', { dimensions: { a: 'high' } }, 400],
    ['an unknown field', { stars: 5 }, 400],
    ['a run that does not exist', { run_id: MISSING_ID, rating: 'positive' }, 404],
  ])('feedback with %s is refused', async (_, fields, status) => {
    expect((await postFeedback(fields)).status).toBe(status)
  })

  it('feedback on a run that has not ended is refused', async () => {
    const request = { run_id: waiting, rating: 'positive' }
    expect(await app.post('/api/v1/feedback', request)).toMatchObject({
      status: 409,
      body: { details: { status: 'requires_action' } },
    })
    await app.post(`/api/v1/runs/${waiting}/cancel`)
    await waitForRun(app, waiting)
    expect((await app.post('/api/v1/feedback', request)).status).toBe(201)
  })

  it('feedback becomes an example with the corrected output, or with the output of the run if it is positive', async () => {
    const dataset_id = await makeDataset(app, [{ input: {} }])
    const add = async (fields: object) => {
      const { body } = await postFeedback(fields)
      const url = `/api/v1/datasets/${dataset_id}/examples/from_feedback`
      return app.post(url, { feedback_id: body.id, tags: ['real'] })
    }
    const corrected = await add({ rating: 'negative', corrected_output: { response: 'Hello!' } })
    expect(corrected.status, corrected.text).toBe(201)
    const example = { input: { message: 'Hi' }, tags: ['real'], source_run_id: run_id }
    expect(corrected.body.examples).toMatchObject([{ ...example, expected_output: { response: 'Hello!' } }])
    const good = await add({ rating: 'positive' })
    expect(good.body.examples).toMatchObject([{ ...example, expected_output: { response: 'you said Hi' } }])
    expect((await add({ rating: 'negative' })).status).toBe(422)
    expect((await app.get(`/api/v1/datasets/${dataset_id}`)).body.examples).toBe(3)
  })
})
