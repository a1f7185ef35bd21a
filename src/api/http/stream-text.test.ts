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

describe('the text streamed for a run', () => {
  it.each([
    [
      'tokens equal to the output',
      [token('a', 'Hel'), token('a', 'lo'), completion('a', 'Hello')],
      'Hello',
      'Hello',
    ],
    ['an output without tokens', [], 'Hello', 'Hello'],
    [
      'an output that is longer than its tokens',
      [token('a', 'Hello'), completion('a', 'Hello')],
      'Hello. So be it.',
      'Hello. So be it.',
    ],
    [
      'two texts of one node',
      [token('a', 'Wait'), completion('a', 'Wait'), token('a', 'Done'), completion('a', 'Done')],
      'Done',
      'Wait\n\nDone',
    ],
    ['an output that no model wrote', [token('a', 'Hm'), completion('a', 'Hm')], '{"n":1}', 'Hm\n\n{"n":1}'],
    [
      'two nodes that stream at the same time',
      [token('a', 'A1'), token('b', 'B'), completion('b', 'B'), token('a', 'A2'), completion('a', 'A1A2')],
      'B',
      'A1A2\n\nB',
    ],
    [
      'a node that was restarted',
      [token('a', 'Hel'), token('a', 'Hello'), completion('a', 'Hello')],
      'Hello',
      'HelHello',
    ],
  ])('is complete for %s', (_, events, output, text) => {
    expect(collectText(events, output)).toBe(text)
  })
})
