import { describe, expect, test } from 'vitest'
import { forceToolCall, respondWithToolCalls } from './tool-choice.js'

const text = { type: 'string' }
const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const weather = {
  name: 'get_weather',
  description: 'The weather in a city',
  parameters: object({ city: text }),
}
const time = {
  name: 'currentTime',
  description: 'What time it is now',
  parameters: object({ zone: text }, []),
}
const order = {
  name: 'lookup_order',
  description: 'Find an order by its number',
  parameters: object({ order_id: text }),
}
const refund = {
  name: 'refund_order',
  description: 'Pay an order back',
  parameters: object({ order_id: { type: 'integer' }, amount: { type: 'number' } }),
}
const email = {
  name: 'send_email',
  description: 'Send an email',
  parameters: object({ to: { type: 'string', format: 'email' }, subject: text, body: text }),
}
const search = {
  name: 'search',
  description: 'Search the documentation',
  parameters: object({ query: text }),
}
const calculator = {
  name: 'calculator',
  description: 'Evaluate an arithmetic expression',
  parameters: object({ expression: text }),
}
const multiply = {
  name: 'multiply',
  description: 'Two numbers multiplied',
  parameters: object({ a: { type: 'number' }, b: { type: 'number' } }),
}
const tools = [weather, time, order, refund, email, search, calculator]

describe('a fitting tool is called with arguments from the text', () => {
  test.each([
    ['What is the weather in Paris?', 'get_weather', { city: 'Paris' }],
    ['What is the weather in New York today?', 'get_weather', { city: 'New York' }],
    ['What time is it?', 'currentTime', {}],
    ['Where is order 1017?', 'lookup_order', { order_id: '1017' }],
    ['Where is my order? The number is A-17', 'lookup_order', { order_id: 'A-17' }],
    ['Refund 50 for order 1017', 'refund_order', { order_id: 1017, amount: 50 }],
    [
      'Send an email to ada@example.com: "Hi" and "It is late"',
      'send_email',
      { to: 'ada@example.com', subject: 'Hi', body: 'It is late' },
    ],
    ['Search for rate limits', 'search', { query: 'Search for rate limits' }],
    ['what is 17 * 23?', 'calculator', { expression: '17 * 23' }],
  ])('"%s" calls %s', (request, name, args) => {
    expect(respondWithToolCalls(tools, request)).toEqual({ text: '', calls: [{ name, args }] })
  })

  test('a calculation selects the tool for its operation', () => {
    expect(respondWithToolCalls([weather, multiply], 'what is 6 times 7?')?.calls).toEqual([
      { name: 'multiply', args: { a: 6, b: 7 } },
    ])
  })

  test('two questions for two tools give two calls', () => {
    expect(respondWithToolCalls(tools, 'What is the weather in Paris and the time in Rome?')?.calls).toEqual([
      { name: 'get_weather', args: { city: 'Paris' } },
      { name: 'currentTime', args: {} },
    ])
  })

  test('a tool that the text names exactly is preferred', () => {
    expect(respondWithToolCalls(tools, 'Use lookup_order for the weather of order 7')?.calls[0]?.name).toBe(
      'lookup_order',
    )
  })
})

test('the model asks for a missing argument', () => {
  expect(respondWithToolCalls(tools, 'Where is my order?')).toEqual({
    text: 'To use lookup_order I need: order_id. Please tell me.',
    calls: [],
  })
})

test.each(['Hello', 'Tell me a joke', 'Thank you very much', ''])('"%s" calls no tool', (request) => {
  expect(respondWithToolCalls(tools, request)).toBeUndefined()
})

test('a forced call has all required arguments', () => {
  expect(forceToolCall([weather], 'Hello')).toEqual({
    text: '',
    calls: [{ name: 'get_weather', args: { city: 'Hello' } }],
  })
  expect(forceToolCall(tools, 'Where is order 7?')?.calls[0]).toEqual({
    name: 'lookup_order',
    args: { order_id: '7' },
  })
  expect(forceToolCall([], 'Hello')).toBeUndefined()
})
