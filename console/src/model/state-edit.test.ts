import { describe, expect, it } from 'vitest'
import { checkEdit, readEdit } from './state-edit.ts'

const schema = {
  properties: {
    stage: { enum: ['new', 'reply'] },
    order: {
      type: 'object',
      properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['id'],
      additionalProperties: false,
    },
    total: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    messages: {},
  },
}

describe('editing a state', () => {
  it('sends only the keys that differ, and null for those that were removed', () => {
    expect(readEdit({ a: 1, b: { c: 2 }, d: 3 }, { a: 1, b: { c: 4 }, e: 5 })).toEqual({
      values: { b: { c: 4 }, e: 5, d: null },
      added: ['e'],
      changed: ['b'],
      removed: ['d'],
    })
    expect(readEdit({ a: [1] }, { a: [1] }).values).toEqual({})
  })

  it('accepts what fits the schema', () => {
    expect(
      checkEdit(schema, { stage: 'reply', order: { id: 4711, tags: ['x'] }, total: '3', messages: [1] }),
    ).toBeUndefined()
    expect(checkEdit(schema, { order: null })).toBeUndefined()
    expect(checkEdit(null, { anything: 1 })).toBeUndefined()
  })

  it('says which key does not fit and why', () => {
    expect(checkEdit(schema, { unknown: 1 })).toBe('unknown is no key of the state of this graph')
    expect(checkEdit(schema, { stage: 'done' })).toBe('stage must be one of "new", "reply"')
    expect(checkEdit(schema, { order: { id: 1.5 } })).toBe('order.id must be integer, not number')
    expect(checkEdit(schema, { order: {} })).toBe('order.id is required')
    expect(checkEdit(schema, { order: { id: 1, odd: 1 } })).toBe('order.odd is no key of the schema')
    expect(checkEdit(schema, { order: { id: 1, tags: [1] } })).toBe(
      'order.tags[0] must be string, not number',
    )
    expect(checkEdit(schema, { total: [] })).toBe('total must be number, not array')
  })
})
