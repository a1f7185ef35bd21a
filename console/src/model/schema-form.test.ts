import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactNumber, parseExact, stringifyExact } from './exact-json.ts'
import { findProblem } from './json-schema.ts'
import { describeProblems, listChanges, readForm, toDrafts } from './form-drafts.ts'
import { inferSchema, toForm } from './schema-form.ts'

const schema = {
  type: 'object',
  required: ['order', 'amount', 'currency'],
  properties: {
    order: { type: 'integer', title: 'Order' },
    amount: { type: 'number', minimum: 0.01, maximum: 1_240 },
    currency: { enum: ['EUR', 'USD'] },
    note: { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }], default: null },
    labels: { type: 'array', items: { type: 'string' } },
    urgent: { type: 'boolean' },
    address: { $ref: '#/$defs/Address' },
  },
  $defs: {
    Address: {
      type: 'object',
      required: ['zip'],
      properties: { zip: { type: 'string', pattern: '^\\d{5}$' } },
    },
  },
}

const form = toForm(schema, undefined)

test('every property becomes the field that fits its type', () => {
  expect(form.fields.map(({ name, label, kind, note }) => [name, label, kind, note])).toEqual([
    ['order', 'Order', 'number', 'integer'],
    ['amount', 'amount', 'number', 'number, 0.01 to 1240'],
    ['currency', 'currency', 'choice', 'one of 2'],
    ['note', 'note', 'text', 'optional'],
    ['labels', 'labels', 'lines', 'one per line, optional'],
    ['urgent', 'urgent', 'choice', 'optional'],
    ['address', 'address', 'json', 'JSON, optional'],
  ])
})

test('a valid form is the object that its fields describe; empty optional fields are left out', () => {
  const drafts = { ...toDrafts(form, { order: 4711, currency: 'EUR' }), amount: '84.90', labels: 'a\n\nb\n' }
  const { value, problems } = readForm(form, drafts)
  expect(problems).toEqual({})
  expect(stringifyExact(value)).toBe('{"order":4711,"amount":84.90,"currency":"EUR","labels":["a","b"]}')
})

test('invalid fields say what is wrong, and the first one is the reason', () => {
  const drafts = {
    order: '4.5',
    amount: '1420.00',
    currency: '',
    note: 'too long',
    labels: '',
    urgent: 'true',
    address: '{"zip":"1"}',
  }
  const { problems } = readForm(form, drafts)
  expect(problems).toEqual({
    order: 'must be a whole number',
    amount: 'must be at most 1240',
    currency: 'is required',
    note: 'has 3 characters too many',
    address: String.raw`zip must match ^\d{5}$`,
  })
  expect(describeProblems(form, problems)).toBe('Order must be a whole number')
  expect(describeProblems(form, {})).toBeUndefined()
})

test('a boolean is a checkbox unless it can be left out', () => {
  const kindOf = (schema: object, example?: object) =>
    toForm(schema as Record<string, unknown>, example).fields[0]
  const properties = { urgent: { type: 'boolean' } }
  expect(kindOf({ properties, required: ['urgent'] })?.kind).toBe('boolean')
  expect(kindOf({ properties }, { urgent: false })?.kind).toBe('boolean')
  expect(kindOf({ properties: { urgent: { type: 'boolean', default: true } } })?.kind).toBe('boolean')
  expect(kindOf({ properties })?.kind).toBe('choice')
  expect(readForm(toForm({ properties }, undefined), { urgent: 'false' }).value).toEqual({ urgent: false })
})

test('a required text must be entered, but a proposed one may be made empty', () => {
  const required = { properties: { zip: { type: 'string' } }, required: ['zip'] }
  expect(readForm(toForm(required, undefined), { zip: '' }).problems).toEqual({ zip: 'is required' })
  expect(readForm(toForm(required, { zip: '10115' }), { zip: '' })).toEqual({
    value: { zip: '' },
    problems: {},
  })
})

test('a number keeps the digits that were typed', () => {
  const { value } = readForm(toForm({ type: 'number' }, undefined), { '': '12345678901234567890.10' })
  expect(value).toEqual(new ExactNumber('12345678901234567890.10'))
})

