import { expect, test } from 'vitest'
import { respondToSupportQuestion } from './support.js'

const ON_ITS_WAY =
  'Order 1017 is on its way and arrives in two days (an invented answer: the demo model has no orders).'

test('a question about an order without a number is answered with a request for the number', () => {
  expect(respondToSupportQuestion(['Where is my order?'])).toBe(
    'Which order do you mean? Please give me the order number.',
  )
  expect(respondToSupportQuestion(['I want a refund'])).toBe(
    'Which order should be refunded? Please give me the order number.',
  )
})

test('with an order number in any message, the response says that its details are invented', () => {
  expect(respondToSupportQuestion(['Where is my order 1017?'])).toBe(ON_ITS_WAY)
  expect(respondToSupportQuestion(['I ordered #1017', 'When is the delivery?'])).toBe(ON_ITS_WAY)
  expect(respondToSupportQuestion(['Where is my order?', '1017'])).toBe(ON_ITS_WAY)
  expect(respondToSupportQuestion(['Please refund order number A-17'])).toBe(
    'A refund for order A-17 would be opened now (an invented answer: the demo model has no orders).',
  )
})

test('other questions get no support response', () => {
  expect(respondToSupportQuestion(['What is the capital of France?'])).toBeUndefined()
  expect(respondToSupportQuestion(['Hello', '1017'])).toBeUndefined()
})
