import { expect, test } from 'vitest'
import { ORDINARY_SENTENCES } from '../../../test/support/ordinary-sentences.js'
import { scoreInjection } from './injection/score-injection.js'
import { scoreSafety } from './safety/score-safety.js'

test.each(ORDINARY_SENTENCES)('an ordinary sentence is not flagged: %s', (text) => {
  const scores = { prompt_injection: scoreInjection(text), ...scoreSafety(text) }
  const flagged = Object.entries(scores).filter(([, { score }]) => score >= 0.5)
  expect(flagged).toEqual([])
})
