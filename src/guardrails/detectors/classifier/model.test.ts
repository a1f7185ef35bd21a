import { expect, test } from 'vitest'
import { tokenize } from '../text/tokenize.js'
import { combineScores } from './combine.js'
import { BUCKETS, extractFeatures, splitIntoWindows } from './features.js'
import { classify, decodeModel, explain, toWindowFeatures } from './model.js'

const toModel = (text: string, weight: number) => {
  const weights = new Int8Array(BUCKETS)
  for (const bucket of extractFeatures(tokenize(text).words).buckets) weights[bucket] = weight
  return decodeModel({ weights: Buffer.from(weights.buffer).toString('base64'), scale: 0.1, bias: -1 })
}

test('a text with features of positive weight has a higher margin', () => {
  const model = toModel('purple elephants', 50)
  const margin = (text: string) => classify(model, toWindowFeatures(tokenize(text).words)).margin
  expect(margin('two purple elephants')).toBeGreaterThan(margin('three green snakes'))
  expect(margin('zzz')).toBeCloseTo(-1, 5)
})

test('a short passage is not diluted by a long text', () => {
  const model = toModel('purple elephants', 50)
  const filler = 'nothing happens in this quiet valley '.repeat(200)
  const { window } = classify(model, toWindowFeatures(tokenize(`${filler}purple elephants ${filler}`).words))
  expect(window?.words.map(({ text }) => text)).toContain('elephants')
})

test('the explanation points to the words with the highest weights', () => {
  const text = 'we saw two purple elephants in the valley'
  const model = toModel('purple elephants', 50)
  const [window] = toWindowFeatures(tokenize(text).words)
  const spans = window ? explain(model, window, 'test') : []
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(
    expect.arrayContaining(['purple', 'elephants']),
  )
})

test('every word is in a window', () => {
  const { words } = tokenize(Array.from({ length: 537 }, (_, at) => `w${String(at)}`).join(' '))
  const covered = new Set(splitIntoWindows(words).flat())
  expect(covered.size).toBe(words.length)
})

test('neither input lowers the combined score, and the floor holds', () => {
  const combination = { intercept: -1, lexicon: 0.8, found: 1, floor: 0.5, classifier: 0.7 }
  const scores = [0, 0.3, 0.6, 0.9].map((score) => combineScores(combination, score, 0))
  expect(scores).toEqual([...scores].sort((a, b) => a - b))
  const margins = [-9, -2, 0, 3, 9].map((margin) => combineScores(combination, 0.2, margin))
  expect(margins).toEqual([...margins].sort((a, b) => a - b))
  expect(combineScores(combination, 0.55, -8)).toBe(0.5)
})
