import { describe, expect, it } from 'vitest'
import { makeStreamText } from './stream-text.js'

const event = (type: string, node_id: string, fields: object) => ({
  seq: 0,
  type,
  text: JSON.stringify({ type, node_id, ...fields }),
})
const token = (node: string, text: string) => event('llm.token', node, { token: text })
const completion = (node: string, content: string) => event('llm.completion', node, { content })

const collectText = (events: ReturnType<typeof event>[], output: string): string => {
  const streamText = makeStreamText()
  return events.map(streamText.onEvent).join('') + streamText.remainingText(output)
}

describe('what a run says', () => {
  it.each([
    [
      'tokens that are the answer',
      [token('a', 'Hel'), token('a', 'lo'), completion('a', 'Hello')],
      'Hello',
      'Hello',
    ],
    ['an answer without tokens', [], 'Hello', 'Hello'],
    [
      'an answer that goes on after its tokens',
      [token('a', 'Hello'), completion('a', 'Hello')],
      'Hello. So be it.',
      'Hello. So be it.',
    ],
    [
      'one text after another',
      [token('a', 'Wait'), completion('a', 'Wait'), token('a', 'Done'), completion('a', 'Done')],
      'Done',
      'Wait\n\nDone',
    ],
    ['an answer that no model spoke', [token('a', 'Hm'), completion('a', 'Hm')], '{"n":1}', 'Hm\n\n{"n":1}'],
    [
      'two at once, one after the other',
      [token('a', 'A1'), token('b', 'B'), completion('b', 'B'), token('a', 'A2'), completion('a', 'A1A2')],
      'B',
      'A1A2\n\nB',
    ],
    [
      'a node that was begun again',
      [token('a', 'Hel'), token('a', 'Hello'), completion('a', 'Hello')],
      'Hello',
      'HelHello',
    ],
  ])('%s', (_, events, output, text) => {
    expect(collectText(events, output)).toBe(text)
  })
})
