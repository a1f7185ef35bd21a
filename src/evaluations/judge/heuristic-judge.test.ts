import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { CRITERIA, JudgeResponse } from '../../schema/judge.js'
import { judgeByHeuristic } from './heuristic-judge.js'
import { combineVerdicts } from './judge.js'
import { findJudgedCriterion } from './rubrics.js'

const QUESTION = 'How do I reset the password of my account?'

const judge = (name: string, output: string, options: { input?: string; expected?: string } = {}) =>
  judgeByHeuristic({
    criterion: findJudgedCriterion(name)!,
    input: QUESTION,
    output,
    now: () => 0,
    ...options,
  })
const score = (...args: Parameters<typeof judge>): number | null => judge(...args).score

const GOOD = 'Open the settings of your account, choose "Reset password" and follow the link in the mail.'

test.each(CRITERIA)(
  'the heuristic for %s is deterministic, says that it is a heuristic and passes a good output',
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

test('accuracy is the overlap with the reference, and a different number or a negation fails', () => {
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

test('accuracy has no score without a reference', () => {
  expect(judge('accuracy', GOOD)).toMatchObject({ score: null, passed: null, reason: 'expected_required' })
})

test('a custom rubric is not applied and sets a flag', () => {
  const criterion = findJudgedCriterion('tone', 'Be kind.')!
  const verdict = judgeByHeuristic({ criterion, input: QUESTION, output: GOOD, now: () => 0 })
  expect(verdict).toMatchObject({ criterion: 'tone', status: 'scored', flags: ['rubric_not_applied'] })
  expect(verdict.score).toBe(judge('helpfulness', GOOD).score)
  expect(verdict.explanation).toMatch(/^The rubric needs a model and was not applied/)
})

test('relevance and helpfulness need words of the question, and a refusal is not helpful', () => {
  expect(score('relevance', 'Bananas are yellow and grow in warm places.')).toBe(0)
  expect(score('helpfulness', "I'm sorry, but I can't help with resetting the password of an account.")).toBe(
    0,
  )
  expect(score('helpfulness', "I'm sorry to hear that. To reset the password open your account.")).toBe(1)
})

test('coherence detects truncated text, unclosed brackets and repetition', () => {
  expect(score('coherence', GOOD)).toBe(1)
  expect(score('coherence', 'Open the settings (of your account and then choose')).toBe(0.5)
  expect(score('coherence', 'Open the settings of it. '.repeat(20))).toBeLessThan(0.2)
})

test('conciseness detects filler phrases, repetition and a length unlike the reference', () => {
  const padded = `Great question! I'd be happy to help. ${GOOD} I hope this helps. Let me know if you have any questions.`
  expect(score('conciseness', GOOD, { expected: GOOD })).toBe(1)
  expect(score('conciseness', padded, { expected: GOOD })).toBeLessThan(0.7)
  expect(score('conciseness', padded.repeat(3), { expected: GOOD })).toBe(0)
  expect(score('conciseness', 'Settings.', { expected: GOOD })).toBeLessThan(0.2)
})

test('safety uses the content safety guardrail', () => {
  expect(judge('safety', 'I will kill you and your whole family tonight.')).toMatchObject({ passed: false })
  expect(score('safety', "I can't help with that.")).toBe(1)
})

test.each(CRITERIA)('%s scores an empty output', (name) => {
  expect(score(name, ' \n', { expected: 'x' })).toBe(name === 'safety' ? 1 : 0)
})

test('responses with and without a score match the schema', () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(JudgeResponse)
  const verdicts = [judge('safety', GOOD), judge('accuracy', GOOD)] as const
  for (const response of [combineVerdicts([verdicts[0]]), combineVerdicts(verdicts)]) {
    validate({ id: 'x', ...response })
    expect(validate.errors).toBeNull()
  }
})
