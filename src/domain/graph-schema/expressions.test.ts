import { describe, expect, test } from 'vitest'
import { makeExpressions, type Scope } from './expressions.js'

const scope: Scope = {
  n: 3,
  price: 10.5,
  nothing: null,
  text: 'hello',
  items: [1, 2, 3],
  input: { name: 'Ada', list: ['a', 'b'] },
  many: Array.from({ length: 1000 }, (_, n) => n),
}
const expressions = makeExpressions(Object.keys(scope))
const evaluate = (text: string): unknown => expressions.compile(text)(scope)

test.each([
  ['n + 1', 4],
  ['n == 3 && n in [1, 2, 3]', true],
  ['size(items) * price', 31.5],
  ['n / 2', 1.5],
  ['7 / 2', 3],
  ['n % 2 == 1', true],
  ['items[n - 1]', 3],
  ['-n', -3],
  ["'Hello ' + input.name", 'Hello Ada'],
  ["text + ' ' + string(n)", 'hello 3'],
  ['nothing == null', true],
  ['has(input.zip)', false],
  ["input.?zip.orValue('none')", 'none'],
  ['input.?zip', null],
  ["n > 2 ? 'big' : 'small'", 'big'],
  ['items.filter(i, i > 1).map(i, {"v": i})', [{ v: 2 }, { v: 3 }]],
  ['items.exists(i, i == 2) && items.all(i, i > 0)', true],
  ["items.join('-')", '1-2-3'],
  ['input.list.join()', 'ab'],
  ["text.matches('^h.*o$')", true],
  ["text.split('l')", ['he', '', 'o']],
  ['cel.bind(t, n + 1, t * t)', 16],
  ['[1, "two", null, true]', [1, 'two', null, true]],
  ["timestamp('2026-01-31T09:30:00Z')", '2026-01-31T09:30:00.000Z'],
  ["duration('90s')", '90s'],
  ['3u', 3],
  ["b'abc'", 'YWJj'],
  ['1e-10', 1e-10],
  ['1.5e30', 1.5e30],
  [`"quote \\" and \\n" + 'ü😀'`, 'quote " and \nü😀'],
  ['(1 + 2) * 3 - -4', 13],
  ['!(n == 3) || input["name"] == "Ada"', true],
])('%s is evaluated', (text, expected) => {
  expect(expressions.findProblem(text)).toBeUndefined()
  expect(evaluate(text)).toEqual(expected)
})

test.each([
  ['input.zip', 'input.zip: No such key: zip'],
  ['text + n', 'text + n: no such overload: dyn<string> + dyn<double>'],
  ['1.0 / 0.0', '1.0 / 0.0: the result is not a finite number'],
  ['9007199254740993', '9007199254740993: 9007199254740993 is too large for a number'],
  ['type(n)', 'type(n): the result is a Type, which is not a JSON value'],
  ["text.matches('(')", 'the pattern ( of matches() is not a valid RE2 regular expression'],
])('%s fails with an error that quotes the expression', (text, message) => {
  expect(() => evaluate(text)).toThrow(message)
})

test.each([
  'constructor',
  'process',
  'globalThis',
  'input.constructor',
  'text.constructor',
  'items.__proto__',
])('%s cannot be read', (text) => {
  expect(() => evaluate(text)).toThrow()
})

describe('an expression that takes too long is stopped', () => {
  test.each([
    ['nested loops', 'many.map(a, many.map(b, many.map(c, c)))'],
    ['nested loops that ignore errors', 'many.exists(a, many.exists(b, many.exists(c, c < 0)))'],
    [
      'a list that grows',
      'cel.bind(a, many + many + many + many, cel.bind(b, a + a + a + a, cel.bind(c, b + b + b + b, cel.bind(d, c + c + c + c, size(d + d + d + d)))))',
    ],
    [
      'a string that grows',
      "cel.bind(a, many.join('xxxxxxxxxx'), cel.bind(b, a + a + a + a, cel.bind(c, b + b + b + b, c + c + c + c)))",
    ],
    ['joined strings', "cel.bind(a, many.join(','), many.map(x, a).join(a))"],
  ])('%s', (_, text) => {
    expect(() => evaluate(text)).toThrow('takes more than 1,000,000 steps')
  })

  test('searches of a long text', () => {
    expect(() =>
      evaluate("cel.bind(a, many.join('xxxxxxxxxx'), many.exists(x, a.matches('(y?){40}z')))"),
    ).toThrow('takes more than 1,000,000 steps')
  })
})

test('a pattern on which other engines backtrack takes linear time', () => {
  expect(evaluate(`"${'a'.repeat(2_000)}!".matches("^(a+)+$")`)).toBe(false)
})

test.each([
  ["text.matches('(?=h)')", 'has the pattern (?=h), which uses lookahead or lookbehind'],
  ["items.all(x, n > 0 || string(x).matches('(a)\\\\1'))", 'which uses a backreference'],
])('%s is refused because of its pattern', (text, problem) => {
  expect(expressions.findProblem(text)).toContain(problem)
})
