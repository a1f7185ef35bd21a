import { expect, test } from 'vitest'
import { judgePairByModel, summarizePairs } from './pairwise.js'
import { findJudgedCriterion } from './rubrics.js'

const compare = (...replies: string[]) => {
  let calls = 0
  return judgePairByModel({
    complete: async ({ user }) => {
      const text = replies[calls++]!
      const first = /<first_answer_n>\n(\w+)/.exec(user)?.[1]
      // Whoever is named wins wherever it stands.
      const winner = text === 'tie' ? 'tie' : text === first ? 'first' : 'second'
      const known = ['tie', 'alpha', 'beta'].includes(text)
      return { text: known ? JSON.stringify({ reasoning: 'r', winner }) : text, usage: null, model: 'm' }
    },
    newNonce: () => 'n',
    now: () => 0,
    signal: new AbortController().signal,
    model: 'm',
    criterion: findJudgedCriterion('helpfulness')!,
    input: 'q',
    outputs: ['alpha', 'beta'],
  })
}

test.each([
  ['alpha', 'alpha', 'a', true, ['first', 'second']],
  ['beta', 'beta', 'b', true, ['second', 'first']],
  ['tie', 'tie', 'tie', true, ['tie', 'tie']],
  ['alpha', 'beta', 'tie', false, ['first', 'first']],
  ['alpha', 'tie', 'tie', false, ['first', 'tie']],
])('%s, then %s with the order swapped: %s', async (given, swapped, winner, consistent, orders) => {
  expect(await compare(given, swapped)).toMatchObject({ winner, consistent, orders, status: 'scored' })
})

test('a pair of which one order cannot be read has no winner', async () => {
  expect(await compare('alpha', 'hm', 'hm')).toMatchObject({
    winner: null,
    consistent: null,
    orders: ['first', null],
    status: 'error',
    reason: 'judge_parse_failure',
    retries: 1,
  })
})

test('the summary tells how often orders agree and how often the first place wins', async () => {
  const verdicts = [
    await compare('alpha', 'alpha'),
    await compare('beta', 'beta'),
    await compare('alpha', 'beta'),
    await compare('tie', 'tie'),
    await compare('hm', 'hm', 'alpha'),
  ]
  expect(summarizePairs(verdicts)).toEqual({
    pairs: 5,
    a_wins: 1,
    b_wins: 1,
    ties: 2,
    errors: 1,
    consistency: 0.75,
    first_position_rate: 4 / 6,
  })
  expect(summarizePairs([])).toMatchObject({ consistency: null, first_position_rate: null })
})
