import { describe, expect, it } from 'vitest'
import { readForm, toInputForm } from './input-form.ts'

const schema = {
  type: 'object',
  properties: {
    messages: { langgraph_type: 'messages' },
    customer: { type: 'string', default: 'c_1', description: 'The customer' },
    channel: { type: 'string', enum: ['chat', 'email'] },
    amount: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    count: { type: 'integer' },
    urgent: { type: 'boolean' },
    order: {},
  },
  required: ['count', 'customer'],
}

describe('the form of an input', () => {
  it('has one field for each property and a text for messages', () => {
    const form = toInputForm(schema)
    expect(form.hasMessages).toBe(true)
    expect(form.fields.map(({ name, type, required }) => [name, type, required])).toEqual([
      ['customer', 'text', false],
      ['channel', 'choice', false],
      ['amount', 'number', false],
      ['count', 'integer', true],
      ['urgent', 'boolean', false],
      ['order', 'json', false],
    ])
    expect(form.fields[0]).toMatchObject({ initial: 'c_1', description: 'The customer' })
  })

  it('leaves out empty fields and defaults, and converts the others', () => {
    const { fields } = toInputForm(schema)
    const texts = { amount: '6.9', count: '2', urgent: 'true', order: '{"id": 1}', channel: '' }
    expect(readForm(fields, texts)).toEqual({
      values: { amount: 6.9, count: 2, urgent: true, order: { id: 1 } },
      problems: {},
    })
  })

  it('says what is wrong with each field', () => {
    const { fields } = toInputForm(schema)
    expect(readForm(fields, { amount: 'many', count: '1.5', order: 'blue' }).problems).toEqual({
      amount: 'must be a number',
      count: 'must be a whole number',
      order: 'is not valid JSON; text needs quotation marks',
    })
    expect(readForm(fields, {}).problems).toEqual({ count: 'is required' })
  })

  it('a graph without a schema has no fields', () => {
    expect(toInputForm(null)).toEqual({ hasMessages: false, fields: [] })
  })
})
