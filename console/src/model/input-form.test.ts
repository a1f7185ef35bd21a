import { describe, expect, it } from 'vitest'
import { prepareInput, readInput, toInputForm, toInputJson } from './input-form.ts'

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
    const { hasMessages, form } = toInputForm(schema)
    expect(hasMessages).toBe(true)
    expect(form.fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['customer', 'text', false],
      ['channel', 'choice', false],
      ['amount', 'number', false],
      ['count', 'number', true],
      ['urgent', 'choice', false],
      ['order', 'json', false],
    ])
    expect(form.fields[0]).toMatchObject({ description: 'The customer' })
  })

  it('leaves out empty fields and defaults, and converts the others', () => {
    const changes = { amount: '6.9', count: '2', urgent: 'true', order: '{"id": 1}', channel: '' }
    expect(readInput(toInputForm(schema), changes)).toEqual({
      values: { amount: 6.9, count: 2, urgent: true, order: { id: 1 } },
      problems: {},
    })
  })

  it('says what is wrong with each field', () => {
    const form = toInputForm(schema)
    expect(readInput(form, { amount: 'many', count: '1.5', order: 'blue' }).problems).toEqual({
      amount: 'must be a number',
      count: 'must be a whole number',
      order: 'is not valid JSON',
    })
    expect(readInput(form, {}).problems).toEqual({ count: 'is required' })
  })

  it('follows references to definitions', () => {
    const referring = {
      $ref: '#/definitions/Input',
      definitions: {
        Input: { type: 'object', properties: { size: { $ref: '#/definitions/Size' } }, required: ['size'] },
        Size: { enum: ['S', 'L'] },
      },
    }
    const form = toInputForm(referring)
    expect(form.form.fields).toMatchObject([{ name: 'size', kind: 'choice', choices: ['S', 'L'] }])
    expect(readInput(form, { size: 'L' })).toEqual({ values: { size: 'L' }, problems: {} })
  })

  it('a message or a field is enough for a chat, and a wrong field blocks it', () => {
    const chat = toInputForm({ properties: { messages: { type: 'array' }, count: { type: 'integer' } } })
    const draft = { text: '', fields: {}, json: '' }
    expect(prepareInput(chat, draft, 'form').problem).toBe('Enter a message')
    expect(prepareInput(chat, { ...draft, text: 'Hi' }, 'form')).toMatchObject({
      text: 'Hi',
      problem: undefined,
    })
    expect(prepareInput(chat, { ...draft, fields: { count: '2' } }, 'form')).toMatchObject({
      text: undefined,
      values: { count: 2 },
      problem: undefined,
    })
    expect(prepareInput(chat, { ...draft, text: 'Hi', fields: { count: 'x' } }, 'form').problem).toBe(
      'count must be a number',
    )
    expect(JSON.parse(toInputJson(chat, { ...draft, text: 'Hi', fields: { count: '2' } }))).toEqual({
      count: 2,
      messages: [{ type: 'human', content: 'Hi' }],
    })
  })

  it('an input as JSON is sent as it is', () => {
    const draft = { text: 'ignored', fields: {}, json: '{"a": 1}' }
    const form = toInputForm(null)
    expect(prepareInput(form, draft, 'json')).toMatchObject({ text: undefined, values: { a: 1 } })
    expect(prepareInput(form, { ...draft, json: '{' }, 'json').problem).toBe('The input is not valid JSON')
    expect(prepareInput(form, { ...draft, json: ' ' }, 'json').problem).toBe('Enter the input as JSON')
  })

  it('a graph without a schema has no fields', () => {
    expect(toInputForm(null)).toMatchObject({ hasMessages: false, form: { fields: [] } })
  })
})
