import { describe, expect, it } from 'vitest'
import { toPreview, toStoredPreview } from './preview.js'

describe('the preview of an input', () => {
  it.each([
    [{ message: '  Where is my order?\nIt is late.' }, 'Where is my order?'],
    [
      {
        messages: [
          { role: 'user', content: 'first' },
          { role: 'user', content: 'last' },
        ],
      },
      'last',
    ],
    [{ messages: [{ type: 'human', content: [{ type: 'text', text: 'part' }] }] }, 'part'],
    [{ messages: 'just text' }, 'just text'],
    [{ order: { id: 7, note: 'nested' } }, 'nested'],
    [{ a: '', b: ['  ', 'b'] }, 'b'],
    ['a string', 'a string'],
    [{ a: 'tab\there\u0000' }, 'tab here'],
    [{ n: 1 }, null],
    [{}, null],
    [null, null],
    [undefined, null],
  ])('%j is previewed as %j', (input, preview) => {
    expect(toPreview(input)).toBe(preview)
  })

  it('a long line is cut after 120 characters, and no character is split', () => {
    expect(toPreview({ message: 'x'.repeat(1_000_000) })).toBe('x'.repeat(120))
    expect(toPreview({ message: '😀'.repeat(500) })).toBe('😀'.repeat(120))
    expect(toPreview({ message: 'a\ud83d' })).toBe('a\ufffd')
  })

  it('a stored input of the LangGraph API that is no object is previewed too', () => {
    expect(toStoredPreview({ input: null, kwargs: '{"input":"text"}' })).toBe('text')
    expect(toStoredPreview({ input: '{"message":"hello"}', kwargs: '{"overrides":{}}' })).toBe('hello')
    expect(toStoredPreview({ input: null, kwargs: null })).toBeNull()
  })
})
