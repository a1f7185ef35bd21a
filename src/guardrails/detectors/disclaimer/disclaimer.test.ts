import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDisclaimerChange, hasDisclaimer, addDisclaimer } from './disclaimer.js'

const ADVICE = 'This is not financial advice.'
const LONG =
  'This answer was written by a machine and is not legal advice, so please ask a qualified lawyer before you act.'

test.each([
  ['as it is', `Buy low. ${ADVICE}`],
  ['in other case', 'this is NOT Financial Advice'],
  ['with emphasis and line breaks', 'Note: **This is\nnot** _financial_ advice!'],
  ['with other spaces and invisible characters', 'This\u00a0is no\u200bt financial advice'],
  ['in full-width letters', 'Ｔｈｉｓ is not financial advice'],
  ['in a field of JSON', '{"answer": "Buy.", "note": "This is not\\nfinancial advice."}'],
])('a disclaimer is found %s', (_, text) => {
  expect(hasDisclaimer(text, ADVICE)).toBe(true)
})

test.each([
  ['is missing', 'Buy low, sell high.'],
  ['says the opposite', 'This is financial advice.'],
  ['is incomplete', 'This is not financial'],
  ['is part of other words', 'This is not financial adviceless'],
  ['is the name of a JSON field', '{"This is not financial advice.": true}'],
])('no disclaimer is found if it %s', (_, text) => {
  expect(hasDisclaimer(text, ADVICE)).toBe(false)
})

test('a long disclaimer may have a word changed or added', () => {
  expect(hasDisclaimer(`Well. ${LONG.replace('qualified', 'good')} Bye.`, LONG)).toBe(true)
  expect(hasDisclaimer(LONG.replace('a machine', 'a clever machine'), LONG)).toBe(true)
})

test('a text with a changed negation does not contain the disclaimer', () => {
  expect(hasDisclaimer(LONG.replace('is not', 'is'), LONG)).toBe(false)
  expect(hasDisclaimer(LONG.replace('so please', 'so please never'), LONG)).toBe(false)
})

test('the same words in another order are not the disclaimer', () => {
  expect(hasDisclaimer(LONG.split(' ').reverse().join(' '), LONG)).toBe(false)
})

test('a disclaimer in a script without spaces is found', () => {
  expect(hasDisclaimer('答え。これは投資助言ではありません。', 'これは投資助言ではありません')).toBe(true)
  expect(hasDisclaimer('答え。これは投資助言です。', 'これは投資助言ではありません')).toBe(false)
})

test('a missing disclaimer is appended as the last paragraph', () => {
  expect(addDisclaimer('Buy low.', ADVICE)).toBe(`Buy low.\n\n${ADVICE}`)
  expect(addDisclaimer('Buy low.\n', ADVICE)).toBe(`Buy low.\n\n${ADVICE}`)
  expect(addDisclaimer('Buy low.\n\n', ADVICE)).toBe(`Buy low.\n\n${ADVICE}`)
  expect(addDisclaimer('', ADVICE)).toBe(ADVICE)
})

test('an open code block is closed before the disclaimer', () => {
  expect(addDisclaimer('Run:\n````js\nx', ADVICE)).toBe(`Run:\n\`\`\`\`js\nx\n\`\`\`\`\n\n${ADVICE}`)
})

test('a stream gets the disclaimer as its last token if it is missing', () => {
  expect(getDisclaimerChange('Buy low.', ADVICE)).toEqual({ kind: 'append', delta: `\n\n${ADVICE}` })
  expect(getDisclaimerChange(ADVICE, ADVICE)).toEqual({ kind: 'none' })
  expect(getDisclaimerChange('Buy low.', ' ')).toEqual({ kind: 'none' })
})

test('a JSON object gets a field and its other text does not change', () => {
  expect(addDisclaimer('{"id":12345678901234567890}', ADVICE)).toBe(
    `{"id":12345678901234567890,"disclaimer":"${ADVICE}"}`,
  )
  expect(addDisclaimer('{}', ADVICE)).toBe(`{"disclaimer":"${ADVICE}"}`)
  expect(addDisclaimer('{\n  "a": 1\n}\n', ADVICE)).toBe(`{\n  "a": 1,\n  "disclaimer": "${ADVICE}"\n}\n`)
})

test('a JSON array gets an item of the same type as the others', () => {
  expect(addDisclaimer('["a"]', ADVICE)).toBe(`["a","${ADVICE}"]`)
  expect(addDisclaimer('[]\n', ADVICE)).toBe(`["${ADVICE}"]\n`)
  expect(JSON.parse(addDisclaimer('[{"a":1}]', ADVICE))).toEqual([{ a: 1 }, { disclaimer: ADVICE }])
  expect(addDisclaimer('[\n  1,\n  2\n]', ADVICE)).toBe(`[\n  1,\n  2,\n  "${ADVICE}"\n]`)
  expect(addDisclaimer(`["${ADVICE}"]`, ADVICE)).toBe(`["${ADVICE}"]`)
})

test('an existing disclaimer field is extended', () => {
  expect(JSON.parse(addDisclaimer('{"disclaimer":"Old."}', ADVICE))).toEqual({
    disclaimer: `Old.\n\n${ADVICE}`,
  })
  expect(JSON.parse(addDisclaimer('{"disclaimer":true}', ADVICE))).toEqual({
    disclaimer: true,
    disclaimer_text: ADVICE,
  })
})

test('adding the disclaimer twice changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc
      .array(fc.constantFrom('```', '\n', 'this', ' is', ' not', '~~~', '{', '}', '"', "'"), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
    fc.dictionary(fc.string(), fc.jsonValue()).map((object) => JSON.stringify(object, null, 2)),
    fc.array(fc.jsonValue()).map((array) => JSON.stringify(array, null, 2)),
  )
  const disclaimer = fc.oneof(
    fc.constantFrom(ADVICE, LONG, '⚠️'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  fc.assert(
    fc.property(text, disclaimer, (reply, wanted) => {
      const once = addDisclaimer(reply, wanted)
      expect(addDisclaimer(once, wanted)).toBe(once)
    }),
    { numRuns: 1_000 },
  )
})

test.each(['this is not ', LONG, '`', '{"a":', '\n', '\ud800'])(
  'a long text of %j is searched in linear time',
  (part) => {
    const text = part.repeat(Math.ceil(200_000 / part.length)).replace(/legal/g, 'tax')
    // A quadratic search exceeds the time limit of the test by far.
    expect(addDisclaimer(text, LONG).length).toBeGreaterThanOrEqual(text.length)
  },
)
