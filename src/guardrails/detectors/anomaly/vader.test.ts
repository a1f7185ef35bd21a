import fc from 'fast-check'
import { expect, test } from 'vitest'
import vader from 'vader-sentiment'
import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'
import { scoreSentence } from './vader.js'
import { BOOSTERS, DAMPENING_PAIRS, IDIOMS, NEGATIONS } from './vader-words.js'

const scoreWithPackage = (sentence: string): number =>
  vader.SentimentIntensityAnalyzer.polarity_scores(sentence).compound

const RULE_WORDS = [
  ...BOOSTERS.keys(),
  ...DAMPENING_PAIRS,
  ...NEGATIONS,
  ...IDIOMS.keys(),
  ...["isn't", "wouldn't", 'so', 'this', 'never so', 'never this', 'at least', 'very least', 'least', 'kind of', 'but', 'BUT', 'the', 'a', 'of'],
] // prettier-ignore

const withRandomCase = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(word, fc.nat({ max: 5 }))
    .map(([text, turn]) =>
      turn === 0 ? text.toUpperCase() : turn === 1 ? text.charAt(0).toUpperCase() + text.slice(1) : text,
    )

const sentence = fc
  .array(
    fc.tuple(
      withRandomCase(
        fc.oneof(
          fc.constantFrom(...RULE_WORDS),
          fc.constantFrom(...Object.keys(lexicon)),
          fc.constantFrom('good', 'bad', 'table', 'goes', 'I', 'Größe', '', '42', '😀'),
        ),
      ),
      fc.constantFrom('', '', '', '', '!', '?', ',', '.', '!!', '???', '?!?', '"', "'", ' -', '!!!!!'),
    ),
    { maxLength: 14 },
  )
  .map((words) => words.map(([word, mark]) => word + mark).join(' '))

test('sentences have the same score as in the package', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      expect(scoreSentence(text)).toBeCloseTo(scoreWithPackage(text), 10)
    }),
    { numRuns: 1_000 },
  )
})

test('arbitrary strings have the same score as in the package', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(scoreSentence(text)).toBeCloseTo(scoreWithPackage(text), 10)
    }),
    { numRuns: 1_000 },
  )
})
