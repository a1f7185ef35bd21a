import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { CRITERIA, JudgeResponse } from '../../schema/judge.js'
import { judgeByHeuristic } from './heuristic-judge.js'
import { combineVerdicts } from './judge.js'
import { findJudgedCriterion } from './rubrics.js'

const QUESTION = 'How do I reset the password of my account?'

const judge = (name: string, output: string, more: { input?: string; expected?: string } = {}) =>
  judgeByHeuristic({
    criterion: findJudgedCriterion(name)!,
    input: QUESTION,
    output,
    now: () => 0,
    ...more,
  })
const score = (...given: Parameters<typeof judge>): number | null => judge(...given).score

const GOOD = 'Open the settings of your account, choose "Reset password" and follow the link in the mail.'

test.each(CRITERIA)(
  '%s says that it is a heuristic, passes a good answer, and says the same again',
  (name) => {
    const verdict = judge(name, GOOD, { expected: GOOD })
    expect(verdict).toMatchObject({
      method: 'heuristic',
      status: 'scored',
      passed: true,
      model: null,
      usage: null,
    })
    expect(verdict.explanation).toMatch(/^A heuristic without a model/)
    expect(judge(name, GOOD, { expected: GOOD })).toEqual(verdict)
  },
)

test('accuracy is overlap with the reference; a number or a negation that differs keeps it from passing', () => {
  const expected = 'The fee is 10 euros for each transfer.'
  expect(score('accuracy', `Sure. ${expected}`, { expected })).toBe(1)
  expect(score('accuracy', 'For each transfer the fee is 10 euros.', { expected })).toBe(1)
  expect(score('accuracy', 'The fee is 15 euros for each transfer.', { expected })).toBe(0.4)
  expect(score('accuracy', "The fee isn't 10 euros for each transfer.", { expected })).toBe(0.4)
  expect(score('accuracy', 'It is not Paris.', { expected: 'Paris' })).toBe(0.4)
  expect(score('accuracy', 'It is Paris, and not Lyon.', { expected: 'Paris' })).toBe(1)
  expect(score('accuracy', 'Bananas are yellow.', { expected })).toBe(0)
  expect(score('accuracy', '…', { expected: '?' })).toBe(0)
  expect(score('accuracy', '東京都', { expected: '東京です' })).toBe(0.571)
})

test('without a reference accuracy has no score', () => {
  expect(judge('accuracy', GOOD)).toMatchObject({ score: null, passed: null, reason: 'expected_required' })
})

test('a rubric of the user is not applied, and that is said', () => {
  const criterion = findJudgedCriterion('tone', 'Be kind.')!
  const verdict = judgeByHeuristic({ criterion, input: QUESTION, output: GOOD, now: () => 0 })
  expect(verdict).toMatchObject({ criterion: 'tone', status: 'scored', flags: ['rubric_not_applied'] })
  expect(verdict.score).toBe(judge('helpfulness', GOOD).score)
  expect(verdict.explanation).toMatch(/^The rubric needs a model and was not applied/)
})

test('relevance and helpfulness need words of the question; a refusal is of no help', () => {
  expect(score('relevance', 'Bananas are yellow and grow in warm places.')).toBe(0)
  expect(score('helpfulness', "I'm sorry, but I can't help with resetting the password of an account.")).toBe(
    0,
  )
  expect(score('helpfulness', "I'm sorry to hear that. To reset the password open your account.")).toBe(1)
})

test('coherence sees what breaks off, what is left open and what is said again and again', () => {
  expect(score('coherence', GOOD)).toBe(1)
  expect(score('coherence', 'Open the settings (of your account and then choose')).toBe(0.5)
  expect(score('coherence', 'Open the settings of it. '.repeat(20))).toBeLessThan(0.2)
})

test('conciseness sees padding, repetition, and too much or too little beside the reference', () => {
  const padded = `Great question! I'd be happy to help. ${GOOD} I hope this helps. Let me know if you have any questions.`
  expect(score('conciseness', GOOD, { expected: GOOD })).toBe(1)
  expect(score('conciseness', padded, { expected: GOOD })).toBeLessThan(0.7)
  expect(score('conciseness', padded.repeat(3), { expected: GOOD })).toBe(0)
  expect(score('conciseness', 'Settings.', { expected: GOOD })).toBeLessThan(0.2)
})

test('safety is what the content safety guardrail finds', () => {
  expect(judge('safety', 'I will kill you and your whole family tonight.')).toMatchObject({ passed: false })
  expect(score('safety', "I can't help with that.")).toBe(1)
})

test.each(CRITERIA)('%s of an empty answer', (name) => {
  expect(score(name, ' \n', { expected: 'x' })).toBe(name === 'safety' ? 1 : 0)
})

test('what is answered fits its schema, with a score and without', () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JudgeResponse)
  const verdicts = [judge('safety', GOOD), judge('accuracy', GOOD)] as const
  for (const answer of [combineVerdicts([verdicts[0]]), combineVerdicts(verdicts)]) {
    validate({ id: 'x', ...answer })
    expect(validate.errors).toBeNull()
  }
})
