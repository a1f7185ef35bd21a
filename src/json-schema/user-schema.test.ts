import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/common.js'
import { checkUserSchema, compileUserSchema } from './user-schema.js'
import { withPatternQuota } from './walk-schema.js'

const valid = (schema: JsonObject, value: unknown): boolean | null => {
  expect(checkUserSchema(schema)).toEqual({})
  const compiled = compileUserSchema(schema)
  if ('problem' in compiled) throw new Error(compiled.problem)
  return compiled.validate(value).valid
}

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#'

describe('a user-defined schema', () => {
  it('a schema is draft 2020-12, or draft 7 if $schema says so', () => {
    const tuple = { prefixItems: [{ type: 'string' }], items: false }
    expect(valid(tuple, ['a', 'b'])).toBe(false)
    expect(valid({ $schema: DRAFT_7, items: [{ type: 'string' }], additionalItems: false }, ['a', 'b'])).toBe(
      false,
    )
    expect(checkUserSchema({ $schema: 'http://json-schema.org/draft-04/schema#' })).toHaveProperty('$schema')
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
  ])('a schema with %s is refused', (_what, schema: JsonObject, path) => expect(checkUserSchema(schema)).toHaveProperty([path])) // prettier-ignore

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

  it.each([
    ['many alternatives for each item', { contains: { anyOf: Array.from({ length: 400 }, (_, i) => ({ type: 'string', minLength: i })) } }],
    ['a large enumeration', { contains: { enum: Array.from({ length: 5_000 }, (_, i) => `k${i}`) } }],
    ['unique items, many times', { allOf: Array.from({ length: 400 }, () => ({ uniqueItems: true })) }],
  ])('a validation with %s has no result if it takes too many steps', (_what, schema: JsonObject) => {
    expect(valid(schema, Array.from({ length: 20_000 }, (_, index) => index))).toBeNull()
  }) // prettier-ignore

  it('a long text takes steps for each instruction of a pattern', () => {
    const pattern = '(a?){64}a{64}b'
    expect(valid({ pattern }, 'a'.repeat(1_000))).toBe(false)
    expect(valid({ pattern }, 'a'.repeat(1_000_000))).toBeNull()
  })

  it('a list of a thousand objects with fifty fields is within the number of steps', () => {
    const names = Array.from({ length: 50 }, (_, index) => `field_${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 100 }]))
    const item = { type: 'object', required: names, properties, additionalProperties: false }
    const value = Object.fromEntries(names.map((name) => [name, 'hello world']))
    expect(valid({ type: 'array', items: item }, Array<unknown>(1_000).fill(value))).toBe(true)
  })

  it('keywords that Ajv cannot compile and that have no effect are ignored', () => {
    const schema = { id: 'x', $anchor: 'a', anyOf: [{ $anchor: 'a', nullable: true, minimum: 2 }] }
    expect(valid(schema, 2)).toBe(true)
    expect(valid(schema, 1)).toBe(false)
    expect(valid({ properties: { id: { type: 'string' } } }, { id: 1 })).toBe(false)
  })

  it('schemas that are checked together share the number of patterns', () => {
    const schema = { anyOf: Array.from({ length: 150 }, (_, index) => ({ pattern: `a${index}` })) }
    expect(checkUserSchema(schema)).toEqual({})
    const [first, second] = withPatternQuota(() => [checkUserSchema(schema), checkUserSchema(schema)])
    expect(first).toEqual({})
    expect(second['anyOf/50/pattern']).toContain('all schemas together may contain 200')
  })

  it('a format that takes quadratic time is not matched by a long text', () => {
    expect(valid({ format: 'url' }, `http://example.com/${'a'.repeat(1_000)}`)).toBe(true)
    expect(valid({ format: 'url' }, `http://example.com/${'a'.repeat(10_000)}`)).toBe(false)
    expect(valid({ format: 'regex' }, '^a+$')).toBe(true)
    expect(valid({ format: 'regex' }, '(')).toBe(false)
  })
})
