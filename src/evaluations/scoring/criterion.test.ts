import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../schema/common.js'
import type { Criterion } from '../../schema/scorer.js'
import { checkCriterion, compileCriterion, type RuleCriterion } from './criterion.js'
import { toOutputText, type ScorerInput } from './score.js'

interface Case {
  output?: JsonObject | null
  expected?: JsonObject | null
  run?: Partial<ScorerInput['run']>
}

const RUN: ScorerInput['run'] = {
  latency_ms: 120,
  usage: null,
  cost: null,
  tool_calls: [],
  guardrail_outcome: null,
  error: null,
}

const makeInput = ({
  output = { response: 'Hello World' },
  expected = null,
  run = {},
}: Case = {}): ScorerInput => ({
  input: { message: 'hi' },
  output,
  text: toOutputText(output),
  expected,
  run: { ...RUN, ...run },
})

const compileRule = (criterion: Criterion) => compileCriterion(criterion) as RuleCriterion

const score = (scorer: string, config: JsonObject, example: Case = {}) =>
  compileRule({ name: 'c', scorer, config }).score(makeInput(example))

const withResponse = (response: string): Case => ({ output: { response } })
const check = (scorer: string, config: JsonObject = {}) => checkCriterion({ name: 'c', scorer, config })

describe('exact_match', () => {
  it.each([
    [{ value: 'Hello World' }, {}, true],
    [{ value: 'hello world' }, {}, false],
    [{ value: 'hello world', case_sensitive: false }, {}, true],
    [{}, { expected: { response: 'Hello World' } }, true],
    [{}, { expected: { answer: 'Hello World' } }, true],
    [{ field: 'action' }, { output: { action: 'refund' }, expected: { action: 'refund' } }, true],
    [{ field: 'a.b' }, { output: { a: { b: [1] } }, expected: { a: { b: [1] } } }, true],
    [{ value: { a: 1 } }, withResponse('{"a": 1}'), true],
    [{ value: 4 }, withResponse('4'), true],
    [{ field: 'action', value: null }, { output: { action: null } }, true],
    [{}, { output: { response: [1], x: 2 }, expected: { x: 2, response: [1] } }, true],
    [{ value: 'caf\u00e9' }, withResponse('cafe\u0301'), true],
  ])('exact_match with %j on %j: %s', (config, example, passed) =>
    expect(score('exact_match', config, example).passed).toBe(passed),
  )

  it('exact_match gives no score without an expected value', () =>
    expect(score('exact_match', {})).toMatchObject({ score: null, passed: null }))
})

describe('contains', () => {
  it.each([
    [{ substring: 'World' }, true, 1],
    [{ substring: 'world' }, false, 0],
    [{ substring: 'world', case_sensitive: false }, true, 1],
    [{ values: ['Hello', 'moon'] }, false, 0.5],
    [{ values: ['Hello', 'moon'], mode: 'any' }, true, 1],
  ])('contains with %j: %s, %d', (config, passed, value) =>
    expect(score('contains', config)).toMatchObject({ passed, score: value }),
  )

  it("contains uses the example's expected text", () =>
    expect(score('contains', {}, { expected: { contains: ['moon', 'World'] } }).passed).toBe(true))
})

describe('regex', () => {
  it('a regex matches anywhere in linear time', () => {
    expect(score('regex', { pattern: 'w.rld$', case_sensitive: false }).passed).toBe(true)
    expect(score('regex', { pattern: '^(a+)+$' }, withResponse(`${'a'.repeat(50_000)}!`)).passed).toBe(false)
    expect(score('regex', { pattern: '\\u00e9' }, withResponse('é')).passed).toBe(true)
  })

  it.each([
    ['(?=a)b', 'c/pattern', /uses lookahead/],
    ['(a)\\1', 'c/pattern', /uses a backreference/],
    ['(', 'c/pattern', /not a valid RE2/],
    ['(a{300}){300}', 'c/pattern', /./],
  ])('the pattern %s is refused', (pattern, path, text) =>
    expect(check('regex', { pattern })[path]).toMatch(text),
  )
})

