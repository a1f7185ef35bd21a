import { expect, test } from 'vitest'
import { respondWithLabel } from './classification.js'

const oneWord = 'You route messages. Answer with one word: refund, shipping or other.'
const bullets = 'Reply with exactly one of the following labels:\n- Refund\n- Order status\n- Other'

test.each([
  [oneWord, 'I was charged twice, give me my money back', 'refund'],
  [oneWord, 'Where is my package?', 'shipping'],
  [oneWord, 'Hello', 'other'],
  [bullets, 'What is the status of my parcel?', 'Order status'],
  [bullets, 'Tell me a joke', 'Other'],
  ['Classify the sentiment as positive, negative or neutral', 'I love it', 'positive'],
  ['Classify the sentiment as positive, negative or neutral', 'It is awful', 'negative'],
  ['Classify the message as one of: "billing", "technical".', 'The app crashes with an error', 'technical'],
  [
    '',
    'Classify this message as one of: refund, shipping, other.\n\nMessage: Where is my parcel?',
    'shipping',
  ],
  ['', 'Is it broken? Answer yes or no', 'yes'],
])('the instruction "%s" labels "%s"', (system, request, label) => {
  expect(respondWithLabel(system, request)).toBe(label)
})

test('words of the instruction itself do not count for a label', () => {
  expect(respondWithLabel('', 'Classify as one of: shipping, refund, other. Text: my money back!')).toBe(
    'refund',
  )
})

test('a label can be the name of an object property', () => {
  expect(respondWithLabel('Answer with one word: constructor, prototype', 'the prototype')).toBe('prototype')
})

test.each([
  'You are a helpful assistant.',
  'Answer politely: the customer is right.',
  'Reply with one of your jokes.',
  'Reply in English or French.',
  'One of my friends said: hello, how are you',
])('"%s" requests no label', (system) => {
  expect(respondWithLabel(system, 'Hello')).toBeUndefined()
})
