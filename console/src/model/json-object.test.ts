import { describe, expect, it } from 'vitest'
import { ExactNumber } from './exact-json.ts'
import { parseObject } from './json-object.ts'

describe('text that has to be a JSON object', () => {
  it('keeps the digits of numbers', () => {
    expect(parseObject('{"order": 12345678901234567890}', 'The input')).toEqual({
      value: { order: new ExactNumber('12345678901234567890') },
      problem: undefined,
    })
  })

  it.each(['[1]', '3', '1.50', 'null', '"text"'])('%s is JSON, but no object', (text) => {
    expect(parseObject(text, 'The state').problem).toBe('The state has to be a JSON object')
  })

  it.each(['', '{"a": }', '{"a": 1'])('says why %o cannot be parsed', (text) => {
    expect(parseObject(text, 'The input').problem).toMatch(/^The input is not valid JSON: \S+/)
  })
})
