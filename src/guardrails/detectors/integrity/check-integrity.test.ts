import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkIntegrity } from './check-integrity.js'

const COMPLETE_SENTENCES = { require_complete_sentences: true }
const getCodes = (text: string, finishReason?: string) =>
  checkIntegrity(text, COMPLETE_SENTENCES, finishReason).map(({ code }) => code)

test('length is counted in code points', () => {
  expect(checkIntegrity('😀😀😀', { min_length: 3, max_length: 3 })).toEqual([])
  expect(checkIntegrity('😀😀', { min_length: 3 })).toEqual([
    {
      code: 'too_short',
      message: 'has 2 characters, fewer than 3',
      span: { start: 0, end: 4, label: 'too_short' },
    },
  ])
})

test('the span of a text that is too long is the part beyond the limit', () => {
  expect(checkIntegrity('a😀bc', { max_length: 2 })[0]?.span).toEqual({ start: 3, end: 5, label: 'too_long' })
})

test('only the length is checked unless complete sentences are required', () => {
  expect(checkIntegrity('cut off in the (', { max_length: 100 }, 'length')).toEqual([])
})

test.each([
  ['a full stop', 'It works.'],
  ['a question', 'Does it?'],
  ['an ellipsis', 'Well…'],
  ['a closing quote', 'She said "it works."'],
  ['emphasis around all', '**It works.**'],
  ['brackets and quotes', '(He said „so ist es.“)'],
  ['a footnote', 'It was shown before.[12]'],
  ['Chinese', '完成了。'],
  ['Japanese in quotes', '「終わりました。」'],
  ['Hindi', 'यह काम करता है।'],
  ['Arabic', 'هل هذا صحيح؟'],
  ['Amharic', 'ሰላም ነው።'],
  ['Thai, which has no full stop', 'สวัสดีครับ'],
  ['an emoji', 'All done 🎉'],
  ['an emoji of several parts', 'Bye 👩‍👩‍👧'],
  ['a flag', 'Made in 🇫🇷'],
  ['a face', 'See you :)'],
  ['a URL', 'More at https://example.com/a?b=c'],
  ['a link', 'See [the guide](https://example.com)'],
  ['a code block', 'Run:\n```sh\nls (\n```'],
  ['a code block with tildes', 'Run:\n~~~\nls\n~~~\n'],
  ['a list item', 'You need:\n- eggs\n- flour'],
  ['a numbered item', 'Steps:\n1. Open it\n2) Close it'],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
  ['a formula', 'So:\n$$a = b$$'],
  ['a greeting and a name', 'It is done.\n\nKind regards,\nThe support team'],
  ['a greeting, a name and a post', 'Done.\n\nRegards,\n\n[Your name]\n[Your post]'],
  ['code that is not fenced', 'int main() {\n  return 0;\n}'],
  ['a closing tag', '<p>Hello</p>'],
  ['a half-open interval', 'It lies in [0, 1).'],
  ['enumerators', 'Either a) go or b) stay.'],
  ['brackets in code', 'Write `f(` first.'],
  ['JSON', '{"a": [1, 2]}'],
  ['a citation at the start', '[1] Smith wrote it.'],
  ['a placeholder at the start', '{name}, welcome back.'],
])('a text with %s is complete', (_, text) => {
  expect(getCodes(text)).toEqual([])
})

test.each([
  ['a word', 'This is where it', ['incomplete_sentence']],
  ['a comma', 'First,', ['incomplete_sentence']],
  ['a greeting without a name', 'It is done.\n\nKind regards,', ['incomplete_sentence']],
  ['a colon', 'Here is the list:', ['incomplete_sentence']],
  ['nothing', '  \n', ['incomplete_sentence']],
  ['a heading', 'It works.\n\n## Next steps', ['incomplete_sentence']],
  ['an item that goes on', 'You need:\n- eggs,', ['incomplete_sentence']],
  ['half a table row', '| a | b |\n| 1 | ', ['incomplete_sentence']],
  ['an open code block', 'Run:\n```sh\nls', ['unclosed_code_block']],
  ['an open bracket', 'It works (mostly.', ['unbalanced_bracket']],
  ['a closing bracket too many', 'It works mostly].', ['unbalanced_bracket']],
  ['half an object', '{"a": [1, 2', ['invalid_json']],
  ['an object and more', '{"a": 1} as asked.', ['invalid_json']],
])('a text that ends with %s is incomplete', (_, text, expected) => {
  expect(getCodes(text)).toEqual(expected)
})

test('an output that reached the token limit is cut off even after a full stop', () => {
  expect(getCodes('It works.', 'length')).toEqual(['cut_off'])
  expect(getCodes('It works.', 'MAX_TOKENS')).toEqual(['cut_off'])
  expect(getCodes('It works.', 'stop')).toEqual([])
})

test('the span of an incomplete sentence is that sentence', () => {
  const text = 'It works. But then  '
  const [found] = checkIntegrity(text, COMPLETE_SENTENCES)
  expect(text.slice(found?.span.start, found?.span.end)).toBe('But then')
})

test('spans are inside the text for any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const { span } of checkIntegrity(text, { ...COMPLETE_SENTENCES, min_length: 5, max_length: 20 })) {
        expect(span.start).toBeGreaterThanOrEqual(0)
        expect(span.end).toBeLessThanOrEqual(text.length)
        expect(span.start).toBeLessThanOrEqual(span.end)
      }
    }),
  )
})

test.each([
  '(',
  '`',
  '```\n',
  'a ',
  '[^1]',
  '| ',
  '.\n',
  '*"',
  '\ud800',
  '{',
  '[',
  ' ',
  ':)',
  '```x`\n',
  '\n',
])('a long text of %j is checked', (part) => {
  const text = part.repeat(Math.ceil(200_000 / part.length))
  expect(Array.isArray(checkIntegrity(text, COMPLETE_SENTENCES))).toBe(true)
})
