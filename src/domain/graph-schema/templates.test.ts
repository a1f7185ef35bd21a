import { expect, test } from 'vitest'
import { makeExpressions } from './expressions.js'
import { compileText, compileValue } from './templates.js'

const expressions = makeExpressions(['a', 'many'])
const scope = { a: 7, many: [1, 'x'] }

test.each([
  ['', ''],
  ['no braces { } at all', 'no braces { } at all'],
  ['{{ a }}', '7'],
  ['a is {{a}}, twice {{ a + a }}.', 'a is 7, twice 14.'],
  ['{{ many }}', '[1,"x"]'],
  ['[{{ null }}]', '[]'],
  ['{{ {"m": {"n": a}} }}!', '{"m":{"n":7}}!'],
  [`{{ "}}" + 'it\\'s }}' }}`, "}}it's }}"],
  ['{{ "{{" }}', '{{'],
  ['}} {{ a }} }}', '}} 7 }}'],
])('the template %j becomes %j', (template, expected) => {
  expect(compileText(template, expressions)(scope)).toBe(expected)
})

test('a string that is a single expression keeps the type of its value at any depth', () => {
  const value = { n: '{{ a }}', text: ' {{ a }}', deep: [{ list: '{{ many }}' }, 5, null, true] }
  expect(compileValue(value, expressions)(scope)).toEqual({
    n: 7,
    text: ' 7',
    deep: [{ list: [1, 'x'] }, 5, null, true],
  })
})

test('a template with an unclosed expression is rejected', () => {
  expect(() => compileText('x {{ a }', expressions)).toThrow('has an unclosed {{ at character 3')
})
