import { expect, it } from 'vitest'
import { willRetry } from './will-retry.js'

it('a node without a retry policy is not retried', () => {
  expect(willRetry(new Error('x'), 1, undefined)).toBe(false)
})

it('a node is retried until its attempts are used up, which are three by default', () => {
  const error = new Error('x')
  expect([1, 2, 3].map((attempts) => willRetry(error, attempts, {}))).toEqual([true, true, false])
  expect([1, 2].map((attempts) => willRetry(error, attempts, { maxAttempts: 2 }))).toEqual([true, false])
})

it.each([
  [Object.assign(new Error('x'), { name: 'AbortError' })],
  [Object.assign(new Error('x'), { name: 'GraphValueError' })],
  [Object.assign(new Error('x'), { code: 'ECONNABORTED' })],
  [Object.assign(new Error('x'), { status: 400 })],
  [Object.assign(new Error('x'), { response: { status: 404 } })],
  [Object.assign(new Error('x'), { error: { code: 'insufficient_quota' } })],
  [new Error('Cancelled')],
  [{ reason: 'an error without a message' }],
  ['a text'],
  [null],
  [new Error('AbortError: x')],
])('LangGraph does not retry %o', (error) => {
  expect(willRetry(error, 1, {})).toBe(false)
})

it.each([[Object.assign(new Error('x'), { status: 500 })], [Object.assign(new Error('x'), { status: 429 })]])(
  'LangGraph retries %o',
  (error) => {
    expect(willRetry(error, 1, {})).toBe(true)
  },
)

it('the retryOn of a policy decides, and one that throws does not retry', () => {
  expect(willRetry(new Error('x'), 1, { retryOn: () => false })).toBe(false)
  expect(willRetry(Object.assign(new Error('x'), { status: 400 }), 1, { retryOn: () => true })).toBe(true)
  const retryOn = () => {
    throw new Error('broken')
  }
  expect(willRetry(new Error('x'), 1, { retryOn })).toBe(false)
})
