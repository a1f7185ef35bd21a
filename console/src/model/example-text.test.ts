import { describe, expect, it } from 'vitest'
import { toErrorText, toExpectedText, toInputText, toOutputText } from './example-text.ts'

describe('the texts of examples', () => {
  it.each([
    [{ message: 'Hello', customer: 7 }, 'Hello'],
    [
      {
        messages: [
          { role: 'user', content: 'First' },
          { role: 'user', content: 'Last' },
        ],
      },
      'Last',
    ],
    [{ question: 'Why?' }, 'Why?'],
    [{ a: 1, b: 'x' }, '{\n  "a": 1,\n  "b": "x"\n}'],
    [null, '–'],
  ])('the input %j is read as %j', (input, text) => {
    expect(toInputText(input)).toBe(text)
  })

  it('expectations keep their keys, and outputs show their response', () => {
    expect(toExpectedText({ contains: 'refund', times: 2 })).toBe('contains: refund\ntimes: 2')
    expect(toExpectedText(null)).toBe('–')
    expect(toOutputText({ response: 'Yes.', state: {} })).toBe('Yes.')
    expect(toErrorText({ code: 'x', message: 'It failed.' })).toBe('It failed.')
    expect(toErrorText({ code: 'x' })).toBe('{"code":"x"}')
    expect(toOutputText({ score: 1 })).toBe('{\n  "score": 1\n}')
  })
})