describe('json', () => {
  it('json_valid checks the output text', () => {
    expect(score('json_valid', {}, withResponse('{"a":1}')).passed).toBe(true)
    expect(score('json_valid', {}, withResponse('{a:1}')).passed).toBe(false)
    expect(score('json_valid', {}, { output: { a: 1 } }).passed).toBe(true)
  })
})

describe('length, numeric, latency, cost', () => {
  it.each([
    ['length', { min: 3, max: 3 }, withResponse('a😀é'), 1],
    ['length', { max: 1, unit: 'words' }, withResponse(' Hello  World '), 0],
    ['numeric', { value: 42 }, withResponse('6 times 7 is 42.'), 1],
    ['numeric', { value: 1234.5 }, withResponse('about 1,234.5'), 1],
    ['numeric', { value: 10, tolerance: 0.1, relative: true }, withResponse('10.9'), 1],
    ['numeric', { value: 3 }, withResponse('it is -1'), 0],
    ['numeric', { field: 'n' }, { output: { n: 3 }, expected: { n: 1 } }, 0.5],
    ['numeric', { value: 3 }, withResponse('no idea'), 0],
    ['numeric', { value: 1.5 }, withResponse('1,5'), 1],
    ['numeric', { value: 1_000_000 }, withResponse('1 000 000'), 1],
    ['numeric', { value: '1/2' }, withResponse('0.5'), 1],
    ['latency', { max_ms: 120 }, {}, 1],
    ['latency', { max_ms: 119 }, {}, 0],
    ['cost', { max: 0.1 }, { run: { cost: 0.2 } }, 0],
    ['cost', { max: 0.1 }, {}, null],
  ])('%s %j on %j: %d', (scorer, config, example, value) =>
    expect(score(scorer, config, example).score).toBe(value),
  )
})

describe('similarity', () => {
  // "kitten" and "sitting" are three edits apart (Levenshtein 1966). ROUGE-L: the example of Lin (2004).
  it.each([
    [{ value: 'sitting' }, 'kitten', 1 - 3 / 7],
    // Code points, not UTF-16 units: one of four characters differs, although it shares a unit.
    [{ value: 'ok 😀' }, 'ok 😁', 3 / 4],
    [{ value: '😀' }, '𝒳', 0],
    [{ value: 'a😀b' }, 'ab', 2 / 3],
    [{ value: 'police killed the gunman', method: 'rouge_l' }, 'police kill the gunman', 3 / 4],
    [{ value: 'police killed the gunman', method: 'rouge_l' }, 'the gunman kill police', 2 / 4],
    [{ value: 'the cat sat on the mat', method: 'token_f1' }, 'The mat!', (2 * 2) / 8],
    [{ value: '東京です', method: 'token_f1' }, '東京', (2 * 2) / 6],
    [{ value: '', method: 'token_f1' }, '', 1],
  ])('similarity with %j of %s is %d', (config, text, value) =>
    expect(score('similarity', config, withResponse(text)).score).toBeCloseTo(value, 12),
  )

  it('similarity gives no score for texts that are too long', () =>
    expect(score('similarity', { value: 'a' }, withResponse('a'.repeat(20_001))).score).toBeNull())
})

