import { expect, it } from 'vitest'
import { makeStateSizeLimit, StateTooLargeError } from './state-size.js'

const makeLimit = (maxBytes: number) => {
  const errors: StateTooLargeError[] = []
  const { check } = makeStateSizeLimit(maxBytes, (error) => errors.push(error))
  return { check, errors }
}

it('a state of exactly the limit is accepted, in bytes and not in characters', () => {
  const { check, errors } = makeLimit(100)
  check([['text', 'a'.repeat(100)]])
  check([
    ['text', 'é'.repeat(25)],
    ['other', '€'.repeat(16)],
  ])
  expect(errors).toEqual([])
  expect(() => check([['text', 'é'.repeat(51)]])).toThrow(StateTooLargeError)
})

it('the error names the size, the limit, the largest channel and the setting', () => {
  const { check, errors } = makeLimit(2_000)
  const texts: [string, string][] = [
    ['notes', 'a'.repeat(500)],
    ['documents', 'b'.repeat(1_600)],
  ]
  expect(() => check(texts)).toThrow(
    /takes 2,100 bytes and may take at most 2,000 bytes \(MAX_STATE_BYTES\).*"documents" with 1,600 bytes.*or raise MAX_STATE_BYTES/,
  )
  expect(errors).toHaveLength(1)
})

it('after a state that was too large, nothing is accepted, and the listener is called once', () => {
  const { check, errors } = makeLimit(10)
  expect(() => check([['text', 'a'.repeat(11)]])).toThrow(StateTooLargeError)
  expect(() => check([['text', 'a']])).toThrow(StateTooLargeError)
  expect(errors).toHaveLength(1)
})
