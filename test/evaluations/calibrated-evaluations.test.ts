import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { correctedPassRate } from '../../src/evaluations/stats/rogan-gladen.js'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { waitForEvaluation, makeDataset } from '../support/evaluations.js'
import {
  isJudgeRequest,
  startJudgeModel,
  toPromptText,
  verdict,
  type JudgeModel,
} from '../support/judge-model.js'
import type { RecordedRequest } from '../support/openai-server.js'
import { createAssistant } from '../support/runs.js'

const URL = '/api/v1/evals/judge/calibrations'
const EXAMPLES = 24

const numberIn = (text: string): number => Number(/Question (\d+)/.exec(text)?.[1])
/** The judge passes two thirds. People pass question 3, which the judge fails, and fail question 4, which it passes. */
const isPassed = (number: number): boolean => number % 3 !== 0
const isGood = (number: number): boolean => (number === 3 ? true : number === 4 ? false : isPassed(number))

const reply = (request: RecordedRequest) => {
  const number = numberIn(toPromptText(request))
  return isJudgeRequest(request) ? verdict(isPassed(number) ? 4 : 2) : { text: 'An answer.' }
}

describe('calibrating a judge on an evaluation that people have also scored', () => {
  let app: TestApp
  let model: JudgeModel
  let assistant_id: string
  let reviewed: string
  let calibration_id: string

  const datasetOf = (count: number) =>
    makeDataset(
      app,
      Array.from({ length: count }, (_, index) => ({ input: { message: `Question ${String(index)}` } })),
    )
  const evaluate = async (dataset_id: string, criteria: object[], fields: object = {}) => {
    const request = {
      name: 'e',
      type: 'llm_judge',
      assistant_id,
      dataset_id,
      criteria,
      run_immediately: true,
    }
    const { status, body, text } = await app.post('/api/v1/evals', { ...request, ...fields })
    expect(status, text).toBe(201)
    return waitForEvaluation(app, body.id)
  }
  const review = async (id: string, reviewer = 'ada'): Promise<void> => {
    const { body } = await app.get(`/api/v1/evals/${id}/results?limit=100`)
    for (const { run_id, input } of body.data) {
      const scores = { quality: isGood(numberIn(input.message)) ? 5 : 1 }
      const response = await app.post(`/api/v1/evals/${id}/feedback`, { run_id, reviewer, scores })
      expect(response.status, response.text).toBe(201)
    }
    expect((await waitForEvaluation(app, id, ['completed'])).status).toBe('completed')
  }
  const BOTH = [
    { name: 'helpful', scorer: 'llm_judge', config: { criteria: 'helpfulness' } },
    { name: 'quality', scorer: 'human', config: { scale: { min: 1, max: 5 } } },
  ]

  beforeAll(async () => {
    model = await startJudgeModel()
    app = await startApp({ execute: true, env: model.env })
    model.script(reply)
    assistant_id = await createAssistant(app, { config: { model: 'openai:gpt-4o' } })
    const { id, status } = await evaluate(await datasetOf(EXAMPLES), BOTH)
    expect(status).toBe('awaiting_feedback')
    reviewed = id
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
  })

  const makeRequest = () => ({ eval_id: reviewed, criterion: 'helpful', human_criterion: 'quality' })

  it('an evaluation that has not ended cannot calibrate a judge', async () => {
    const { status, body } = await app.post(URL, makeRequest())
    expect([status, body.details]).toEqual([409, { status: 'awaiting_feedback' }])
  })

  it('a calibration compares the stored verdicts and makes no model calls', async () => {
    await review(reviewed)
    model.script(() => 'drop')
    const { status, body, text } = await app.post(URL, makeRequest())
    expect(status, text).toBe(201)
    expect(body).toMatchObject({
      ...makeRequest(),
      model: 'openai:gpt-4o',
      prompt_version: 'judge-1',
      judged: ['helpfulness'],
      threshold: 0.75,
      status: 'calibrated',
      labels: EXAMPLES,
      unscored: 0,
      agreement: 22 / 24,
      record: { good: 16, good_passed: 15, bad: 8, bad_failed: 7 },
      source: 'evaluation',
    })
    expect(model.requests).toEqual([])
    calibration_id = body.calibration_id
    expect((await app.get(URL)).body.data).toEqual([body])
  })

  it('later summaries contain the calibration for the same judge and for no other', async () => {
    model.script(reply)
    const judge = { scorer: 'llm_judge', config: { criteria: ['Helpfulness'] } }
    const { summary } = await evaluate(await datasetOf(12), [
      { name: 'helpful', ...judge },
      { name: 'useless', ...judge, negate: true },
      { name: 'strict', ...judge, threshold: 0.8 },
      { name: 'other', scorer: 'llm_judge', config: { criteria: 'relevance' } },
      { name: 'elsewhere', scorer: 'llm_judge', config: { criteria: 'helpfulness', model: 'openai:other' } },
      { name: 'ruled', scorer: 'contains', config: { substring: 'answer' } },
    ])
    const { helpful, useless, strict, other, elsewhere, ruled } = summary.by_criterion
    const corrected = correctedPassRate(8, 12, { good: 16, good_passed: 15, bad: 8, bad_failed: 7 })!
    const expectedCalibration = { calibration_id, labels: EXAMPLES, agreement: 22 / 24, warning: null }
    expect(helpful).toMatchObject({ passed: 8, failed: 4, judge: { method: 'llm', model: 'gpt-4o' } })
    expect(helpful.calibration).toMatchObject({
      ...expectedCalibration,
      corrected_pass_rate: corrected.rate,
      corrected_pass_rate_interval: corrected.interval,
    })
    expect(helpful.calibration.kappa).toBeGreaterThan(0.8)
    expect(helpful.calibration.kappa_interval).toHaveLength(2)
    expect(useless).toMatchObject({ passed: 4, failed: 8, calibration: expectedCalibration })
    expect(useless.calibration.corrected_pass_rate).toBeCloseTo(1 - corrected.rate, 12)
    for (const summaryOfOther of [strict, other, elsewhere])
      expect(summaryOfOther.calibration).toBe('uncalibrated')
    expect(elsewhere.judge.model).toBe('other')
    expect(ruled).not.toHaveProperty('calibration')
  })

  it('the pass rate is not corrected for repeated examples, because all runs must pass', async () => {
    const { summary } = await evaluate(await datasetOf(2), BOTH.slice(0, 1), { repetitions: 2 })
    expect(summary.by_criterion.helpful.calibration).toMatchObject({
      calibration_id,
      corrected_pass_rate: null,
      corrected_pass_rate_interval: null,
    })
  })

  it('an evaluation with too few results is refused with the required number', async () => {
    const { id: eval_id } = await evaluate(await datasetOf(2), BOTH)
    await review(eval_id)
    const { status, body } = await app.post(URL, { ...makeRequest(), eval_id })
    expect(status).toBe(400)
    expect(body.details).toEqual({
      eval_id: 'has 2 results with a score by both; at least 20 are needed',
    })
  })

  it.each([
    ['a human criterion as the judge', { criterion: 'quality' }, 'criterion'],
    ['an unknown criterion', { criterion: 'beauty' }, 'criterion'],
    ['no criterion', { criterion: undefined }, 'criterion'],
    ['a judge as the human criterion', { human_criterion: 'helpful' }, 'human_criterion'],
    ['no human criterion', { human_criterion: undefined }, 'human_criterion'],
    ['a model', { model: 'openai:gpt-4o' }, 'model'],
  ])('a calibration with %s is refused', async (_, fields, field) => {
    const { status, body } = await app.post(URL, { ...makeRequest(), ...fields })
    expect([status, Object.keys(body.details)]).toEqual([400, [field]])
  })

  it('a calibration of an unknown evaluation responds with 404', async () => {
    expect((await app.post(URL, { ...makeRequest(), eval_id: MISSING_ID })).status).toBe(404)
  })
})
