import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toObservation } from './observation.js'

const getTerms = (text: string) => toObservation(text).terms.map(([term]) => term)

test('length counts code points, not UTF-16 units', () => {
  expect(toObservation('a😀b').length).toBe(3)
  expect(toObservation('\ud800').length).toBe(1)
})

test('the sentiment has the expected sign', () => {
  expect(toObservation('What a wonderful, great day! I love it.').sentiment).toBeGreaterThan(0.3)
  expect(toObservation('This is a terrible, horrible failure. I hate it.').sentiment).toBeLessThan(-0.3)
  expect(toObservation('The meeting is on the second floor.').sentiment).toBe(0)
})

test('the sentiment does not depend on the length of the text', () => {
  const sentence = 'The news is good. '
  expect(toObservation(sentence.repeat(40)).sentiment).toBeCloseTo(toObservation(sentence).sentiment, 1)
})

test('the end of a long text counts for its sentiment', () => {
  const plain = 'The table has four legs. '.repeat(200)
  expect(toObservation(`${plain}I hate you, you horrible idiot.`).sentiment).toBeLessThan(0)
})

test('inflected forms are one term and stop words are none', () => {
  expect(getTerms('The refund was refunded with other refunds.')).toEqual(['refund'])
  expect(getTerms('It is what it is: 42.')).toEqual([])
})

test('the most frequent terms come first', () => {
  expect(getTerms('garden loan loan garden loan hedge').slice(0, 2)).toEqual(['loan', 'garden'])
})

test('texts without spaces between words have terms', () => {
  expect(getTerms('口座残高')).toEqual(['口座', '座残', '残高'])
})

test('an observation of any string is small and survives JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const observation = toObservation(text)
      expect(JSON.parse(JSON.stringify(observation))).toEqual(observation)
      expect(observation.terms.length).toBeLessThanOrEqual(40)
      expect(Math.abs(observation.sentiment)).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([
  ['one word', 'A'.repeat(1_000_000) + 'a'],
  ['marks', '!?. '.repeat(250_000)],
  ['words', 'Great words! '.repeat(80_000)],
  ['halves of pairs', '\udc00\ud800'.repeat(500_000)],
])('a megabyte of %s is measured', (_, text) => {
  expect(toObservation(text).length).toBeGreaterThan(0)
})