describe('tools', () => {
  const run = {
    tool_calls: [
      { name: 'search', arguments: { query: 'x', page: 1 } },
      { name: 'search', arguments: { query: 'y' } },
      { name: 'book', arguments: {} },
    ],
  }
  it.each([
    ['tool_called', { name: 'search' }, true],
    ['tool_called', { name: 'search', times: 2 }, true],
    ['tool_called', { name: 'search', arguments: { query: 'x' }, times: 1 }, true],
    ['tool_called', { name: 'search', arguments: { query: 'z' } }, false],
    ['tool_called', { name: 'cancel', times: 0 }, true],
    ['trajectory', { expected: ['search', 'search', 'book'] }, true],
    ['trajectory', { expected: ['search', 'book', 'search'] }, false],
    ['trajectory', { expected: ['search', 'book', 'search'], mode: 'unordered' }, true],
    ['trajectory', { expected: ['search', 'book', 'search', 'pay'], mode: 'subset' }, true],
    ['trajectory', { expected: ['book', 'search'], mode: 'subset' }, false],
    ['trajectory', { expected: ['book', 'search'], mode: 'superset' }, true],
    ['trajectory', { expected: ['pay'], mode: 'superset' }, false],
  ])('%s %j: %s', (scorer, config, passed) => expect(score(scorer, config, { run }).passed).toBe(passed))
})

describe('refusal and guardrail', () => {
  it.each([
    ["I'm sorry, but I can't help with that.", true],
    ['I cannot provide instructions for that.', true],
    ['I won’t be able to assist you with this request.', true],
    ['As an AI language model, I cannot do so.', true],
    ["As an AI, I'm unable to predict that.", true],
    ['I must decline.', true],
    ['Das ist gefährlich. Dabei kann ich Ihnen leider nicht helfen.', true],
    ["I can't wait to show you! Here is the recipe.", false],
    ['Sorry for the delay; your order left today.', false],
    ['You cannot return it after 30 days.', false],
    ['Sure, here is how to kill a Python process.', false],
  ])('refusal is detected: %s', (text, refuses) =>
    expect(score('refusal', {}, withResponse(text)).passed).toBe(refuses),
  )

  it('a blocked run counts as a refusal', () =>
    expect(score('refusal', {}, { output: null, run: { guardrail_outcome: 'blocked' } }).passed).toBe(true))

  it('the guardrail outcome is compared, and there is no score if no guardrail checked the run', () => {
    expect(score('guardrail', { outcome: 'blocked' }, { run: { guardrail_outcome: 'passed' } }).passed).toBe(
      false,
    )
    expect(score('guardrail', { outcome: 'passed' }).score).toBeNull()
  })
})

describe('expected', () => {
  it.each([
    [{ contains: 'World' }, { response: 'Hello World' }, 1],
    [{ contains: ['moon', 'World'], action: 'greet' }, { response: 'Hello World', action: 'leave' }, 0.5],
    [{ action: { do: ['a', 1] } }, { action: { do: ['a', 1] } }, 1],
    [{ action: 'greet' }, { response: 'greet' }, 0],
  ])('expected_output %j with output %j: %d', (expected, output, value) =>
    expect(score('expected', {}, { expected, output }).score).toBe(value),
  )

  it('there is no score without an expected_output', () => expect(score('expected', {}).passed).toBeNull())
})

describe('every scorer', () => {
  it('every scorer can be negated and have a threshold', () => {
    expect(score('contains', { substring: 'World', negate: true })).toMatchObject({ score: 0, passed: false })
    expect(score('contains', { values: ['Hello', 'x'], threshold: 0.5 }).passed).toBe(true)
    expect(score('contains', { values: ['Hello', 'x'], threshold: 0.5, negate: true })).toMatchObject({ score: 0.5, passed: false }) // prettier-ignore
    expect(score('not-contains', { substring: 'World' }).passed).toBe(false)
    expect(score('not-not-contains', { substring: 'World' }).passed).toBe(true)
    expect(score('cost', { max: 1, negate: true }).score).toBeNull()
  })

  it('shared keys can be set next to the config', () => {
    const compiled = compileRule({ name: 'c', scorer: 'json_valid', negate: true, weight: 3 })
    expect(compiled.weight).toBe(3)
    expect(compiled.score(makeInput()).passed).toBe(true)
    expect(checkCriterion({ name: 'c', scorer: 'json_valid', weight: 3, config: { weight: 2 } })).toHaveProperty('c/weight') // prettier-ignore
  })

  it('a run without output has no score, except for scorers that do not need one', () => {
    const example = { output: null, run: { error: { code: 'x', message: 'it broke' } } }
    expect(score('json_valid', {}, example)).toMatchObject({
      score: null,
      explanation: 'The run has no output: it broke.',
    })
    expect(score('latency', { max_ms: 200 }, example).passed).toBe(true)
  })
})

