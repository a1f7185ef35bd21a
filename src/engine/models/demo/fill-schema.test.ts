import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { extractArguments, generateValue } from './fill-schema.js'

const ajv = new Ajv2020({ strict: false, logger: false })
formats.default(ajv)

const everything = {
  type: 'object',
  additionalProperties: false,
  required: [
    'title',
    'count',
    'ratio',
    'kind',
    'urgent',
    'email',
    'when',
    'tags',
    'inner',
    'maybe',
    'fixed',
    'node',
    'id',
  ],
  properties: {
    title: { type: 'string', minLength: 3, maxLength: 12 },
    count: { type: 'integer', minimum: 5, maximum: 10 },
    ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    kind: { enum: ['refund', 'shipping'] },
    urgent: { type: 'boolean' },
    email: { type: 'string', format: 'email' },
    when: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3 },
    inner: {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'string' }, note: { type: 'string' } },
    },
    maybe: { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 100 }] },
    fixed: { const: 'v1' },
    node: { $ref: '#/$defs/node' },
    id: { type: 'string', format: 'uuid' },
    extra: { type: ['string', 'null'] },
  },
  $defs: {
    node: {
      type: 'object',
      required: ['label'],
      properties: { label: { type: 'string' }, next: { $ref: '#/$defs/node' } },
    },
  },
}

describe('a generated value is valid against its schema for any text', () => {
  test.each([
    '',
    'x',
    'Refund 7 of order 1017 to ada@example.com by 2026-03-01, urgent!',
    'No urgent shipping to Rome: "one", "two", "three", "four" and 12 and -3.5',
    `A long one. ${'words '.repeat(200)}`,
  ])('a value from %j is valid', (text) => {
    const value = generateValue(text, everything)
    expect(ajv.validate(everything, value), ajv.errorsText()).toBe(true)
  })

  test.each([
    { type: 'string', minLength: 4 },
    { type: 'integer', multipleOf: 7, minimum: 1 },
    { type: 'array', items: { type: 'number' }, minItems: 1 },
    { type: 'array', items: { enum: ['a', 'b'] } },
    { type: 'boolean' },
    { type: 'object', required: ['unknown'] },
    { type: 'string', format: 'constructor' },
    { oneOf: [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, { type: 'null' }] },
    { $ref: '#/$defs/self', $defs: { self: { $ref: '#/$defs/self' } } },
  ])('a value for %j is valid', (schema) => {
    // A schema that only refers to itself allows any value; ajv would follow the reference forever.
    if ('$ref' in schema) expect(generateValue('Hello there', schema)).toEqual({})
    else expect(ajv.validate(schema, generateValue('Hello there', schema)), ajv.errorsText()).toBe(true)
  })
})

test('values for recursive schemas have a limited size', () => {
  const names = Array.from({ length: 50 }, (_, n) => `p${n}`)
  const self = { $ref: '#/$defs/self' }
  const properties = Object.fromEntries(names.map((name) => [name, self]))
  for (const required of [names, []]) {
    const $defs = { self: { type: 'object', properties, required } }
    expect(JSON.stringify(generateValue('Hello', { ...self, $defs })).length).toBeLessThan(1_000_000)
    expect(extractArguments('Hello', { ...self, $defs }).missing).toEqual(required)
  }
  const $defs = { self: { type: 'array', items: self, minItems: 1e9 } }
  expect(JSON.stringify(generateValue('Hello', { ...self, $defs })).length).toBeLessThan(1_000_000)
})

test('values are taken from the text if it contains them', () => {
  const value = generateValue(
    'Please refund 7 items, not urgent, to Rome. Mail ada@example.com before March 1, 2026',
    {
      type: 'object',
      properties: {
        count: { type: 'integer' },
        kind: { enum: ['shipping', 'refund'] },
        urgent: { type: 'boolean' },
        gift: { type: 'boolean' },
        city: { type: 'string' },
        email: { type: 'string' },
        date: { type: 'string', format: 'date' },
      },
      required: ['count', 'kind', 'urgent', 'gift', 'city', 'email', 'date'],
    },
  )
  expect(value).toEqual({
    count: 7,
    kind: 'refund',
    urgent: false,
    gift: false,
    city: 'Rome',
    email: 'ada@example.com',
    date: '2026-03-01',
  })
})

describe('the arguments of a tool', () => {
  const numbers = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
    required: names,
  })

  test('a number next to the name of a parameter belongs to it, in any order', () => {
    expect(extractArguments('to account 17 pay 50', numbers('amount', 'account')).value).toEqual({
      amount: 50,
      account: 17,
    })
    expect(extractArguments('stay for 3 days with 2 guests', numbers('guests', 'days')).value).toEqual({
      guests: 2,
      days: 3,
    })
  })

  test('values that the text lacks are reported as missing', () => {
    expect(extractArguments('pay 50', numbers('amount', 'account'))).toEqual({
      value: { amount: 50 },
      missing: ['account'],
    })
  })

  test('an optional parameter is omitted if the text has no value for it', () => {
    const parameters = {
      type: 'object',
      properties: { query: { type: 'string' }, limit: { type: 'integer' } },
      required: ['query'],
    }
    expect(extractArguments('find 3 cats', parameters)).toEqual({
      value: { query: 'find 3 cats' },
      missing: [],
    })
    expect(extractArguments('find cats, limit 5', parameters).value).toEqual({
      query: 'find cats, limit 5',
      limit: 5,
    })
  })

  test('a missing required parameter gets its default', () => {
    const parameters = {
      type: 'object',
      properties: { days: { type: 'integer', default: 7 } },
      required: ['days'],
    }
    expect(extractArguments('the forecast', parameters)).toEqual({ value: { days: 7 }, missing: [] })
  })
})
