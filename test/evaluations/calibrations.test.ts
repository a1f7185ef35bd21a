import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { startJudgeModel, toPromptText, verdict, type JudgeModel } from '../support/judge-model.js'

const URL = '/api/v1/evals/judge/calibrations'

/** The judge of these tests passes good outputs, fails poor ones, and gives an unreadable reply for odd ones. */
const label = (output: string, passed: boolean) => ({ input: 'Tell me.', output, passed })
const many = (count: number, output: string, passed: boolean) =>
  Array.from({ length: count }, () => label(output, passed))

const LABELS = [
  ...many(12, 'This is good.', true),
  ...many(9, 'This is poor.', false),
  ...many(2, 'This is good.', false),
  ...many(1, 'This is poor.', true),
  ...many(3, 'This is odd.', true),
]

describe('calibrating a judge on labels', () => {
  let app: TestApp
  let model: JudgeModel
  beforeAll(async () => {
    model = await startJudgeModel()
    app = await startApp({ env: model.env })
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
  })

  const scriptJudge = (): void =>
    model.script((request) => {
      const prompt = toPromptText(request)
      if (prompt.includes('This is odd.')) return { text: 'Hm.' }
      return verdict(prompt.includes('This is good.') ? 5 : 2)
    })

  it('a calibration judges every label and reports the agreement', async () => {
    scriptJudge()
    const { status, body } = await app.post(URL, { criteria: 'Helpfulness', labels: LABELS })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      model: 'openai:gpt-4o',
      prompt_version: 'judge-1',
      judged: ['helpfulness'],
      threshold: 0.75,
      status: 'calibrated',
      warning: null,
      labels: 24,
      unscored: 3,
      agreement: 21 / 24,
      confusion: { labels: ['failed', 'passed'], counts: [[9, 1], [2, 12]] },
      record: { good: 13, good_passed: 12, bad: 11, bad_failed: 9 },
      source: 'labels',
      eval_id: null,
      criterion: null,
      human_criterion: null,
    }) // prettier-ignore
    expect(body.id).toBe(body.calibration_id)
    // (21/24 − p) / (1 − p), where p = (10 × 11 + 14 × 13) / 24²
    expect(body.kappa).toBeCloseTo((21 / 24 - 292 / 576) / (1 - 292 / 576), 12)
    expect(body.kappa_interval[0]).toBeLessThan(body.kappa)
    expect(body.kappa_interval[1]).toBeGreaterThan(body.kappa)
    // Unreadable replies are retried once.
    expect(model.requests).toHaveLength(27 + 3)
  })

  it('a calibration belongs to one model, rubric and threshold', async () => {
    scriptJudge()
    const settings = { model: 'openai:other', rubric: 'It is good.', criteria: 'mine', threshold: 0.2 }
    const { body } = await app.post(URL, { ...settings, labels: LABELS })
    expect(body).toMatchObject({ model: 'openai:other', threshold: 0.2, agreement: 13 / 24 })
    expect(body.judged).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)])
    expect(body.warning).toMatch(/kappa is/)
  })

  it('too few scored labels leave the judge uncalibrated, with a warning', async () => {
    scriptJudge()
    const labels = [...many(10, 'This is good.', true), ...many(10, 'This is odd.', false)]
    const { body } = await app.post(URL, { criteria: 'safety', labels })
    expect(body).toMatchObject({ status: 'uncalibrated', labels: 10, unscored: 10, kappa: null })
    expect(body.warning).toMatch(/at least 20 are needed/)
  })

  it('calibrations are listed newest first', async () => {
    const { body: first } = await app.get(`${URL}?limit=2`)
    expect(first.data.map((one: { judged: string[] }) => one.judged[0]?.slice(0, 6))).toEqual([
      'safety',
      'sha256',
    ])
    const { body: second } = await app.get(`${URL}?limit=2&cursor=${String(first.next_cursor)}`)
    expect(second).toMatchObject({ has_more: false, data: [{ judged: ['helpfulness'], labels: 24 }] })
  })

  it('no calibration is stored if all judge calls fail', async () => {
    model.script(() => 'drop')
    const { status, body } = await app.post(URL, { criteria: 'safety', labels: LABELS })
    expect([status, body.details]).toEqual([503, { reason: 'judge_call_failed' }])
    expect((await app.get(URL)).body.data).toHaveLength(3)
  })

  it.each([
    ['too few labels', { criteria: 'safety', labels: LABELS.slice(0, 19) }, 'labels', /20/],
    ['an unknown criterion', { criteria: 'beauty', labels: LABELS }, 'criteria', /"beauty" is not one of/],
    ['no criterion', { labels: LABELS }, 'criteria', /or a rubric is required/],
    ['neither labels nor an evaluation', { criteria: 'safety' }, 'labels', /or eval_id is required/],
    [
      'labels and an evaluation',
      { criteria: 'safety', labels: LABELS, eval_id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40' },
      'eval_id',
      /cannot be combined with labels/,
    ],
  ])('a calibration with %s is refused without model calls', async (_, request, field, text) => {
    scriptJudge()
    const { status, body } = await app.post(URL, request)
    expect([status, body.error]).toEqual([400, 'validation_error'])
    expect(body.details[field]).toMatch(text)
    expect(model.requests).toEqual([])
  })
})

describe('calibrating the heuristic judge', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  const labels = [...many(10, 'Paris.', true), ...many(10, 'I do not know.', false)]

  it('the calibration of the heuristic judge has no model', async () => {
    const labelsWithReference = labels.map((one) => ({ ...one, expected: 'Paris' }))
    const { status, body } = await app.post(URL, { criteria: 'accuracy', labels: labelsWithReference })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      model: null,
      prompt_version: 'heuristic-1',
      threshold: 0.5,
      agreement: 1,
      kappa: 1,
    })
  })

  it('labels without the reference that the criterion needs are refused', async () => {
    const { status, body } = await app.post(URL, { criteria: 'accuracy', labels })
    expect(status).toBe(400)
    expect(Object.keys(body.details)).toEqual(['labels/0/expected'])
  })
})
