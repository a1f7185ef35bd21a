import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
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

const EXAMPLES = 40
const numberIn = (request: RecordedRequest): number =>
  Number(/Question (\d+)/.exec(toPromptText(request))?.[1])
const toAnswer = (request: RecordedRequest) => ({ text: `Answer ${String(numberIn(request))}` })

/** One reply in ten is never readable, each in a different way, and another one in ten only after a retry. */
const BROKEN = ['I would say 5.', '{"reasoning": "Fine.", "issues": [], "score":', '{"score": 9}', '']
const isBroken = (number: number): boolean => number % 10 === 3
const isBrokenOnce = (number: number): boolean => number % 10 === 7

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
const resultsOf = async (app: TestApp, id: string): Promise<any[]> =>
  (await app.get(`/api/v1/evals/${id}/results?limit=100`)).body.data

describe('an evaluation whose judge gives a broken reply for one in ten outputs', () => {
  let app: TestApp
  let model: JudgeModel
  let id: string
  beforeAll(async () => {
    model = await startJudgeModel()
    app = await startApp({ execute: true, env: model.env })
    const judgedQuestions = new Set<number>()
    model.script((request) => {
      if (!isJudgeRequest(request)) return toAnswer(request)
      const number = numberIn(request)
      const isFirst = !judgedQuestions.has(number)
      judgedQuestions.add(number)
      if (isBroken(number) || (isBrokenOnce(number) && isFirst))
        return { text: BROKEN[Math.floor(number / 10)] ?? '' }
      return verdict(number % 2 === 0 ? 5 : 2)
    })
    const { status, body, text } = await app.post('/api/v1/evals', {
      name: 'judged',
      type: 'llm_judge',
      assistant_id: await createAssistant(app, { config: { model: 'openai:gpt-4o' } }),
      dataset_id: await makeDataset(
        app,
        Array.from({ length: EXAMPLES }, (_, index) => ({ input: { message: `Question ${String(index)}` } })),
      ),
      criteria: ['helpfulness'],
      run_immediately: true,
    })
    expect(status, text).toBe(201)
    id = body.id
    await waitForEvaluation(app, id)
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
  })

  it('readable verdicts become scores, and unreadable ones do not', async () => {
    const results = await resultsOf(app, id)
    expect(results).toHaveLength(EXAMPLES)
    for (const { input, output, status, score, passed, error, scores } of results) {
      const number = Number(input.message.slice('Question '.length))
      expect(output.response).toBe(`Answer ${String(number)}`)
      const [judgeScore] = scores
      if (isBroken(number)) {
        expect({ status, score, passed, error }).toEqual({
          status: 'error',
          score: null,
          passed: null,
          error: null,
        })
        expect(judgeScore).toMatchObject({ score: null, passed: null, reason: 'judge_parse_failure' })
      } else {
        const isGood = number % 2 === 0
        expect({ status, score, passed }).toEqual({
          status: 'scored',
          score: isGood ? 1 : 0.25,
          passed: isGood,
        })
        expect(judgeScore).toMatchObject({ raw_score: isGood ? 5 : 2, method: 'llm', model: 'gpt-4o' })
      }
    }
  })

  it('the summary counts results without a score separately and says that the judge is uncalibrated', async () => {
    const { status, progress, summary } = (await app.get(`/api/v1/evals/${id}`)).body
    expect(status).toBe('completed')
    expect(progress).toMatchObject({ done: EXAMPLES, total: EXAMPLES, errors: 4 })
    expect(summary).toMatchObject({ passed: 20, failed: 16, unscored: 4, errors: 0 })
    expect(summary.by_criterion.helpfulness).toMatchObject({
      passed: 20,
      failed: 16,
      scored: 36,
      errors: 4,
      judge: { method: 'llm', model: 'gpt-4o', prompt_version: 'judge-1' },
      calibration: 'uncalibrated',
    })
  })

  it('a retry calls only the judge, and only for the results without a score', async () => {
    const before = await resultsOf(app, id)
    model.script((request) => (isJudgeRequest(request) ? verdict(5) : { status: 500 }))
    expect((await app.post(`/api/v1/evals/${id}/retry`)).status).toBe(200)
    const { status, progress, summary } = await waitForEvaluation(app, id)
    expect(status).toBe('completed')
    expect(progress).toMatchObject({ done: EXAMPLES, total: EXAMPLES, errors: 0 })
    expect(summary).toMatchObject({ passed: 24, failed: 16, unscored: 0 })
    expect(summary.by_criterion.helpfulness).toMatchObject({ scored: EXAMPLES, errors: 0 })
    expect(model.requests.every(isJudgeRequest)).toBe(true)
    expect(model.requests.map(numberIn).sort((a, b) => a - b)).toEqual([3, 13, 23, 33])
    const after = await resultsOf(app, id)
    expect(after.map(({ run_id }) => run_id)).toEqual(before.map(({ run_id }) => run_id))
  })
})
