import { expect, test } from 'vitest'
import { judgePairByModel, summarizePairs } from './pairwise.js'
import { findJudgedCriterion } from './rubrics.js'

const compare = (...replies: string[]) => {
  let calls = 0
  return judgePairByModel({
    complete: async ({ user }) => {
      const text = replies[calls++]!
      const first = /<first_answer_n>\n(\w+)/.exec(user)?.[1]
      // The named output wins in any position.
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
])(
  '%s in the original order and %s in the swapped order give %s',
  async (original, swapped, winner, consistent, orders) => {
    expect(await compare(original, swapped)).toMatchObject({ winner, consistent, orders, status: 'scored' })
  },
)

test('a pair with an unreadable order has no winner', async () => {
  expect(await compare('alpha', 'hm', 'hm')).toMatchObject({
    winner: null,
    consistent: null,
    orders: ['first', null],
    status: 'error',
    reason: 'judge_parse_failure',
    retries: 1,
  })
})

test('the summary has the consistency of the orders and the position bias', async () => {
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
