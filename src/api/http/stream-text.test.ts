import { describe, expect, it } from 'vitest'
import { makeSpokenText } from './stream-text.js'

const event = (type: string, node_id: string, fields: object) => ({
  seq: 0,
  type,
  text: JSON.stringify({ type, node_id, ...fields }),
})
const token = (node: string, text: string) => event('llm.token', node, { token: text })
const whole = (node: string, content: string) => event('llm.completion', node, { content })

const heard = (events: ReturnType<typeof event>[], answer: string): string => {
  const spoken = makeSpokenText()
  return events.map(spoken.hear).join('') + spoken.rest(answer)
}

describe('what a run says', () => {
  it.each([
    [
      'tokens that are the answer',
      [token('a', 'Hel'), token('a', 'lo'), whole('a', 'Hello')],
      'Hello',
      'Hello',
    ],
    ['an answer without tokens', [], 'Hello', 'Hello'],
    [
      'an answer that goes on after its tokens',
      [token('a', 'Hello'), whole('a', 'Hello')],
      'Hello. So be it.',
      'Hello. So be it.',
    ],
    [
      'one text after another',
      [token('a', 'Wait'), whole('a', 'Wait'), token('a', 'Done'), whole('a', 'Done')],
      'Done',
      'Wait\n\nDone',
    ],
    ['an answer that no model spoke', [token('a', 'Hm'), whole('a', 'Hm')], '{"n":1}', 'Hm\n\n{"n":1}'],
    [
      'two at once, one after the other',
      [token('a', 'A1'), token('b', 'B'), whole('b', 'B'), token('a', 'A2'), whole('a', 'A1A2')],
      'B',
      'A1A2\n\nB',
    ],
    [
      'a node that was begun again',
      [token('a', 'Hel'), token('a', 'Hello'), whole('a', 'Hello')],
      'Hello',
      'HelHello',
    ],
  ])('%s', (_, events, answer, text) => {
    expect(heard(events, answer)).toBe(text)
  })
})
