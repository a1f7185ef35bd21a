import { expect, test } from 'vitest'
import { combineScores } from '../src/guardrails/detectors/classifier/combine.js'
import { makeRandom } from '../test/support/random.js'
import { getCalibrationError } from '../training/cross-validate.js'
import { CATEGORIES } from '../training/examples.js'
import { fingerprintInputs, readFingerprint } from '../training/fingerprint.js'
import { fitCombination, type Point } from '../training/fit-combination.js'
import { quantize, trainWeights, type Sample } from '../training/logistic.js'
import { readOwnTexts } from '../training/read-own-texts.js'
import type { Prepared } from '../training/samples.js'
import { expandAll } from '../training/templates.js'
import { trainModel } from '../training/train-model.js'

test('templates expand alternatives and lists', () => {
  const slots = new Map([['thing', ['cat', 'dog']]])
  const texts = expandAll('{a|the} {thing} {runs|sleeps {here|there}}', slots, 50, makeRandom(1))
  expect(texts).toContain('the dog sleeps there')
  expect(texts.every((text) => !/[{}|]/.test(text))).toBe(true)
})

test('the corpus has positive and negative texts for every category, and no open braces', () => {
  const corpus = readOwnTexts()
  for (const category of CATEGORIES) {
    expect(corpus.filter(({ labels }) => labels[category] === 1).length).toBeGreaterThan(100)
    expect(corpus.filter(({ labels }) => labels[category] === 0).length).toBeGreaterThan(100)
  }
  expect(
    corpus.filter(({ text }) => /[{}]/.test(text) && !text.includes('=>') && !text.includes('f"')),
  ).toEqual([])
})

const NO_SCORES = {
  hate_speech: 0,
  harassment: 0,
  violence: 0,
  self_harm: 0,
  sexual: 0,
  prompt_injection: 0,
}

const SAMPLES: Sample[] = Array.from({ length: 200 }, (_, at) => ({
  buckets: Uint16Array.of(at % 2 === 0 ? 7 : 9, 100 + (at % 50)),
  label: at % 2 === 0 ? 1 : 0,
  weight: 1,
}))

test('training is deterministic and separates the classes', () => {
  const [first, second] = [quantize(trainWeights(SAMPLES)), quantize(trainWeights(SAMPLES))]
  expect(first).toEqual(second)
  expect(first.weights[7]).toBeGreaterThan(0)
  expect(first.weights[9]).toBeLessThan(0)
})

test('the second round learns only from typical windows of an unsafe text', () => {
  const toWindow = (...buckets: number[]) => ({
    words: [],
    features: { buckets: Uint16Array.from(buckets), ends: new Uint32Array() },
  })
  // Bucket 7 marks attacks. Bucket 5 occurs only in the other windows of attacks, bucket 9 only in harmless texts.
  const toText = (at: number): Prepared => ({
    text: '',
    family: 'a',
    labels: { prompt_injection: at % 2 === 0 ? 1 : 0, violence: at % 2 === 0 ? 1 : 0 },
    lexicon: { ...NO_SCORES },
    windows: at % 2 === 0 ? [toWindow(7, 100 + at), toWindow(5, 9)] : [toWindow(9, 100 + at)],
  })
  const texts = Array.from({ length: 200 }, (_, at) => toText(at))
  expect(trainModel(texts, 'violence').weights[5]).toBeGreaterThan(0)
  expect(trainModel(texts, 'prompt_injection').weights[5]).toBe(0)
})

test('the combination is calibrated on its points', () => {
  const random = makeRandom(3)
  const points = Array.from({ length: 4_000 }, (): Point => {
    const margin = random() * 8 - 4
    return { family: 'a', label: random() < 1 / (1 + Math.exp(-margin)) ? 1 : 0, lexicon: 0, margin }
  })
  const combination = fitCombination(points, 'violence')
  const scored = points.map(({ margin, label }) => ({
    score: combineScores(combination, 0, margin),
    isPositive: label === 1,
  }))
  expect(combination.classifier).toBeGreaterThan(0.8)
  expect(getCalibrationError(scored)).toBeLessThan(0.05)
})

test('the shipped weights were trained with the current word lists, features and own texts', () => {
  expect(
    fingerprintInputs(readOwnTexts()),
    'Run `npm run train -- --data <folder>` and commit the weights with training/fingerprint.txt.',
  ).toBe(readFingerprint())
}, 120_000)
