import { expect, test } from 'vitest'
import { respondWithSummary } from './summary.js'

const long = 'The committee met on Monday to look at the plans for the new bridge over the river.'

test.each([
  [['Summarize: The cat sat. It rained. Nobody came.'], 'The cat sat. It rained.'],
  [[`Summarise the following text:\n${long} It was late.`], long],
  [[`${long} It was late. Please summarize this.`], long],
  [['Summarize our conversation'], 'There is nothing to summarize yet.'],
  [['The cat sat.', 'It rained.', 'Give me a summary'], 'You said: The cat sat. It rained.'],
])('the messages %j are summarized', (texts, summary) => {
  expect(respondWithSummary('', texts)).toBe(summary)
})

test('a system prompt can request a summary', () => {
  expect(respondWithSummary('Summarize what the user writes.', [`${long} It was late.`])).toBe(long)
  expect(respondWithSummary('Be kind. Offer a summary when asked.', [long])).toBeUndefined()
})
