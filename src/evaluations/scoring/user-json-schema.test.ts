import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../schema/common.js'
import { compileCriterion, type RuleCriterion } from './criterion.js'
import { toOutputText } from './score.js'
import { checkSchema, compileSchema } from './user-json-schema.js'

const valid = (schema: JsonObject, value: unknown): boolean | null => {
  expect(checkSchema(schema)).toEqual({})
  return compileSchema(schema)(value).valid
}

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

describe('a user-defined schema', () => {
  it('a schema is draft 2020-12, or draft 7 if $schema says so', () => {
    const tuple = { prefixItems: [{ type: 'string' }], items: false }
    expect(valid(tuple, ['a', 'b'])).toBe(false)
    expect(valid({ $schema: DRAFT_7, items: [{ type: 'string' }], additionalItems: false }, ['a', 'b'])).toBe(
      false,
    )
    expect(checkSchema({ $schema: 'http://json-schema.org/draft-04/schema#' })).toHaveProperty('$schema')
  })

  it('each pattern runs on RE2', () => {
    const schema = { properties: { a: { pattern: '^x+$' }, b: { pattern: '^y+$' } }, patternProperties: { '^n_': { type: 'number' } } } // prettier-ignore
    expect(valid(schema, { a: 'xx', b: 'yy' })).toBe(true)
    expect(valid(schema, { a: 'xx', b: 'xx' })).toBe(false)
    expect(valid(schema, { a: 'yy', b: 'yy' })).toBe(false)
    expect(valid(schema, { n_1: 'one' })).toBe(false)
    expect(valid({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toBe(false)
  })

  it.each([
    ['a remote reference', { $ref: 'https://example.com/s.json' }, '$ref'],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/b' } } }, 'properties/a/$ref'],
    ['a pattern with a lookahead, even under a property called default', { properties: { default: { pattern: '(?=a)' } } }, 'properties/default/pattern'],
    ['an unknown type', { type: 'text' }, 'type'],
    ['asynchronous validation', { $async: true }, '$async'],
    ['too many levels', JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`), ''],
    ['too many schemas', { anyOf: Array.from({ length: 600 }, () => ({})) }, ''],
    ['too many bytes', { description: 'x'.repeat(70_000) }, ''],
  ])('a schema with %s is refused', (_what, schema: JsonObject, path) => expect(checkSchema(schema)).toHaveProperty([path])) // prettier-ignore

  it('a schema may refer to itself, and an endless validation has no result', () => {
    const tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } }
    expect(valid(tree, { children: [{ children: [] }] })).toBe(true)
    expect(valid(tree, { children: [{ children: 1 }] })).toBe(false)
    expect(valid({ allOf: [{ $ref: '#' }] }, 1)).toBeNull()
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` }
        return [
          `d${index}`,
          index === 39 ? { type: 'number' } : { allOf: [next, { ...next, title: 'again' }] },
        ]
      }),
    )
    expect(valid({ $ref: '#/$defs/d0', $defs }, 1)).toBeNull()
    expect(valid({ $schema: DRAFT_7, $ref: '#/$defs/d0', $defs }, 1)).toBeNull()
  })

  it('uniqueItems is fast for many items', () => {
    expect(valid({ uniqueItems: true }, [{ a: 1, b: 2 }, { b: 2, a: 1 }])).toBe(false) // prettier-ignore
    expect(
      valid(
        { uniqueItems: true },
        Array.from({ length: 100_000 }, (_, index) => ({ at: index })),
      ),
    ).toBe(true)
  })

  it('formats are checked', () => {
    expect(valid({ format: 'date' }, '2026-02-30x')).toBe(false)
    expect(valid({ format: 'email' }, 'a@example.com')).toBe(true)
  })
})

describe('json_schema', () => {
  const schema = { type: 'object', required: ['answer'] }
  const score = (output: JsonObject, config: JsonObject = {}) =>
    (
      compileCriterion({
        name: 'c',
        scorer: 'json_schema',
        config: { schema, ...config },
      }) as RuleCriterion
    ).score({
      input: null,
      output,
      text: toOutputText(output),
      expected: null,
      run: { latency_ms: 1, usage: null, cost: null, tool_calls: [], guardrail_outcome: null, error: null },
    })

  it('json_schema checks the JSON in the output text, otherwise the output', () => {
    expect(score({ response: '{"answer": 1}' }).passed).toBe(true)
    expect(score({ response: '{"other": 1}' })).toMatchObject({ passed: false, explanation: 'The output does not match the schema: answer is required.' }) // prettier-ignore
    expect(score({ answer: 1 }).passed).toBe(true)
    expect(score({ response: 'text', answer: 1 }).passed).toBe(true)
    expect(score({ response: 'text' }).passed).toBe(false)
    expect(score({ draft: '{"answer": 1}' }, { field: 'draft' }).passed).toBe(true)
  })
})
