import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseReply } from './parse-reply.js'
import { PAIR_REPLY, SCORE_REPLY } from './reply-format.js'

const scoreIn = (text: string): number | undefined => {
  const parsed = parseReply(text, SCORE_REPLY)
  return 'reply' in parsed ? parsed.reply.score : undefined
}
const problemIn = (text: string): string | undefined => {
  const parsed = parseReply(text, SCORE_REPLY)
  return 'problem' in parsed ? parsed.problem : undefined
}
const GOOD = '{"reasoning": "It works.", "issues": [], "score": 4}'

test('a valid reply is parsed without repair', () => {
  expect(parseReply(GOOD, SCORE_REPLY)).toEqual({
    reply: { reasoning: 'It works.', issues: [], score: 4 },
    isRepaired: false,
  })
})

test.each([
  ['prose around it', `Let me think.\n\n${GOOD}\n\nThat is all.`],
  ['a fence', `\`\`\`json\n${GOOD}\n\`\`\``],
  ['an object before it', `The answer holds {"score": 1}. ${GOOD}`],
  ['brackets in a string', GOOD.replace('works', 'has } and { and \\"score\\": 1')],
  ['the word in a string', GOOD.replace('works', 'gets score: 4')],
])('a reply with %s is parsed', (_, text) => {
  expect(parseReply(text, SCORE_REPLY)).toMatchObject({ reply: { score: 4 }, isRepaired: false })
})

test.each([
  ['a trailing comma', GOOD.replace('}', ',}')],
  ['unquoted keys', '{reasoning: "It works.", issues: [], score: 4}'],
  ['single quotes', GOOD.replaceAll('"', "'")],
  ['no closing brace', `${GOOD.slice(0, -1)}\n`],
])('broken JSON is repaired: %s', (_, text) => {
  expect(parseReply(text, SCORE_REPLY)).toMatchObject({ reply: { score: 4 }, isRepaired: true })
})

test.each([
  ['no text', ' \n', 'it was empty'],
  ['prose', 'I would give it a 4.', 'there was no JSON object in it'],
  ['a score out of range', GOOD.replace('4', '9'), '"score" must be one of 1, 2, 3, 4, 5'],
  ['a score in words', GOOD.replace('4', '"four"'), '"score" must be integer'],
  ['half a score', GOOD.replace('4', '4.5'), '"score" must be integer'],
  ['a fraction', GOOD.replace('4', '4/5'), 'it was not valid JSON'],
  ['no score', '{"reasoning": "x", "issues": []}', "the object must have required property 'score'"],
  ['two scores', GOOD.replace('"issues"', '"score": 1, "issues"'), 'there was more than one "score" in it'],
  ['too many characters', `${GOOD}${' '.repeat(70_000)}`, 'it was longer than 65536 characters'],
])('a reply with %s has no score', (_, text, problem) => {
  expect(problemIn(text)).toContain(problem)
})

test.each([
  '4 or 5',
  '4 5',
  '1,5',
  '4-5',
  '~4',
  '4 (of 5)',
  '-4',
  '4 + 1',
  '[4]',
  '{"a": 4}',
  '4%',
  '1 0',
  '5 - 2',
  '1e1',
])('the ambiguous score %s is refused', (score) => {
  expect(scoreIn(GOOD.replace('4', score))).toBeUndefined()
  expect(scoreIn(GOOD.replace('4', score).replace('}', ',}'))).toBeUndefined()
})

test('a truncated object is not replaced by an earlier complete one', () => {
  expect(scoreIn(`It says ${GOOD.replace('4', '5')}, so: {"reasoning": "It asks for`)).toBeUndefined()
})

test('an unescaped quotation is not used as the score', () => {
  expect(
    scoreIn('{"reasoning": "it says "score": 5, which it is not", "issues": [], "score": 1,'),
  ).toBeUndefined()
})

test('a truncated reply has its own score or none', () => {
  const reasoning = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('it says "score": 5', '{"score": 5}', 'score: 3,', '","score":2}'),
  )
  fc.assert(
    fc.property(
      reasoning,
      fc.array(reasoning),
      fc.integer({ min: -20, max: 60 }),
      fc.nat(),
      (text, issues, score, cut) => {
        const complete = JSON.stringify({ reasoning: text, issues, score })
        const got = scoreIn(complete.slice(0, cut % complete.length))
        expect([undefined, score >= 1 && score <= 5 ? score : undefined]).toContain(got)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('no text makes the parser throw', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    'score',
    ':',
    '4',
    ',',
    '[',
    ']',
    ' ',
    '\n',
    "'",
    '```',
    '/*',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      parseReply(pieces.join(''), SCORE_REPLY)
      parseReply(pieces.join(''), PAIR_REPLY)
    }),
  )
})

test('a winner must be first, second or tie', () => {
  expect(parseReply('{"reasoning": "x", "winner": "second"}', PAIR_REPLY)).toMatchObject({
    reply: { winner: 'second' },
  })
  expect(parseReply('{"reasoning": "x", "winner": "A"}', PAIR_REPLY)).toEqual({
    problem: '"winner" must be one of first, second, tie',
  })
})
