import { expect, it } from 'vitest'
import { LargeJson, serializeJson } from './large-json.js'
import { shareText, type SharedText } from './shared-text.js'

const OBJECT = { text: `quote " and é ${'x'.repeat(70_000)}` }
const makeLarge = (): LargeJson => new LargeJson(shareText(JSON.stringify(OBJECT)) as SharedText)

it('a response contains large values as they are', () => {
  const value = { before: 1, input: makeLarge(), list: [makeLarge()], after: 'é' }
  const serialized = serializeJson(value)
  expect(Buffer.isBuffer(serialized)).toBe(true)
  expect(JSON.parse(serialized.toString())).toEqual({ before: 1, input: OBJECT, list: [OBJECT], after: 'é' })
})

it('a value without large parts is serialized by JSON.stringify', () => {
  expect(serializeJson({ a: [1, null] })).toBe('{"a":[1,null]}')
})

it('JSON.stringify returns the whole value', () => {
  expect(JSON.parse(JSON.stringify({ input: makeLarge() }))).toEqual({ input: OBJECT })
})

it('an error in a toJSON method does not affect the next call', () => {
  const failing = {
    toJSON: () => {
      throw new Error('no')
    },
  }
  expect(() => serializeJson({ input: makeLarge(), failing })).toThrow('no')
  expect(JSON.parse(JSON.stringify(makeLarge()))).toEqual(OBJECT)
})
