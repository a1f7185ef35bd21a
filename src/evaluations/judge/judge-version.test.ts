import { expect, test } from 'vitest'
import { parseJudgedCriteria } from './rubrics.js'
import { hashJudgeVersion, toJudgeVersion } from './judge-version.js'

const criteria = (...names: string[]) => parseJudgedCriteria({ criteria: names }).criteria
const rubric = (text: string, name = 'mine') => parseJudgedCriteria({ criteria: name, rubric: text }).criteria

const identity = {
  method: 'llm' as const,
  prompt_version: 'judge-1',
  model: 'openai:gpt-4o',
  criteria: criteria('safety', 'helpfulness'),
}

test('the version of a judge is its model, prompt, criteria and threshold', () => {
  expect(toJudgeVersion(identity)).toEqual({
    model: 'openai:gpt-4o',
    prompt_version: 'judge-1',
    judged: ['helpfulness', 'safety'],
    threshold: 0.75,
  })
  expect(toJudgeVersion({ ...identity, method: 'heuristic', prompt_version: 'heuristic-1' })).toMatchObject({
    model: null,
    threshold: 0.5,
  })
})

test('the order and the case of the criteria and an explicit default threshold do not change the version', () => {
  const hash = hashJudgeVersion(toJudgeVersion(identity))
  for (const same of [{ criteria: criteria('Helpfulness', 'SAFETY') }, { threshold: 0.75 }])
    expect(hashJudgeVersion(toJudgeVersion({ ...identity, ...same }))).toBe(hash)
})

test('every other difference changes the version', () => {
  const hashes = [
    {},
    { model: 'openai:other' },
    { prompt_version: 'judge-2' },
    { criteria: criteria('safety') },
    { criteria: rubric('safety') },
    { threshold: 0.5 },
    { method: 'heuristic' as const },
  ].map((other) => hashJudgeVersion(toJudgeVersion({ ...identity, ...other })))
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('a rubric is identified by its text, not by its name', () => {
  const judged = (text: string, name?: string) =>
    toJudgeVersion({ ...identity, criteria: rubric(text, name) }).judged
  expect(judged('It rhymes.', 'a')).toEqual(judged('It rhymes.', 'b'))
  expect(judged('It rhymes.')).not.toEqual(judged('It rhymes!'))
})