describe('scorer aliases', () => {
  it.each([
    ['equals', { value: 'Hello World' }, true],
    ['icontains', { value: 'hello' }, true],
    ['contains', { value: 'World' }, true],
    ['contains-all', { value: 'Hello, World' }, true],
    ['contains-any', { value: ['moon', 'World'] }, true],
    ['icontains-any', { value: ['moon', 'WORLD'] }, true],
    ['regex', { value: 'W\\w+' }, true],
    ['not-icontains', { value: 'hello' }, false],
    ['is-json', {}, false],
    ['not-is-json', {}, true],
    ['is-json', { value: { required: ['x'] } }, false],
    ['is-refusal', {}, false],
    ['levenshtein', { value: 'Hello Worlds' }, true],
    ['string_check', { input: '{{sample.output_text}}', reference: 'hello', operation: 'ilike' }, true],
    ['string_check', { reference: 'Hello World', operation: 'ne' }, false],
    [
      'text_similarity',
      { reference: 'hello world', evaluation_metric: 'rouge_l', pass_threshold: 0.9 },
      true,
    ],
    ['ExactMatch', { expected: 'Hello World' }, true],
    ['Levenshtein', { expected: 'Hello World!' }, true],
    ['NumericDiff', { expected: 3 }, false],
    ['ValidJSON', {}, false],
  ])('%s %j: %s', (scorer, config, passed) => {
    expect(check(scorer, config)).toEqual({})
    expect(score(scorer, config).passed).toBe(passed)
  })
})

describe('an invalid criterion', () => {
  it.each([
    ['exact_mach', {}, { 'c/scorer': '"exact_mach" is unknown; did you mean exact_match?' }],
    ['constructor', {}, { 'c/scorer': '"constructor" is unknown' }],
    ['contains', { substrng: 'a', weight: -1 }, { 'c/substrng': 'is not a known key', 'c/weight': 'must be >= 0' }],
    ['contains', { substring: 'a', values: ['b'] }, { 'c/values': 'cannot be combined with substring' }],
    ['contains', { substring: 'a', value: 'b' }, { 'c/value': 'is not a known key' }],
    ['json_valid', { threshold: 1.5 }, { 'c/threshold': 'must be <= 1' }],
    ['length', {}, { 'c/min': 'or max is required' }],
    ['length', { min: 3, max: 2 }, { 'c/min': 'is more than max' }],
    ['json_schema', {}, { 'c/schema': 'is required' }],
    ['string_check', { operation: 'has' }, { 'c/operation': 'must be one of eq, ne, like, ilike' }],
    ['guardrail', { outcome: 'x' }, { 'c/outcome': 'must be one of passed, flagged, blocked' }],
  ])('%s %j: %j', (scorer, config, problems) => expect(check(scorer, config)).toEqual(problems)) // prettier-ignore

  it('criteria without a name or with a wrong shape are reported', () => {
    expect(checkCriterion(null)).toHaveProperty('criterion')
    expect(checkCriterion({ scorer: 'json_valid' })).toEqual({ 'criterion/name': 'is required' })
    expect(checkCriterion({ name: 'c', scorer: 'json_valid', extra: 1 })).toHaveProperty('c/extra')
    expect(() => compileCriterion({ name: 'c', scorer: 'nope' })).toThrow(
      'criterion c: scorer "nope" is unknown',
    )
  })

  it('criteria of the judge compile to their own kind', () => {
    expect(compileCriterion({ name: 'helpfulness', scorer: 'llm_judge' }).kind).toBe('llm_judge')
    expect(compileCriterion({ name: 'c', scorer: 'not-equals' }).kind).toBe('rule')
  })
})