test('a schema that is no object is a single field', () => {
  const single = toForm({ type: 'string', minLength: 2 }, undefined)
  expect(single.isSingle).toBe(true)
  expect(readForm(single, { '': 'x' }).problems).toEqual({ '': 'needs at least 2 characters' })
  expect(readForm(single, { '': 'yes' }).value).toBe('yes')
  expect(describeProblems(single, { '': 'is required' })).toBe('The value is required')
})

test('an argument that the schema does not mention is shown and sent', () => {
  const open = toForm({ type: 'object', properties: { a: { type: 'string' } } }, { a: 'x', b: { c: 1 } })
  expect(open.fields.map(({ name, kind }) => [name, kind])).toEqual([
    ['a', 'text'],
    ['b', 'json'],
  ])
  expect(readForm(open, toDrafts(open, { a: 'x', b: { c: 1 } })).value).toEqual({ a: 'x', b: { c: 1 } })
})

test('changes are listed by name', () => {
  const before = toDrafts(form, { order: 1 })
  expect(listChanges(before, { ...before, order: '2', note: '' })).toEqual(['order'])
})

test('a JSON value of any shape survives the form that is inferred from it', () => {
  const values = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), {
    noNullPrototype: true,
    minKeys: 1,
  })
  fc.assert(
    fc.property(values, (example) => {
      const original = parseExact(stringifyExact(example)) as Record<string, unknown>
      const inferred = toForm(undefined, original)
      const { value, problems } = readForm(inferred, toDrafts(inferred, original))
      expect(stringifyExact({ problems, value: sortKeys(value) })).toBe(
        stringifyExact({ problems: {}, value: sortKeys(original) }),
      )
    }),
  )
})

const sortKeys = (value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(value as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

test('the inferred schema accepts its example', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const inferred = inferSchema(value)
      expect(findProblem(inferred, value, inferred)).toBeUndefined()
    }),
  )
})

test.each([
  [{ type: ['string', 'null'] }, 5, 'must be a text or null'],
  [{ const: 'yes' }, 'no', 'must be "yes"'],
  [{ type: 'string', format: 'email' }, 'ana', 'must be an email address'],
  [{ type: 'string', format: 'date' }, '31.1.2026', 'must be a date such as 2026-01-31'],
  [{ type: 'number', multipleOf: 0.05 }, 0.12, 'must be a multiple of 0.05'],
  [{ type: 'number', exclusiveMinimum: 0 }, 0, 'must be more than 0'],
  [{ type: 'array', minItems: 1 }, [], 'needs at least 1 entry'],
  [{ type: 'array', items: { type: 'number' } }, [1, 'x'], 'entry 2 must be a number'],
  [{ type: 'object', additionalProperties: false }, { a: 1 }, 'a is not allowed'],
  [
    { type: 'object', properties: { a: { properties: { b: { type: 'string' } } } } },
    { a: { b: 1 } },
    'a.b must be a text',
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, 'must be a text'],
  [{ allOf: [{ type: 'number' }, { maximum: 3 }] }, 4, 'must be at most 3'],
  [{ $ref: '#/missing' }, 4, undefined],
  [{ type: 'string', pattern: '(' }, 'x', undefined],
  [{}, { any: 'thing' }, undefined],
])('%j finds in %j: %s', (testedSchema, value, problem) => {
  expect(findProblem(testedSchema, value, testedSchema)).toBe(problem)
})

test('a list with blank entries or line breaks is edited as JSON', () => {
  const kindOf = (labels: string[]) => toForm(undefined, { labels }).fields[0]?.kind
  expect(kindOf(['a', 'b'])).toBe('lines')
  expect(kindOf(['a', ''])).toBe('json')
  expect(kindOf(['a\nb'])).toBe('json')
})

test.each(['constructor', 'toString', '__proto__'])('an argument may be named %s', (name) => {
  const example = Object.fromEntries([[name, 'x']])
  const named = toForm(undefined, example)
  const { value, problems } = readForm(named, toDrafts(named, example))
  expect(describeProblems(named, problems)).toBeUndefined()
  expect(Object.entries(value as object)).toEqual([[name, 'x']])
})
